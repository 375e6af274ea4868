/** What one draws with. */

/** @import { Canvas, Context, Style } from "../types" */

/**
 * What one draws on a canvas with; an Error where the browser has none left to give.
 * @param {Canvas} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function contextOf(canvas, settings) {
  const context = /** @type {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null} */ (
    canvas.getContext("2d", settings)
  );
  if (!context) throw new Error("The browser gives no canvas to draw on.");
  return context;
}

/** A canvas' context that knows its theme. @param {Canvas} canvas @param {Style} theme @returns {Context} */
export const themed = (canvas, theme) => Object.assign(contextOf(canvas), { theme, face: null });
