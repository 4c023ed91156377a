/** Whose ghost drives along beside the Husky's: the best run's, until another or nobody's is chosen for that race. */

/** @import {DuplicateRun} from "../core/types" */

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

/** The run whose ghost drives along, if any. @param {DuplicateRun[]} runs the best first @param {string} of BEST, NOBODY or a run */
export function runBeside(runs, of) {
  const others = runs.filter(({ yours }) => !yours);
  return (of === BEST ? others[0] : others.find(({ run }) => run === of)) ?? null;
}

/** @param {string} duplicate @param {string} of BEST, NOBODY or a run */
export function chooseGhost(duplicate, of) {
  try {
    sessionStorage.setItem(key(duplicate), of);
  } catch {
    // A browser that keeps nothing: the best run drives along.
  }
}
