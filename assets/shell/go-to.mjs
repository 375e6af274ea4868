/** The box that goes to a step. What is none stays there to be mended; Enter tells what is allowed. */
import { count, countIn } from "../text/numbers.mjs";

/** @import { Player } from "../player/player.mjs" */

/**
 * @param {HTMLElement | null} box
 * @param {Player} player
 * @param {AbortSignal} signal
 */
export function mountGoTo(box, player, signal) {
  if (!(box instanceof HTMLInputElement)) return;
  const told = () => {
    const { step: last = Infinity, spans } = player.session?.limits ?? {};
    const most = spans ? Infinity : last; // what a record does not hold is told where one goes
    const step = countIn(box.value);
    const isNone = box.value.trim() !== "" && (step === null || step > most);
    box.ariaInvalid = String(isNone);
    box.setCustomValidity(isNone ? `A number of steps: 0 to ${count(last)}.` : "");
    return isNone ? null : step;
  };
  box.addEventListener("input", told, { signal });
  box.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter") return;
      const step = told();
      box.reportValidity();
      if (step === null) return;
      box.value = "";
      box.blur(); // the keys move on from there
      player.pause();
      player.settle(step);
    },
    { signal },
  );
}
