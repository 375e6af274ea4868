/**
 * Projection: input and output vectors of all words in the plane of two principal components, with trails, labels that don't
 * cover each other, and the parallelogram of an analogy. What the picture shows follows from the scene; only the places of
 * labels remember where they were, so that they don't jump about.
 */
import { setFont, small, watchPointer } from "../../draw/canvas.mjs";
import { role } from "../../draw/colours.mjs";
import { createButtons, createFigure, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { createTrails, extent, frameOf, project, sharesOf, vectorSets } from "../../maths/points.mjs";
import { askedRows, vectorsOf } from "../../maths/rows.mjs";
import { shareOfWords, shortName, wordId } from "../../text/names.mjs";
import { count, exact, short } from "../../text/numbers.mjs";
import { drawAnalogy, drawAxes, drawAxisNames, drawLabels, drawPoints, drawTrails, labelWidths, Occupied } from "./draw.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const REACH = 10; // px from a point at which it is hit
const [SIDES, ABOVE, BELOW] = [20, 10, 6]; // px around the points
const KINDS = { input: "input vector", output: "output vector" };

export function mount(root, app) {
  const { area } = createFigure(root, "projection");
  let widths = { key: "", session: null, sets: null };
  let strip = { version: -1, width: 0, height: 0 }; // the key's, and as much height of the bottom is kept free of points
  let memory = { session: null, step: 0, places: new Map() };
  const painter = createPainter(app, area, "Projection of the word vectors on two principal components", { draw, show });
  const { surface } = painter;
  const setTable = accessibleTable(app, root, "Projection");
  const trailsOf = createTrails();

  const key = area.appendChild(element("div", "figure-key"));
  const choices = [["input", "input", "Show or hide the input vectors", "key-input"], ["output", "output", "Show or hide the output vectors", "key-output"]];
  const showKey = createButtons(key, "Vectors shown", choices, (pressed) => {
    const other = pressed === "input" ? "output" : "input";
    // Hiding the only set that is left would leave nothing: it brings the other one back instead.
    app.setView({ show: showOf(painter.scene) === "both" ? other : "both" });
  });

  function draw(context, scene) {
    if (surface.width < 60 || surface.height < 40) return null;
    const picture = scene.projection && compose(context, scene);
    if (!picture) return drawNothing(context, scene);
    const occupied = new Occupied(surface.width, surface.height);
    occupied.mark(0, picture.foot, surface.width, strip.height);
    drawAxes(context, picture, occupied);
    drawTrails(context, picture);
    drawAnalogy(context, picture, occupied);
    drawPoints(context, picture, occupied);
    drawAxisNames(context, picture, occupied);
    const { places, omitted } = drawLabels(context, picture, occupied, picture.remembered);
    drawNote(context, scene, picture, omitted);
    return { picture, places };
  }

  function show({ picture, places }, scene) {
    const shown = showOf(scene);
    showKey((kind) => shown === "both" || shown === kind);
    if (picture) key.classList.toggle("nodes", picture.sets.some(({ words }) => !words));
    if (places) memory = { session: scene.session, step: scene.step, places };
    setTable(["word", "vector", "PC1", "PC2"], () => (picture ? tableRows(picture) : []), scene.playing);
    pointer.refresh();
  }

  /** Everything that is drawn, in one object: the sets with their places, what is lit, and the frame that holds it all. */
  function compose(context, scene) {
    const { session, projection } = scene;
    const wanted = showOf(scene);
    const size = small(context);
    if (strip.version !== surface.version) strip = { version: surface.version, width: key.offsetWidth, height: key.offsetHeight };
    const kinds = vectorSets(session, scene.view.fit).filter(({ name }) => scene.weights[name]);
    const matrixOf = ({ name }) => vectorsOf(session, name, scene.weights[name]);
    if (matrixOf(kinds[0]).columns !== projection.mean.length) return null; // axes of another space are still on their way
    const trails = trailsOf(scene, kinds);
    const sets = kinds.map((set) => ({
      ...set,
      places: project(matrixOf(set), projection),
      visible: wanted === "both" || wanted === set.kind,
      touched: scene.frame?.touched(set.name) ?? null,
      ...namesOf(context, scene, set),
    }));
    if (!sets.some(({ visible }) => visible)) sets.forEach((set) => (set.visible = true));
    const analogy = analogyOf(scene, sets);
    const arrays = sets.flatMap((set, at) => (set.visible ? [set.places, ...trails.map((step) => step[at])] : []));
    const zero = project({ rows: 1, columns: projection.mean.length, data: new Float64Array(projection.mean.length) }, projection);
    const bounds = extent([...arrays, zero, ...(analogy ? [Float64Array.from(analogy.places[3])] : [])]);
    const room = { left: SIDES, top: ABOVE, width: surface.width - 2 * SIDES, height: surface.height - ABOVE - BELOW - strip.height };
    if (!bounds.every(Number.isFinite) || room.height < 10) return null;
    const fitted = scene.view.axes === "follow" ? scene.step : Number(scene.view.axes) || 0;
    const fittedOn = scene.view.fit === "both" ? kinds : kinds.filter(({ kind }) => kind === (scene.view.fit === "output" ? "output" : "input"));
    const near = memory.session === session && Math.abs(memory.step - scene.step) <= 50;
    return {
      sets,
      trails,
      analogy,
      zero,
      size,
      words: session.words,
      share: fitted === scene.step ? projection.share : sharesOf(fittedOn.map(matrixOf), projection),
      fitted: fitted === scene.step ? null : fitted,
      width: surface.width,
      height: surface.height,
      foot: surface.height - strip.height,
      frame: frameOf(bounds, room),
      hovered: scene.hovered,
      lit: sets.map((set) => litWords(scene, set, analogy)),
      remembered: near ? memory.places : new Map(), // where labels were
      radius: (session.words.length > 60 ? 2.4 : 3.4) * (size / 11),
    };
  }

  /** Names of a set's points and their widths as ordinary labels, measured once a session and size. */
  function namesOf(context, { session, weights }, { name, words }) {
    if (widths.key !== surface.version || widths.session !== session) widths = { key: surface.version, session, sets: new Map() };
    if (!widths.sets.has(name)) {
      const names = words ? session.words : Array.from({ length: weights[name].rows }, (_, row) => shortName(session, name, row));
      widths.sets.set(name, { names, widths: labelWidths(context, names, small(context)) });
    }
    return widths.sets.get(name);
  }

  /** Words that stand out in a set, with the reason: those of the instance on its side, pinned, asked for, hovered. */
  function litWords(scene, set, analogy) {
    const lit = new Map();
    const { frame, pins, view, hovered, session } = scene;
    if (set.kind === "output") for (const row of askedRows(scene)?.slice(0, 24) ?? []) lit.set(row, "instance");
    if (!set.words) return lit;
    const asked = wordId(session, view.word);
    if (asked >= 0 && (view.of || session.network.input) === set.name) lit.set(asked, "asked");
    if (analogy?.name === set.name) for (const id of analogy.ids) lit.set(id, "analogy");
    if (set.kind === "input") for (const id of pins ?? []) lit.set(id, "pinned");
    for (const id of (set.kind === "input" ? frame?.inputs : frame?.outputs)?.slice(0, 12) ?? []) lit.set(id, "instance");
    if (hovered !== null && hovered !== undefined) lit.set(hovered, "hovered");
    return lit;
  }

  /** a, b, c and a − b + c in the plane; projecting is affine, so the sum can be made of the projected points. */
  function analogyOf({ session, view }, sets) {
    const named = String(view.analogy ?? "").split(",").map((word) => word.trim());
    const ids = named.map((word) => wordId(session, word));
    const set = sets.find(({ name }) => name === (view.of || session.network.input));
    if (ids.length !== 3 || ids.some((id) => id < 0) || !set?.visible) return null;
    const [a, b, c] = ids.map((id) => [set.places[2 * id], set.places[2 * id + 1]]);
    const predicted = [a[0] - b[0] + c[0], a[1] - b[1] + c[1]];
    return { ids, name: set.name, places: [a, b, c, predicted], text: `${named[0]} − ${named[1]} + ${named[2]}` };
  }

  function drawNothing(context, scene) {
    setFont(context, small(context));
    context.fillStyle = role(context, "muted");
    context.textAlign = "center";
    context.fillText(scene.projection ? "These vectors can't be drawn: they hold no finite numbers" : "Fitting the axes …", surface.width / 2, surface.height / 2);
    context.textAlign = "left";
    return { picture: null };
  }

  /** Beside the key: how many labels found no place, or how many words there are of how many, and how large the grid's squares are. */
  function drawNote(context, { session }, picture, omitted) {
    setFont(context, picture.size);
    context.fillStyle = role(context, "muted");
    context.textAlign = "right";
    const some = shareOfWords(picture.words.length, session) || (omitted ? `${count(omitted)} without label` : "");
    const parts = [...(some ? [some] : []), `grid ${short(picture.frame.grid)}`];
    const fits = context.measureText(parts.join(" · ")).width < surface.width - strip.width - 8;
    context.fillText(fits ? parts.join(" · ") : parts[0], surface.width, surface.height - picture.size / 2 - 2);
    context.textAlign = "left";
  }

  function tableRows(picture) {
    return picture.sets.flatMap(({ kind, names, places }) =>
      names.map((name, id) => [name, KINDS[kind], exact(places[2 * id]), exact(places[2 * id + 1])]),
    );
  }

  function pick(x, y) {
    const picture = painter.shown?.picture;
    if (!picture) return null;
    let found = null;
    let nearest = REACH ** 2;
    for (const { kind, words, names, places, visible } of picture.sets) {
      for (let id = 0; visible && id < places.length / 2; id++) {
        const distance = (picture.frame.x(places[2 * id]) - x) ** 2 + (picture.frame.y(places[2 * id + 1]) - y) ** 2;
        if (distance < nearest) [nearest, found] = [distance, { id: words ? id : null, name: names[id], kind, place: [places[2 * id], places[2 * id + 1]] }];
      }
    }
    return found;
  }

  const pointer = watchPointer(surface.canvas, {
    pick,
    hover({ id, name, kind, place }, event) {
      if (painter.scene.hovered !== id) app.hover(id);
      const lines = [name, KINDS[kind], ["PC1", exact(place[0])], ["PC2", exact(place[1])]];
      app.tooltip.show(event.clientX, event.clientY, lines);
    },
    leave() {
      app.tooltip.hide();
      app.hover(null);
    },
    click({ id }) {
      if (id === null) return;
      app.setView({ word: painter.shown.picture.words[id] });
      app.hover(id);
    },
  });

  return painter;
}

/** Which vectors are shown: "both" unless the view names one kind. */
const showOf = ({ view }) => (view.show === "input" || view.show === "output" ? view.show : "both");
