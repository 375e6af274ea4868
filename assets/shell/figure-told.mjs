/** A figure of Plotly with curves is one picture with these in words: the numbers of its axes tell nobody anything. */

/** @typedef {Element & { layout?: { meta?: { told?: string } } }} Drawn */

/** @param {Drawn | null} figure whenever Plotly has drawn it; without curves its words stay what is read */
export function tellFigure(figure) {
  const [first, ...others] = figure?.querySelectorAll(".main-svg") ?? [];
  const told = figure?.layout?.meta?.told || null;
  if (!first || first.ariaLabel === told) return;
  first.role = told && "img";
  first.ariaLabel = told;
  for (const other of others) other.ariaHidden = told && "true";
}
