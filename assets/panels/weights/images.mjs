/** The heatmaps' images: a small canvas each, a pixel a cell, which the browser enlarges under the text. */
import { contextOf } from "../../draw/context.mjs";
import { putPixels } from "../../draw/marks.mjs";

/** @import { Theme } from "../../types" */
/** @import { Pixels } from "./compose.mjs" */

/** What shows images in an element, in as many canvases as there are. @param {Theme} theme @param {Element} parent */
export function createImages(theme, parent) {
  /** @type {ReturnType<typeof createImage>[]} */
  const made = [];
  /** @param {Pixels[]} images */
  return (images) => {
    while (made.length > images.length) made.pop()?.canvas.remove();
    while (made.length < images.length) made.push(createImage(theme, parent));
    images.forEach((image, i) => made[i].paint(image));
  };
}

/** @param {Theme} theme @param {Element} parent */
function createImage(theme, parent) {
  const canvas = theme.document.createElement("canvas");
  parent.prepend(canvas); // under the text
  canvas.className = "heat-image";
  canvas.setAttribute("aria-hidden", "true");
  const context = contextOf(canvas);
  /** @type {ImageData | null} */
  let data = null;
  let written = "";
  return {
    canvas,
    /** @param {Pixels} image */
    paint(image) {
      const { box, columns, rows } = image;
      if (data?.width !== columns || data.height !== rows) {
        Object.assign(canvas, { width: columns, height: rows });
        data = context.createImageData(columns, rows);
      }
      putPixels({ theme }, context, data, image);
      const style = `left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`;
      if (style !== written) canvas.style.cssText = written = style;
    },
  };
}
