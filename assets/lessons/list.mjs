/** The list of lessons: how far one is in each of them, which only this browser knows. */
import { element } from "../draw/figure.mjs";
import { percent } from "../text/numbers.mjs";
import { all } from "../shell/elements.mjs";
import * as theme from "../shell/theme.mjs";
import { shareIn } from "./course.mjs";
import { kept } from "./keeping.mjs";

theme.begin();
for (const item of all(document, "[data-lesson]")) {
  const share = shareIn(kept(item.dataset.lesson ?? ""));
  if (!share) continue;
  const note = item.querySelector("a")?.parentElement?.appendChild(element("span", "lesson-so-far"));
  if (note) note.textContent = share === 1 ? "done" : `${percent(share)} done`;
}
