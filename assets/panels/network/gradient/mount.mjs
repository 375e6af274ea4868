/**
 * The gradient through time, truncated: for the step that is shown, the length of the recurrent weights' gradient over 0, 1,
 * 2, … steps back, and the cosine of its angle with the fullest there is. A slider chooses one of them, whose numbers stand
 * beside the fullest's. The server computes it from the states that the run stored (analysis/truncation.py).
 */
import { createCanvas, drawLabel, drawLegend, normal, setFont, small, watchPointer } from "../../../draw/canvas.mjs";
import { role, tint } from "../../../draw/colours.mjs";
import { createNote, element } from "../../../draw/figure.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { niceLimit } from "../../../maths/limits.mjs";
import { exact, format, percent, short } from "../../../text/numbers.mjs";
import { drawMap, recurrentOf } from "../unrolled/draw.mjs";

const MOST_UNITS = 64;
const OWN_KEYS = ["ArrowLeft", "ArrowRight", "Home"];

export function mount(root, app) {
  const bar = root.appendChild(element("label", "panel-bar gradient-bar"));
  bar.append("steps back");
  const slider = bar.appendChild(Object.assign(element("input"), { type: "range", min: 0, step: 1 }));
  const note = createNote(bar);
  const host = root.appendChild(element("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  const surface = createCanvas(app, host, "The gradient over more and more steps back in time", () => latest && paint(latest));
  const setTable = accessibleTable(app, root, "Truncated gradients");
  const asker = app.asker(() => latest && paint(latest));
  let latest = null;
  let shown = null; // {layout, picture} of that scene
  slider.addEventListener("input", () => app.setView({ back: slider.value }));
  // Reached by the keyboard, its keys move it and not the run; the pointer leaves them to the run, as it does at choosers.
  slider.addEventListener("keydown", (event) => OWN_KEYS.includes(event.key) && event.stopPropagation());
  slider.addEventListener("pointerup", () => slider.blur());

  function paint(scene) {
    latest = scene;
    const answer = truncationOf(asker, scene, app.source);
    const picture = pictureOf(scene, answer);
    bar.hidden = !picture;
    host.style.top = `${bar.offsetHeight}px`;
    if (picture) fill(picture);
    const context = surface.begin();
    if (surface.width < 60 || surface.height < 60) return;
    shown = picture && { picture, layout: layoutOf(context, surface, picture) };
    if (shown) draw(context, shown);
    else drawWaiting(context, scene, answer, surface);
    setTable(["steps back", "length", "cosine with the fullest", "adds"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  function fill({ back, most, bptt, norms, cosines }) {
    Object.assign(slider, { max: most, value: back });
    const share = norms[most] > 0 ? percent(norms[back] / norms[most]) : "–";
    note(`${back}${back === bptt ? ", τ of this run" : ""}: length ${share} of the fullest, cosine ${format(cosines[back], 4)}`);
  }

  const pointer = watchPointer(surface.canvas, {
    pick: (x, y) => shown && pick(shown, x, y),
    hover: (target, event) => app.tooltip.show(event.clientX, event.clientY, linesFor(shown.picture, target)),
    leave: () => app.tooltip.hide(),
    click({ kind, back, row, column }) {
      if (kind === "bar") app.setView({ back: String(back) });
      else app.focus(shown.picture.recurrent.name, [row, column]);
    },
  });
  return { paint };
}

/** The answer about the painted step; it is asked for at rest. */
function truncationOf(asker, { session, frame, playing }, source) {
  if (!frame) return null;
  const options = { step: frame.step, instance: frame.instance };
  const send = (signal) => source.truncation(session.query, options, signal);
  return asker.answer(`${session.query} ${frame.step} ${frame.instance}`, playing ? null : send);
}

function pictureOf(scene, answer) {
  if (!answer || answer.error) return null;
  const { norms, cosines, contributions, words, states, errors } = answer.arrays;
  const most = norms.length - 1;
  const { bptt } = answer.header;
  const chosen = scene.view.back === undefined || scene.view.back === "" ? bptt : Number(scene.view.back);
  const back = Math.min(chosen, most);
  const units = states.length / (most + 2);
  const over = (steps) => (i, j) => {
    let sum = 0;
    for (let time = most - steps; time <= most; time++) sum += errors[time * units + i] * states[time * units + j];
    return sum;
  };
  const recurrent = recurrentOf(scene.session);
  return { scene, norms, cosines, contributions, words, most, bptt, back, units, over, recurrent, highest: niceLimit(Math.max(...norms, 1e-300)), limit: limitOf(over(most), Math.min(units, MOST_UNITS)) };
}

function limitOf(value, units) {
  let largest = 0;
  for (let i = 0; i < units; i++) for (let j = 0; j < units; j++) largest = Math.max(largest, Math.abs(value(i, j)));
  return niceLimit(largest);
}

function layoutOf(context, { width, height }, { most, units, highest }) {
  const text = small(context);
  setFont(context, text);
  const widest = Math.max(...["length", short(highest / 2), short(highest)].map((said) => context.measureText(said).width));
  const tall = width < 36 * text && height > 20 * text; // then the matrices stand under the chart
  const map = Math.max(2 * text, tall ? Math.min((width - 3 * text) / 2, 0.4 * height) : Math.min(0.24 * width, height - 4.8 * text));
  const first = tall ? (width - 2 * map) / 3 : width - 2 * map - 1.8 * text;
  const maps = { x: first, y: tall ? height - map - 2 * text : 1.6 * text, size: map, second: tall ? width - first - map : width - map - 0.6 * text };
  const chart = { left: widest + 0.9 * text, right: (tall ? width : maps.x) - 2.6 * text, top: 1.8 * text, bottom: (tall ? maps.y - 1.6 * text : height) - 2.9 * text };
  const step = (chart.right - chart.left) / (most + 1);
  return { width, height, maps, chart, step, units: Math.min(units, MOST_UNITS) };
}

function draw(context, { picture, layout }) {
  drawChart(context, picture, layout);
  const { maps, units } = layout;
  const { back, most, over, limit, recurrent, scene } = picture;
  const muted = { colour: role(context, "muted"), pad: null, size: small(context), align: "center", room: maps.size };
  const heads = [[maps.x, back], [maps.second, most]];
  for (const [x, steps] of heads) {
    drawMap(context, x, maps.y, maps.size, units, over(steps), limit);
    setFont(context, small(context));
    drawLabel(context, `over ${steps}`, x + maps.size / 2, maps.y - 0.85 * small(context), muted);
  }
  const below = maps.y + maps.size + 0.95 * small(context);
  drawLegend(context, maps.x, below, limit, { title: `∂E/∂${recurrent.symbol}`, width: 40, room: layout.width - maps.x });
  const of = scene.frame.batch > 1 ? [`word ${scene.frame.instance + 1} of ${scene.frame.batch}`] : [];
  const said = [...(layout.units < picture.units ? [`first ${layout.units} units`] : []), ...of].join(", ");
  if (below + 2 * small(context) < layout.height) drawLabel(context, said, maps.x, below + 1.3 * small(context), { ...muted, align: "left", room: layout.width - maps.x });
}

/** Bars: lengths; dots joined by a line: cosines, from 0 or below to 1. */
function drawChart(context, { norms, cosines, highest, back, bptt, most, words, scene }, { chart, step }) {
  const lowest = Math.min(0, ...cosines) < 0 ? -1 : 0;
  const [tall, base] = [chart.bottom - chart.top, chart.bottom];
  const muted = { colour: role(context, "muted"), pad: null, size: small(context) };
  const cosineAt = (value) => base - ((value - lowest) / (1 - lowest)) * tall;
  setFont(context, small(context));
  drawLabel(context, "length", chart.left - 4, 0.75 * small(context), { ...muted, colour: role(context, "error"), align: "right" });
  drawLabel(context, "cosine", chart.right + 2.4 * small(context), 0.75 * small(context), { ...muted, colour: role(context, "accent"), align: "right" });
  for (const share of [0, 0.5, 1]) {
    const y = base - share * tall;
    context.fillStyle = role(context, "grid");
    context.fillRect(chart.left, Math.round(y), chart.right - chart.left, 1);
    drawLabel(context, short(share * highest), chart.left - 4, y, { ...muted, align: "right" });
    drawLabel(context, short(lowest + share * (1 - lowest)), chart.right + 4, y, muted);
  }
  norms.forEach((length, steps) => {
    const x = chart.left + steps * step;
    context.fillStyle = steps === back ? role(context, "error") : tint(context, "error", steps === bptt ? 0.6 : 0.34);
    const height = (length / highest) * tall;
    context.fillRect(x + 0.15 * step, base - height, 0.7 * step, height);
  });
  context.strokeStyle = context.fillStyle = role(context, "accent");
  context.lineWidth = 1.5;
  context.beginPath();
  cosines.forEach((value, steps) => context.lineTo(chart.left + (steps + 0.5) * step, cosineAt(value)));
  context.stroke();
  cosines.forEach((value, steps) => {
    context.beginPath();
    context.arc(chart.left + (steps + 0.5) * step, cosineAt(value), steps === back ? 3.5 : 2, 0, 2 * Math.PI);
    context.fill();
  });
  drawSteps(context, { back, bptt, most, words, scene }, { chart, step, muted });
}

/** Under the bars how many steps they are, and the word that each of them reaches. */
function drawSteps(context, { back, bptt, most, words, scene }, { chart, step, muted }) {
  const every = Math.ceil((2 * small(context)) / step);
  const wide = step > 2.6 * small(context);
  for (let steps = 0; steps <= most; steps++) {
    const told = steps === back || steps === bptt;
    const near = [back, bptt].some((other) => other !== steps && Math.abs(other - steps) < every);
    if (!told && (steps % every || near)) continue;
    const x = chart.left + (steps + 0.5) * step;
    setFont(context, small(context), steps === back ? "bold" : "normal");
    const said = steps === bptt ? `τ = ${steps}` : String(steps);
    drawLabel(context, said, x, chart.bottom + 0.8 * small(context), { ...muted, align: "center", pad: role(context, "surface"), colour: role(context, told ? "text" : "muted") });
    if (wide) drawLabel(context, scene.session.words[words[most - steps]], x, chart.bottom + 2.1 * small(context), { ...muted, align: "center", room: step - 3 });
  }
  if (!wide) {
    setFont(context, small(context));
    drawLabel(context, `steps back, as far as ${scene.session.words[words[most - back]]}`, (chart.left + chart.right) / 2, chart.bottom + 2.1 * small(context), { ...muted, align: "center", room: chart.right - chart.left });
  }
}

function drawWaiting(context, { frame }, answer, { width }) {
  setFont(context, small(context));
  const waiting = frame ? "The server is asked at rest." : "The first stage reads the first word.";
  const said = answer?.error ? `No answer: ${answer.error.message}` : waiting;
  drawLabel(context, said, 2, normal(context), { colour: role(context, "muted"), pad: null, size: small(context), room: width });
}

function pick({ layout, picture }, x, y) {
  const { maps, chart, step, units } = layout;
  const within = (left) => x >= left && x < left + maps.size && y >= maps.y && y < maps.y + maps.size;
  const cell = (left, back) => ({ kind: "cell", back, row: Math.floor(((y - maps.y) / maps.size) * units), column: Math.floor(((x - left) / maps.size) * units) });
  if (within(maps.x)) return cell(maps.x, picture.back);
  if (within(maps.second)) return cell(maps.second, picture.most);
  const back = Math.floor((x - chart.left) / step);
  return back >= 0 && back <= picture.most && x < chart.right ? { kind: "bar", back } : null;
}

const stepsOf = (back) => `${back} ${back === 1 ? "step" : "steps"} back`;

function linesFor({ scene, norms, cosines, contributions, words, most, over, recurrent }, { kind, back, row, column }) {
  if (kind === "cell") return [`∂E/∂${recurrent.symbol}[${row + 1}, ${column + 1}]`, [`over ${stepsOf(back)}`, exact(over(back)(row, column))], ["over all", exact(over(most)(row, column))]];
  return [
    stepsOf(back),
    ["as far as", scene.session.words[words[most - back]]],
    ["length", exact(norms[back])],
    ["of the fullest", norms[most] > 0 ? percent(norms[back] / norms[most]) : "–"],
    ["cosine", exact(cosines[back])],
    ["this step adds", exact(contributions[back])],
  ];
}

const tableRows = (picture) => (picture ? Array.from(picture.norms, (norm, back) => [back, exact(norm), exact(picture.cosines[back]), exact(picture.contributions[back])]) : []);
