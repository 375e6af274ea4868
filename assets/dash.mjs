/**
 * Dash, and what the page tells it.
 *
 * Dash fills what is not on the way of a frame: neighbours, analogies, the enlarged figure. Its scripts come after the
 * first picture. What it makes is moved to the places that the page keeps for it, `data-dash="<id>"`; what it is told
 * before it is there, it hears then.
 */

const untold = new Map(); // id -> properties
let present = false;

/** Set properties of one of Dash's components. */
export function tell(id, properties) {
  if (present) globalThis.dash_clientside.set_props(id, properties);
  else untold.set(id, { ...untold.get(id), ...properties });
}

/** Fetch Dash, start it, give its components their places, and tell it what has been said. */
export async function start(document) {
  const scripts = document.importNode(document.getElementById("dash-scripts").content, true).querySelectorAll("script");
  const [files, inline] = [true, false].map((wanted) => [...scripts].filter(({ src }) => Boolean(src) === wanted));
  const loaded = files.map((script) => new Promise((resolve, reject) => {
    Object.assign(script, { async: false, onload: resolve, onerror: () => reject(new Error(`${script.src} does not come.`)) });
  }));
  document.body.append(...files);
  await Promise.all(loaded);
  document.body.append(...inline);
  await settled(document);
  present = true;
  for (const [id, properties] of untold) tell(id, properties);
  untold.clear();
}

/** Resolves when each place has the component that belongs there. */
function settled(document) {
  const places = [...document.querySelectorAll("[data-dash]")];
  const made = () => places.map((place) => document.getElementById(place.dataset.dash));
  return new Promise((resolve) => {
    const look = () => {
      const components = made();
      if (!components.every(Boolean)) return;
      observer.disconnect();
      places.forEach((place, i) => place.replaceWith(components[i]));
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
