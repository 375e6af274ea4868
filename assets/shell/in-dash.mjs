/**
 * What an app of Dash loads to show explorers: the component, and the script of the element that it is. The server
 * links this as a plain script, since Dash asks for its components before modules have run.
 */
import { Explorer } from "./component.mjs";

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
document.head.append(
  Object.assign(document.createElement("script"), { type: "module", src: new URL("element.mjs", src).href }),
);
Object.assign(globalThis, { wevi_explorer: { Explorer } });
