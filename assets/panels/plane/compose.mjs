/**
 * The picture of the plane: the numeric data where two inputs are the axes, the regions that the network's answers make
 * there and the line between them; beside it the same points as the hidden layer sees them, with the regions there.
 * Everything follows from the painted weights, so the line moves with every update. A single input is the axis of a
 * curve.
 */
import { answersOf } from "../../maths/answers.mjs";
import { axisMark, tickMarks, titleMarks } from "./axes.mjs";
import { boxesOf, frameFor } from "./frame.mjs";
import { pointMarks } from "./points.mjs";
import { curveMarks, regionMarks } from "./regions.mjs";
import { hiddenChoices, hiddenSpace, inputPairs, inputSpace } from "./spaces.mjs";
import { unitMarks } from "./units.mjs";

/** @import { Answered, Mark, Measure, Room, Scene } from "../../types" */
/** @import { FramedSpace } from "./frame.mjs" */
/**
 * @typedef {{ inputs: string[], hidden: string[], plane: string, hiddenPlane: string | null }} Chosen what may stand on
 *   the axes of the two planes, and what does
 */
/** @typedef {{ marks: Mark[], answers: Answered, spaces: FramedSpace[], chosen: Chosen }} PlanePicture */

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @returns {PlanePicture | null}
 */
export function compose(scene, room, measure) {
  const { words, network } = scene.session;
  if (words.length || !network.layers.length || room.width < 80 || room.height < 60) return null;
  const answers = answersOf(scene);
  const chosen = chosenAxes(scene, answers);
  const past = scene.before && spacesOf(scene, answersOf(scene, scene.before), chosen);
  const unframed = spacesOf(scene, answers, chosen);
  const boxes = boxesOf(unframed.length, room, measure.small);
  const spaces = unframed.map((space, at) => {
    return { ...space, frame: frameFor(space, answers, boxes[at], past?.[at] ?? null, measure.small) };
  });
  return { marks: spaces.flatMap((space) => spaceMarks(scene, answers, space, measure)), answers, spaces, chosen };
}

/**
 * @param {Scene} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function spaceMarks(scene, answers, space, measure) {
  const { flat, inner } = space.frame;
  const ground = flat ? curveMarks(scene, answers, space) : regionMarks(scene, answers, space);
  const ofInputs = !flat && space.title === "inputs";
  const units = ofInputs ? unitMarks(scene, space, measure) : { marks: [], taken: [] };
  return [
    { mark: "clip", box: inner, marks: [...ground, axisMark(space)] },
    ...units.marks,
    ...tickMarks(space, measure),
    ...pointMarks(scene, answers, space, units.taken, measure),
    ...titleMarks(scene.session, answers, space, measure),
  ];
}

/** @param {Scene} scene @param {Answered} answers @returns {Chosen} */
function chosenAxes({ session, view }, { data }) {
  const [inputs, hidden] = [inputPairs(data.width), hiddenChoices(session)];
  const hiddenPlane = hidden.length ? choose(hidden, view.hiddenPlane) : null;
  return { inputs, hidden, plane: choose(inputs, view.plane), hiddenPlane };
}

/** @param {string[]} choices @param {string | undefined} wanted */
const choose = (choices, wanted) => (wanted !== undefined && choices.includes(wanted) ? wanted : choices[0]);

/** @param {Scene} scene @param {Answered} answers @param {Chosen} chosen */
function spacesOf(scene, answers, { plane, hiddenPlane }) {
  const spaces = [inputSpace(scene, answers, plane)];
  return hiddenPlane ? [...spaces, hiddenSpace(scene, answers, hiddenPlane)] : spaces;
}
