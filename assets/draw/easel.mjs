/** What pictures are inked on, one after the other: what lies below them is kept while its key stays. */
import { createLayer } from "./canvas.mjs";
import { draw } from "./marks.mjs";

/** @import { Context, Drawn, Sized } from "../types" */

/**
 * @param {Sized} surface
 * @returns {(context: Context, picture: Drawn) => void} inks a picture on what is ready for one of the surface's size
 */
export function createEasel(surface) {
  /** @type {ReturnType<typeof createLayer> | null} */
  let layer = null; // with the ground of the pictures, where they have one
  return (context, { ground, marks }) => {
    if (ground) {
      layer ??= createLayer(surface);
      layer.keep(ground.key, (kept) => draw(kept, ground.marks()));
      layer.stamp(context);
    }
    draw(context, marks);
  };
}
