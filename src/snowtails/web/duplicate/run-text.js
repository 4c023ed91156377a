/** What is said about the runs of a duplicate race. */

import { say } from "../core/words.js";

/** @import {DuplicateRun} from "../core/types" */

/** What a run came to; alone everybody comes first. @param {DuplicateRun} run @param {boolean} alone */
export function tellRun({ place, turns, dents }, alone) {
  if (!place) return say("duplicate.wrecked");
  return alone ? say("duplicate.run.alone", { turns, dents }) : say("duplicate.run", { place, turns, dents });
}

/** By how many turns one was faster or slower; a mean is compared to a tenth. @param {number} own @param {number} other */
export function tellDifference(own, other) {
  const count = Number(Math.abs(own - other).toFixed(1));
  if (!count) return say("trial.level");
  return own > other ? say("trial.slower", { count }) : say("trial.faster", { count });
}
