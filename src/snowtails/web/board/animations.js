/** What moves at the moment, so that it can be skipped. */

/** @type {Set<Animation>} */
const running = new Set();

/** Let everything that moves arrive at once. */
export function skip() {
  for (const animation of running) animation.finish();
}

/** Wait until something has arrived, or was skipped. @param {Animation} animation */
export async function arrived(animation) {
  running.add(animation);
  await animation.finished.catch(() => {});
  running.delete(animation);
}
