/** Where things stand in the gradient panel: plain geometry, without canvas or scene. */

/** @typedef {ReturnType<typeof gradientLayout>} GradientLayout */
/**
 * @typedef {{ kind: "bar", back: number } | { kind: "cell", map: "chosen" | "fullest", row: number, column: number }}
 *   GradientTarget
 */

/**
 * A chart with a bar for each number of steps back, and two matrices: beside it, or under it where the panel is narrow.
 * @param {{ width: number, height: number, text: number, widest: number, most: number }} given `widest`: width of the
 *   widest number of the chart's left axis; `most`: steps back
 */
export function gradientLayout({ width, height, text, widest, most }) {
  const tall = width < 36 * text && height > 20 * text; // then the matrices stand under the chart
  const size = Math.max(
    2 * text,
    tall ? Math.min((width - 3 * text) / 2, 0.4 * height) : Math.min(0.24 * width, height - 4.8 * text),
  );
  const chosen = tall ? (width - 2 * size) / 3 : width - 2 * size - 1.8 * text;
  const top = tall ? height - size - 2 * text : 1.6 * text;
  const fullest = tall ? width - chosen - size : width - size - 0.6 * text;
  const chart = {
    left: widest + 0.9 * text,
    right: (tall ? width : chosen) - 2.6 * text,
    top: 1.8 * text,
    bottom: (tall ? top - 1.6 * text : height) - 2.9 * text,
  };
  return {
    width,
    height,
    maps: { size, top, chosen, fullest },
    chart,
    step: (chart.right - chart.left) / (most + 1),
    most,
  };
}

/**
 * What lies at a point, or null.
 * @param {GradientLayout} layout
 * @param {number} units of the matrices
 * @param {number} x
 * @param {number} y
 * @returns {GradientTarget | null}
 */
export function pickGradient({ maps, chart, step, most }, units, x, y) {
  for (const map of /** @type {const} */ (["chosen", "fullest"])) {
    const [across, down] = [x - maps[map], y - maps.top];
    if (across < 0 || across >= maps.size || down < 0 || down >= maps.size) continue;
    const [row, column] = [down, across].map((along) => Math.floor((along / maps.size) * units));
    return { kind: "cell", map, row, column };
  }
  const back = Math.floor((x - chart.left) / step);
  return back >= 0 && back <= most && x < chart.right ? { kind: "bar", back } : null;
}
