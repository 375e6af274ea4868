/**
 * The training data: sheets of pairs, text and points, of which one is in use; and files, chosen or dropped anywhere.
 *
 * A file is read here, in the browser: it becomes the text of a sheet, as if it had been typed.
 */

import { count } from "../text/numbers.mjs";

export const KINDS = ["pairs", "text", "points"];
const NUMBERS = /^[\d\s.eE+|;-]+$/;
const HINT = "Drop a text file anywhere.";

/**
 * @param {() => number} limit the most bytes that a corpus may have
 * @param {() => void} changed called after every change of text or sheet
 */
export function mountDataSheets(document, limit, changed) {
  const areas = Object.fromEntries(KINDS.map((kind) => [kind, document.getElementById(kind)]));
  const tabs = Object.fromEntries(KINDS.map((kind) => [kind, document.getElementById(`${kind}-tab`)]));
  const fileName = document.getElementById("file-name");
  let kind = "pairs";

  function turnTo(wanted) {
    kind = wanted;
    for (const each of KINDS) {
      tabs[each].setAttribute("aria-selected", String(each === kind));
      tabs[each].tabIndex = each === kind ? 0 : -1;
      document.getElementById(`${each}-sheet`).hidden = each !== kind;
    }
    changed();
  }

  function tell(message, isProblem = false) {
    fileName.textContent = message;
    fileName.classList.toggle("problem", isProblem);
    fileName.setAttribute("role", isProblem ? "alert" : "status");
  }

  async function take(file) {
    if (!file) return;
    const most = limit();
    if (file.size > most) {
      tell(`${file.name} has ${count(file.size)} bytes; at most ${count(most)} are allowed.`, true);
      return;
    }
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      tell(`${file.name} is not a text file in UTF-8.`, true);
      return;
    }
    const wanted = !text.includes("|") ? "text" : NUMBERS.test(text) ? "points" : "pairs";
    areas[wanted].value = text;
    turnTo(wanted);
    tell(`${file.name}, ${count(file.size)} bytes. Restart to train on it.`);
    areas[wanted].scrollIntoView({ block: "nearest" });
  }

  for (const each of KINDS) {
    tabs[each].addEventListener("click", () => turnTo(each));
    tabs[each].addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      const way = event.key === "ArrowLeft" ? -1 : 1;
      const offered = KINDS.filter((other) => !tabs[other].hidden);
      turnTo(offered.at((offered.indexOf(each) + way) % offered.length));
      tabs[kind].focus();
    });
    areas[each].addEventListener("input", changed);
  }
  listenForFiles(document, take);

  return {
    kind: () => kind,
    text: () => areas[kind].value,
    area: (which) => areas[which],
    tab: (which) => tabs[which],
    /** Shows a running corpus; the other sheets are left as they are, drafts. */
    fill(running, text) {
      // A model reads words or numbers, never both.
      for (const each of KINDS) tabs[each].hidden = (each === "points") !== (running === "points");
      areas[running].value = text;
      tell(HINT);
      turnTo(running);
    },
  };
}

function listenForFiles(document, take) {
  // Made when pressed: it need not be seen.
  document.getElementById("file").addEventListener("click", () => {
    const chooser = document.createElement("input");
    Object.assign(chooser, { type: "file", accept: ".txt,.csv,.tsv,.md,text/*" });
    chooser.addEventListener("change", () => take(chooser.files[0]));
    chooser.click();
  });

  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    document.body.toggleAttribute("data-dropping", true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.removeAttribute("data-dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    document.body.removeAttribute("data-dropping");
    take(event.dataTransfer.files[0]);
  });
}
