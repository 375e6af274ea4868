/**
 * A watched expression: its value here, its change since the step before, and its curve over the steps of the timeline.
 */
import { element, setText } from "../../draw/figure.mjs";
import { isolated } from "../../text/direction.mjs";
import { count, exact, format } from "../../text/numbers.mjs";
import { mistake } from "../expressions/box.mjs";
import { button } from "../parts.mjs";
import { createPlot } from "../plot.mjs";

/** @import { Docked } from "../../types" */
/** @import { Curve } from "../curve.mjs" */
/** @import { Values } from "./values.mjs" */
/** @typedef {{ step: number, before: number, value: number, condition: boolean }} Now NaN where there is no value */

/**
 * @param {Docked} app
 * @param {string} expression
 * @param {() => void} drop takes it off the list
 */
export function createRow(app, expression, drop) {
  const node = element("li", "dock-watch");
  const head = node.appendChild(element("div", "dock-head"));
  const name = head.appendChild(element("code", "dock-title", isolated(expression)));
  name.title = expression;
  const value = head.appendChild(element("b", "dock-value"));
  const change = head.appendChild(element("span", "dock-delta"));
  const dropping = head.appendChild(button("×", `Watch ${expression} no more`, drop, "button small round"));
  dropping.ariaLabel = dropping.title;
  const wrong = node.appendChild(element("p", "problem"));
  const plot = createPlot(node, app);
  /** @type {{ values: Values | null, curve: Curve | null }} */
  let kept = { values: null, curve: null };

  return {
    node,
    dropping,
    /** @param {Now | null} now */
    tell(now) {
      setText(value, now ? said(now.value, now.condition) : "…");
      const by = now && !now.condition ? now.value - now.before : NaN;
      const changed = Number.isNaN(by) ? "" : `${by < 0 ? "" : "+"}${format(by)}`;
      setText(change, now ? `${changed} ${now.step ? `in step ${count(now.step)}` : "at the start"}`.trim() : "");
    },
    /** @param {Values | null} values @param {number} range @param {number} step */
    draw(values, range, step) {
      const { positions, values: numbers, condition } = values ?? { positions: [], values: [], condition: false };
      const curve =
        kept.values === values && kept.curve?.last === range
          ? kept.curve
          : { positions, values: numbers, first: 0, last: range, condition };
      kept = { values, curve };
      plot(curve, step, expression);
    },
    /** @param {unknown} error */
    refuse(error) {
      setText(value, "");
      wrong.replaceChildren(...mistake(error, expression));
    },
  };
}

/** @param {number} value @param {boolean} condition */
function said(value, condition) {
  if (Number.isNaN(value)) return "no value";
  return condition ? String(Boolean(value)) : exact(value);
}
