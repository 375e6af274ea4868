/** What the page tells Dash's components; what it says before they are there, they hear then. */

/** @typedef {Record<string, unknown>} Properties */

/** @type {Map<string, Properties>} */
const untold = new Map(); // by the id of a component
let present = false;

/** Set properties of one of Dash's components. @param {string} id @param {Properties} properties */
export function tell(id, properties) {
  if (present) dash_clientside.set_props(id, properties);
  else untold.set(id, { ...untold.get(id), ...properties });
}

/** Dash's components have taken their places. */
export function toldFromNow() {
  present = true;
  for (const [id, properties] of untold) tell(id, properties);
  untold.clear();
}
