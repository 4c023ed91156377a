/** Waiting for a moment. */

/** Wait for some seconds. @param {number} seconds @param {AbortSignal} [signal] ends it early */
export const pause = (seconds, signal) =>
  new Promise((done) => {
    setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", done, { once: true });
  });
