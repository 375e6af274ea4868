/** The page of a lesson in one file: its runs are records that stand in the page. */
import { begin } from "../lessons/lesson.mjs";
import { all } from "../shell/elements.mjs";
import { RecordedRuns } from "./runs.mjs";

/** @type {Map<string, string>} */
const records = new Map();
for (const { dataset, textContent } of all(document, "script[data-queries]"))
  for (const query of /** @type {string[]} */ (JSON.parse(dataset.queries ?? "[]")))
    records.set(query, textContent ?? "");
begin(document, new RecordedRuns(records), document.body.dataset.program);
