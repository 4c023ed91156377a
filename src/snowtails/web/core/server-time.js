/** The server's time. Clocks of devices differ, and whatever runs out does so by the server's. */

/** Seconds by which the server's clock is ahead of ours, as far as is known. */
let ahead = Number.NEGATIVE_INFINITY;

const own = () => Date.now() / 1000;

/** Learn that the server's clock has passed a time; the latest such news is the best. @param {number} seconds */
export function passed(seconds) {
  if (seconds - own() > ahead) ahead = seconds - own();
}

/** The server's time in seconds since 1970. */
export const now = () => own() + (Number.isFinite(ahead) ? ahead : 0);
