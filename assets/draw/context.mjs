/**
 * What one draws on a canvas with; an Error where the browser has none left to give.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function contextOf(canvas, settings) {
  const context = canvas.getContext("2d", settings);
  if (!context) throw new Error("The browser gives no canvas to draw on.");
  return context;
}
