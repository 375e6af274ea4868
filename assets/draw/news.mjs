/** What a worker that draws does not know of a theme yet. */

/** @import { Theme, ThemeTold } from "../types" */

/**
 * What tells one worker the news of a theme; null where there are none.
 * @param {Theme} theme
 * @returns {() => ThemeTold | null}
 */
export function newsOf(theme) {
  let told = "";
  return () => {
    const { version, read, normal, small, least, sign } = theme;
    const news = `${version} ${read.size} ${normal} ${small} ${least} ${sign}`;
    if (news === told) return null;
    told = news;
    return { properties: [...read], normal, small, least, sign };
  };
}
