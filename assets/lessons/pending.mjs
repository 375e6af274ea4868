/**
 * Numbers that the server is still computing as the page comes, how many of some seeds do something: they are filled in
 * later.
 */
import { all, byId } from "../shell/elements.mjs";

const PAUSE = 1500; // ms
const MOST = 200; // times that they are asked for
const WRONG = 422; // the lesson cannot be shown: loaded again, the page says why, with file and line

/** @param {Document} document */
export async function mount(document) {
  const { body } = document;
  if (body.dataset.pending === undefined) return;
  const numbers = await asked(`${location.pathname}/shares`);
  function fill() {
    for (const node of all(document, ".lesson-number[data-pending]")) {
      node.textContent = numbers[node.dataset.pending ?? ""] ?? "?";
      delete node.dataset.pending;
    }
  }
  fill();
  delete body.dataset.pending;
  // What is said of an answer comes later.
  new MutationObserver(fill).observe(byId(document, "lesson-text", HTMLElement), { childList: true, subtree: true });
}

/**
 * Their texts, by key; none where they do not come.
 * @param {string} address
 * @returns {Promise<Record<string, string>>}
 */
async function asked(address) {
  for (let times = 0; times < MOST; times++) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) return /** @type {Record<string, string>} */ (await answer.json());
    if (answer?.status === WRONG) location.reload();
    if (answer && answer.status !== 202) break;
    await new Promise((goOn) => setTimeout(goOn, PAUSE));
  }
  return {};
}
