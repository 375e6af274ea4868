/** A figure of Plotly is one picture with what it shows in words: its axes' numbers, in a row, tell nobody anything. */

/** @typedef {Element & { layout?: { meta?: { told?: string } } }} Drawn */

/** @param {Drawn | null} figure once Plotly has drawn it, again where it has drawn it anew */
export function describe(figure) {
  const [first, ...others] = figure?.querySelectorAll(".main-svg") ?? [];
  const told = figure?.layout?.meta?.told;
  if (!told || !first || first.ariaLabel === told) return;
  first.role = "img";
  first.ariaLabel = told;
  for (const other of others) other.ariaHidden = "true";
}
