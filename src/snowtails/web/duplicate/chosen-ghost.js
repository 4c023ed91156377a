/** Whose ghost drives along beside the Husky's: the best run's, until another or nobody's is chosen for that race. */

export const BEST = "best";
export const NOBODY = "nobody";

/** @param {string} duplicate */
const key = (duplicate) => `ghost:${duplicate}`;

/** @param {string} duplicate */
export function chosenGhost(duplicate) {
  try {
    return sessionStorage.getItem(key(duplicate)) ?? BEST;
  } catch {
    return BEST; // a browser that keeps nothing
  }
}

/** @param {string} duplicate @param {string} of BEST, NOBODY or a run */
export function chooseGhost(duplicate, of) {
  try {
    sessionStorage.setItem(key(duplicate), of);
  } catch {
    // A browser that keeps nothing: the best run drives along.
  }
}
