/** Made by scripts/wire.py from the messages that the server declares; do not edit. */

/** What is left out of a Move where it is usual. */
export const USUAL_MOVE = { price: 0, drift: 0, bonus: 0, stop: null, dents: [], wrecked: false, finished: false, place_before: null, place_after: null, draws: 0, discards: 0 };
/** What is left out of a Dent where it is usual. */
export const USUAL_DENT = { speed: null, limit: null };
