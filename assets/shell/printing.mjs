/**
 * The page on paper: a handout of the step that is shown. Its layout is the style sheet's (styles/printing.css), as
 * wide as a sheet, on the screen too while the browser prepares: canvases are drawn for that room, light, with the
 * pixels of a printer.
 */

/** @import { Explorer, Session } from "../types" */

const LIGHT = "light";
const LONGEST = 600; // characters of an address on paper: of others nobody types what data they hold
const ARRANGED = ["presenting", "forked", "docked"];

/**
 * The page turns into the handout before it is printed, and back.
 * @param {Document} document
 * @param {Pick<Explorer, "host" | "theme">} app
 * @param {() => Session | null} session whose matrices get room for their rows
 * @param {() => Promise<void>} settled has the address say what is shown
 */
export function mount({ documentElement: page }, { host, theme }, session, settled) {
  const media = matchMedia("print");
  let before = page.dataset.theme;
  let left = /** @type {string[]} */ ([]); // how the page is arranged, which paper is not

  /** @param {boolean} printed */
  function turn(printed) {
    if (theme.paper === printed) return;
    if (printed) {
      before = page.dataset.theme;
      left = ARRANGED.filter((name) => host.classList.contains(name));
      const rows = session()?.parameters.map(({ shape }) => shape[0]) ?? [];
      host.style.setProperty("--rows", String(Math.max(0, ...rows)));
      settled().then(() => {
        const { href } = location;
        host.style.setProperty("--address", JSON.stringify(href.length < LONGEST ? href : ""));
      });
    }
    const solutions = host.querySelector(".dock-solutions")?.checkVisibility();
    host.classList.toggle("printing-solutions", printed && solutions === true);
    page.dataset.theme = printed ? LIGHT : before;
    host.classList.toggle("printing", printed);
    for (const name of left) host.classList.toggle(name, !printed);
    theme.paper = printed;
    theme.reread(); // at once: there is no frame in between
  }

  addEventListener("beforeprint", () => turn(true));
  addEventListener("afterprint", () => turn(false));
  media.addEventListener("change", () => turn(media.matches));
}
