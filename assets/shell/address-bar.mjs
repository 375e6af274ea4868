/** The address bar follows an explorer: at most once a second, and where one steps on without a rest, at the rest. */
import { write } from "./address.mjs";
import { AT_REST, throttled } from "./throttled.mjs";
import { ADDRESS_EVERY, LONG_QUERY } from "./whereabouts.mjs";

/** @import { Mounted } from "./inhabit.mjs" */

/**
 * `now` writes where the explorer is, `soon` before long, `drop` not at all what is still to be written.
 * @param {Pick<Mounted, "player" | "place">} explorer
 */
export function createAddressBar(explorer) {
  const { player } = explorer;
  let moved = -Infinity; // when one moved last

  /** The browser keeps the recipe of each entry beside its address, which may be too short for it. */
  const { now, drop, soon } = throttled(ADDRESS_EVERY, async () => {
    const [{ session }, { place }] = [player, explorer];
    if (!session || !place) return;
    const url = await write(place, session.view);
    if (session === player.session) history.replaceState({ query: session.query }, "", url);
  });

  return {
    now,
    drop,
    soon() {
      const before = moved;
      moved = performance.now();
      const goesOn = !player.playing && moved - before < AT_REST;
      soon(goesOn || (explorer.place?.query.length ?? 0) > LONG_QUERY);
    },
  };
}
