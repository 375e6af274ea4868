/** Sigmoid: the table that the program looks answers up in, the zones outside it, and the questions of this step. */
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { sigmoid } from "../../../maths/exponential.mjs";
import { rowName } from "../../../text/names.mjs";
import { exact } from "../../../text/numbers.mjs";
import { compose } from "./compose.mjs";

/** @import { Explorer, Panel, Picture, Scene } from "../../../types" */
/** @import { Question } from "./compose.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  /** @type {Picture<{ questions: Question[] }>} */
  const painter = createPainter(app, root, "Sigmoid: the table, and the questions of this step", { compose, show });
  const setTable = accessibleTable(app, root, "Sigmoid");

  /** @param {{ questions: Question[] }} picture @param {Scene} scene */
  function show({ questions }, { session, playing }) {
    const rows = () =>
      questions.map(({ row, u, y, e }) => [
        rowName(session, session.network.output, row),
        ...[u, y, sigmoid(u), e].map(exact),
      ]);
    setTable(["asked", "u", "answer", "σ(u)", "error"], rows, playing);
  }
  return painter;
}
