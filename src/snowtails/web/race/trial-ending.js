/** The end of a time trial: what it took, beside the par of the course and the runs that drove along. */

import { get, insist } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { say } from "../core/words.js";
import { chosenGhost, runBeside } from "../duplicate/chosen-ghost.js";
import { tellDifference, tellRun } from "../duplicate/run-text.js";
import { fetchLibrary } from "../library/library.js";
import { makePodium } from "./podium.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Duplicate, DuplicateRun, View} from "../core/types" */

/**
 * @param {View} view
 * @param {AbortSignal} signal the screen is left
 */
export function makeTrialEnding(view, signal) {
  const compared = make("ul", { class: "behind compared", "aria-label": say("trial.compared") });
  void compare(view, signal).then((rows) => fill(compared, ...rows));
  return make("div", {}, makePodium(view, standingsOf(view)), compared);
}

/** On the podium stands what a time trial is about. @param {View} view */
function standingsOf({ race }) {
  const shown = say("trial.turns", { count: turnsOf(race) });
  const told = say("replay.dents", { count: race?.sleds[0]?.dents ?? 0 });
  return (race?.standings ?? []).map((own) => (own.place ? { ...own, shown, told } : own));
}

/** Alone, each round is a turn. @param {View["race"]} race */
const turnsOf = (race) => race?.round ?? 0;

/** @param {View} view @param {AbortSignal} signal */
async function compare({ duplicate, options, race }, signal) {
  const [library, found] = await Promise.all([fetchLibrary(signal), insist(() => get(`/api/duplicates/${duplicate}`), signal)]);
  const raced = library.ok ? library.value.courses.find(({ line }) => line === options.course.line) : undefined;
  const par = raced?.figures?.par ?? null;
  const { husky, runs } = found.ok ? /** @type {Duplicate} */ (found.value) : { husky: null, runs: [] };
  const beside = runBeside(runs, chosenGhost(duplicate ?? ""));
  const arrived = race?.standings[0]?.place ? turnsOf(race) : null;
  const difference = (/** @type {number} */ turns) => (arrived === null ? "" : tellDifference(arrived, turns));
  const ghost = (/** @type {DuplicateRun} */ run, /** @type {string} */ name, /** @type {Element} */ face) =>
    makeRow(face, name, tellRun(run, true), run.place ? difference(run.turns) : "");
  const huskyName = say("duplicate.ghost.husky");
  return [
    par === null ? null : makeRow("⚑", say("trial.par"), say("trial.turns", { count: Number(par.toFixed(1)) }), difference(par)),
    husky && ghost(husky, huskyName, makeFace({ seat: 0, kind: "musher", name: "husky" }, huskyName)),
    beside &&
      ghost(beside, say("duplicate.ghost.of", { name: beside.name }), makeFace({ seat: 0, kind: "person", name: beside.name, dog: beside.dog }, beside.name)),
  ];
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
