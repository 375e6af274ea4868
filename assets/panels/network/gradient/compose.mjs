/** The picture of the truncated gradients: their lengths and cosines as a chart, two of them as matrices. */
import { GRID, label, legend, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { short } from "../../../text/numbers.mjs";
import { outlines, pixelsOf } from "../unrolled/shapes.mjs";
import { factsOf } from "./facts.mjs";
import { gradientLayout } from "./layout.mjs";

/** @import { Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Answer, Facts } from "./facts.mjs" */
/** @import { GradientLayout } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} GradientPicture */

const [ERROR, ACCENT] = [{ role: "error" }, { role: "accent" }];

/** @param {Scene} scene @param {Room} room @param {Measure} measure @param {Answer} answer */
export function compose(scene, { width, height }, measure, answer) {
  if (width < 60 || height < 60) return null;
  const facts = factsOf(scene, answer);
  if (!facts) return { marks: waiting(measure, scene, answer, width), found: null };
  const { small } = measure;
  const { highest, most } = facts;
  const axis = ["length", short(highest / 2), short(highest)];
  const widest = Math.max(...axis.map((text) => measure.width(text, small)));
  const layout = gradientLayout({ width, height, text: small, widest, most });
  const marks = [
    ...axes(measure, facts, layout),
    ...lengths(facts, layout),
    ...cosines(facts, layout),
    ...steps(measure, facts, layout),
    ...matrices(measure, facts, layout),
  ];
  return { marks, found: { facts, layout } };
}

/** @param {Measure} measure */
const muted = ({ small }) => ({ colour: MUTED, pad: null, size: small });

/** @param {Measure} measure @param {Scene} scene @param {Answer} answer @param {number} room @returns {Mark[]} */
function waiting(measure, { frame }, answer, room) {
  const still = frame ? "The server is asked at rest." : "The first stage reads the first word.";
  const said = answer && "error" in answer ? `No answer: ${answer.error.message}` : still;
  return present([label(measure, said, 2, measure.normal, { ...muted(measure), room })]);
}

/** Cosines are drawn from 0 on, or from −1 where one is below. @param {Facts} facts */
const lowestOf = ({ cosines }) => (Math.min(0, ...cosines) < 0 ? -1 : 0);

/** @param {Measure} measure @param {Facts} facts @param {GradientLayout} layout @returns {Mark[]} */
function axes(measure, facts, { chart }) {
  const { small } = measure;
  const lowest = lowestOf(facts);
  const right = /** @type {const} */ ({ ...muted(measure), align: "right" });
  /** @type {(Mark | null)[]} */
  const marks = [
    label(measure, "length", chart.left - 4, 0.75 * small, { ...right, colour: ERROR }),
    label(measure, "cosine", chart.right + 2.4 * small, 0.75 * small, { ...right, colour: ACCENT }),
  ];
  for (const share of [0, 0.5, 1]) {
    const y = chart.bottom - share * (chart.bottom - chart.top);
    marks.push({ mark: "boxes", boxes: [chart.left, Math.round(y), chart.right - chart.left, 1], fill: GRID });
    marks.push(label(measure, short(share * facts.highest), chart.left - 4, y, right));
    marks.push(label(measure, short(lowest + share * (1 - lowest)), chart.right + 4, y, muted(measure)));
  }
  return present(marks);
}

/**
 * A bar for each number of steps back; the chosen one stands out, and that of the run.
 * @param {Facts} facts
 * @param {GradientLayout} layout
 * @returns {Mark[]}
 */
function lengths({ norms, highest, back, bptt }, { chart, step }) {
  /** @type {Record<"chosen" | "own" | "others", number[]>} */
  const boxes = { chosen: [], own: [], others: [] };
  norms.forEach((length, steps) => {
    const height = (length / highest) * (chart.bottom - chart.top);
    const x = chart.left + steps * step;
    const look = steps === back ? "chosen" : steps === bptt ? "own" : "others";
    boxes[look].push(x + 0.15 * step, chart.bottom - height, 0.7 * step, height);
  });
  return [
    { mark: "boxes", boxes: boxes.chosen, fill: ERROR },
    { mark: "boxes", boxes: boxes.own, fill: { tint: "error", share: 0.6 } },
    { mark: "boxes", boxes: boxes.others, fill: { tint: "error", share: 0.34 } },
  ];
}

/** Dots joined by a line. @param {Facts} facts @param {GradientLayout} layout @returns {Mark[]} */
function cosines(facts, { chart, step }) {
  const lowest = lowestOf(facts);
  const points = facts.cosines.map((value, steps) => [
    chart.left + (steps + 0.5) * step,
    chart.bottom - ((value - lowest) / (1 - lowest)) * (chart.bottom - chart.top),
  ]);
  /** @type {Mark[]} */
  const dots = points.map(([x, y], steps) => ({
    mark: "discs",
    discs: [x, y, steps === facts.back ? 3.5 : 2],
    fill: ACCENT,
  }));
  return [{ mark: "path", points: points.flat(), stroke: ACCENT, width: 1.5 }, ...dots];
}

/**
 * Under the bars how many steps they are, and the word that each of them reaches.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {GradientLayout} layout
 * @returns {Mark[]}
 */
function steps(measure, { back, bptt, most, wordAt }, { chart, step }) {
  const { small } = measure;
  const every = Math.ceil((2 * small) / step);
  const wide = step > 2.6 * small;
  const centred = /** @type {const} */ ({ ...muted(measure), align: "center" });
  const below = chart.bottom + 2.1 * small;
  /** @type {(Mark | null)[]} */
  const marks = [];
  for (let number = 0; number <= most; number++) {
    const told = number === back || number === bptt;
    const near = [back, bptt].some((other) => other !== number && Math.abs(other - number) < every);
    if (!told && (number % every || near)) continue;
    const x = chart.left + (number + 0.5) * step;
    const bold = number === back;
    const said = number === bptt ? `τ = ${number}` : String(number);
    const colour = told ? TEXT : MUTED;
    marks.push(label(measure, said, x, chart.bottom + 0.8 * small, { align: "center", size: small, bold, colour }));
    if (wide) marks.push(label(measure, wordAt(number), x, below, { ...centred, bold, room: step - 3 }));
  }
  const [middle, room] = [(chart.left + chart.right) / 2, chart.right - chart.left];
  const said = `steps back, as far as ${wordAt(back)}`;
  if (!wide) marks.push(label(measure, said, middle, below, { ...centred, room }));
  return present(marks);
}

/**
 * The gradient over the chosen steps beside the fullest.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {GradientLayout} layout
 * @returns {Mark[]}
 */
function matrices(measure, facts, { maps, width, height }) {
  const { small } = measure;
  const { back, most, over, limit, recurrent, units, shownUnits } = facts;
  const { top, size, chosen, fullest } = maps;
  /** @param {number} left @param {number} steps */
  const matrix = (left, steps) => {
    const box = { left, top, width: size, height: size };
    const options = /** @type {const} */ ({ ...muted(measure), align: "center", room: size });
    const title = label(measure, `over ${steps}`, left + size / 2, top - 0.85 * small, options);
    return [...pixelsOf(measure, box, shownUnits, over(steps), limit), outlines([box], true), title];
  };
  const below = top + size + 0.95 * small;
  const room = width - chosen;
  const scale = legend(measure, chosen, below, limit, { title: `∂E/∂${recurrent.symbol}`, width: 40, room });
  const said = [...(shownUnits < units ? [`first ${shownUnits} units`] : []), ...wordOfBatch(facts)].join(", ");
  const note =
    below + 2 * small < height ? label(measure, said, chosen, below + 1.3 * small, { ...muted(measure), room }) : null;
  return present([...matrix(chosen, back), ...matrix(fullest, most), ...scale.marks, note]);
}

/** @param {Facts} facts */
const wordOfBatch = ({ scene: { frame } }) =>
  frame && frame.batch > 1 ? [`word ${frame.instance + 1} of ${frame.batch}`] : [];
