/**
 * The page's explorer as a component of Dash has it: where it is and what is shown large, and how a callback leads it
 * elsewhere.
 */

import { Refused } from "../sources/errors.mjs";
import { readPlace } from "./attributes.mjs";

/** @import { PlaceAsked } from "../types" */
/** @import { Host } from "./component.mjs" */
/** @import { Mounted } from "./inhabit.mjs" */
/**
 * @typedef {{ asked?: object | null }} Figures `asked`: the figure that is wanted large, null when it is none any more
 */
/**
 * @typedef {{ explorer: Mounted, figures: Figures, followers: Set<() => void>,
 *   open: (place: PlaceAsked, how: { push: boolean }) => void, trouble: (error: unknown) => void }} Hosting the page
 */

/** @param {Hosting} page @returns {Host} */
export function hostOf(page) {
  const { explorer, figures, followers } = page;
  return {
    get place() {
      return explorer.place && { ...explorer.place, enlarged: figures.asked };
    },
    on(changed) {
      const stop = explorer.on("place", changed);
      followers.add(changed);
      return () => {
        stop();
        followers.delete(changed);
      };
    },
    go: (properties) => {
      const { place, problems } = readPlace(properties);
      if (problems.length) {
        page.trouble(new Refused(problems));
        return;
      }
      page.open(/** @type {PlaceAsked} */ (place), { push: place.query !== explorer.place?.query });
    },
  };
}
