/** The end of a time trial: what it took, beside the par of the course and the runs that drove along. */

import { get, insist } from "../core/api.js";
import { make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { say } from "../core/words.js";
import { chosenGhost, runBeside } from "../duplicate/chosen-ghost.js";
import { tellDifference, tellRun } from "../duplicate/run-text.js";
import { ownTurns } from "./ending-text.js";
import { makePodium } from "./podium.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Duplicate, DuplicateRun, LibraryCourse, View} from "../core/types" */

/**
 * @param {View} view
 * @param {Promise<LibraryCourse | null>} course on which it was driven, if the library has it
 * @param {AbortSignal} signal the screen is left
 */
export function makeTrialEnding(view, course, signal) {
  const compared = make("ul", { class: "behind compared", "aria-label": say("trial.compared") });
  // Each row is shown as soon as it is known, par above the ghosts.
  void course.then((found) => compared.prepend(...parOf(view, found)));
  void ghostsOf(view, signal).then((rows) => compared.append(...rows));
  return make("div", {}, makePodium(view, standingsOf(view)), compared);
}

/** On the podium stands what a time trial is about; alone, each round is a turn. @param {View} view */
function standingsOf({ race }) {
  const shown = say("trial.turns", { count: race?.round ?? 0 });
  const told = say("replay.dents", { count: race?.sleds[0]?.dents ?? 0 });
  return (race?.standings ?? []).map((own) => (own.place ? { ...own, shown, told } : own));
}

/** How one's own run compares; nothing for onlookers. @param {View} view @param {number} turns */
function differenceFrom(view, turns) {
  const own = ownTurns(view);
  return own === null ? "" : tellDifference(own, turns);
}

/** @param {View} view @param {LibraryCourse | null} course */
function parOf(view, course) {
  const par = course?.figures?.par ?? null;
  return par === null ? [] : [makeRow("⚑", say("trial.par"), say("trial.turns", { count: Number(par.toFixed(1)) }), differenceFrom(view, par))];
}

/** The runs that drove along: the Husky's, and for whoever drove the one beside it. @param {View} view @param {AbortSignal} signal */
async function ghostsOf(view, signal) {
  const answer = await insist(() => get(`/api/duplicates/${view.duplicate}`, signal), signal);
  if (!answer.ok) return [];
  const { husky, runs } = /** @type {Duplicate} */ (answer.value);
  const ghost = (/** @type {DuplicateRun} */ run, /** @type {string} */ name, /** @type {Element} */ face) =>
    makeRow(face, name, tellRun(run, true), run.place ? differenceFrom(view, run.turns) : "");
  const rows = [];
  const huskyName = say("duplicate.ghost.husky");
  if (husky) rows.push(ghost(husky, huskyName, makeFace({ seat: 0, kind: "musher", name: "husky" }, huskyName)));
  // To onlookers the best run may be the very one they see.
  const beside = view.you.seat === null ? null : runBeside(runs, chosenGhost(view.duplicate ?? ""));
  if (beside) {
    const { name, dog } = beside;
    rows.push(ghost(beside, say("duplicate.ghost.of", { name }), makeFace({ seat: 0, kind: "person", name, dog }, name)));
  }
  return rows;
}

/** @param {Child} mark @param {string} name @param {string} told @param {string} difference */
const makeRow = (mark, name, told, difference) =>
  make(
    "li",
    {},
    make("span", { class: "compared-mark", "aria-hidden": "true" }, mark),
    make("b", {}, name),
    make("span", { class: "compared-told" }, told),
    make("span", { class: "difference" }, difference),
  );
