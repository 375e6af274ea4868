/** The elements of the form. */
import { element } from "../draw/figure.mjs";
import { WAYS } from "../text/ways.mjs";

/** @import { Predicted } from "../types" */
/** @typedef {ReturnType<typeof createParts>} Parts */

/** @param {{ changed: (part: string) => void, submit: () => void, leave: () => void }} does */
export function createParts({ changed, submit, leave }) {
  const root = element("section", "panel predict");
  root.setAttribute("aria-label", "Prediction");
  root.tabIndex = -1;
  const form = root.appendChild(element("form", "predict-form"));
  form.noValidate = true;
  const title = form.appendChild(element("p"));
  /** @param {string} part @param {string} label */
  const chooser = (part, label) => {
    const select = form.appendChild(element("select", "select"));
    select.setAttribute("aria-label", label);
    select.addEventListener("change", () => part && changed(part));
    return select;
  };
  const [kind, name] = [chooser("kind", "What is predicted"), chooser("name", "Of what")];
  const [row, column] = [chooser("row", "Row"), chooser("column", "Column")];
  const note = form.appendChild(element("span", "predict-note"));
  const ways = form.appendChild(waysOf());
  const first = chooser("", "Your answer");
  const number = form.appendChild(element("input", "entry"));
  Object.assign(number, { type: "text", inputMode: "decimal", autocomplete: "off", placeholder: "your number" });
  number.setAttribute("aria-label", "Your number");
  const press = form.appendChild(element("button", "button primary"));
  press.title = "Show the stage, and whether it is so";
  const score = form.appendChild(element("span", "predict-score"));
  const close = form.appendChild(element("button", "button"));
  Object.assign(close, { type: "button", textContent: "Close", title: "Uncover the numbers (g)" });
  const said = root.appendChild(element("p", "predict-said"));
  said.setAttribute("role", "status");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  close.addEventListener("click", leave);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  });

  const radios = [...ways.querySelectorAll("input")];
  const fields = { direction: radios[0], order: first, value: number };
  return {
    ...{ root, title, kind, name, row, column, note, ways, first, number, press, score, said },
    /** What is answered; "" for nothing. @param {Predicted["kind"]} asked */
    answer: (asked) =>
      asked === "direction" ? (radios.find(({ checked }) => checked)?.value ?? "") : fields[asked].value,
    /** There is no answer that can be read. @param {Predicted["kind"]} asked */
    refuse(asked) {
      fields[asked].setAttribute("aria-invalid", "true");
      fields[asked].focus();
    },
    clear() {
      for (const radio of radios) radio.checked = false;
      first.value = number.value = "";
      for (const field of Object.values(fields)) field.removeAttribute("aria-invalid");
    },
  };
}

function waysOf() {
  const group = element("fieldset", "predict-ways");
  group.setAttribute("aria-label", "Your answer");
  for (const way of WAYS) {
    const label = group.appendChild(element("label"));
    const radio = label.appendChild(element("input"));
    Object.assign(radio, { type: "radio", name: "predicted-way", value: way });
    label.append(way);
  }
  return group;
}
