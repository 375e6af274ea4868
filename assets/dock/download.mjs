/** @import { Explorer } from "../types" */

/**
 * A text as a file of the visitor's.
 * @param {Pick<Explorer, "theme">} app
 * @param {string} name
 * @param {string} text comma-separated values
 */
export function download({ theme }, name, text) {
  const link = theme.document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
