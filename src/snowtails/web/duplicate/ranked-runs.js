/** In which order the runs of a duplicate race stand. */

/** @import {DuplicateRun} from "../core/types" */

/**
 * The runs with the Husky's among them, which stands before those level with it.
 * @param {DuplicateRun[]} runs the best first
 * @param {DuplicateRun | null} husky
 * @returns {{ run: DuplicateRun, ghost: boolean }[]}
 */
export function rankedRuns(runs, husky) {
  const ranked = runs.map((run) => ({ run, ghost: false }));
  if (!husky) return ranked;
  const before = ranked.filter(({ run }) => run.rank < husky.rank);
  return [...before, { run: husky, ghost: true }, ...ranked.slice(before.length)];
}
