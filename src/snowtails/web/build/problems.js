/** What is wrong with a course, at which tile, with a button that mends it. */

import { fill, make } from "../core/dom.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { say, sayOr } from "../core/words.js";

/** @import {Draft, DraftProblem, DraftRepair} from "../core/types" */

/** One thing that is wrong, in the language that is spoken. @param {DraftProblem} problem */
function tell({ code, tile, message, facts }) {
  const what = sayOr(`problem.${code}`, message, facts);
  return tile === null || what === message ? what : say("problem.on", { tile, what });
}

/** @param {DraftRepair} repair */
const tellRepair = ({ code, tile }) => sayOr(`build.repair.${code}`, code, { tile: tile ?? 0 });

/**
 * What is wrong at a tile, in a sentence, and a button that mends it.
 * @param {DraftProblem} problem
 * @param {(repair: DraftRepair) => void} repaired
 */
export function makeCallout(problem, repaired) {
  const { repair } = problem;
  return [
    make("p", {}, tell(problem)),
    ...(repair ? [make("button", { type: "button", class: "repair", onclick: () => repaired(repair) }, tellRepair(repair))] : []),
  ];
}

/** @param {{ chosen: (tile: number) => void, repaired: (repair: DraftRepair) => void }} told */
export function makeProblems(told) {
  const state = make("p", { class: "build-state", role: "status" });
  const list = reachWhileScrolling(make("ul", { class: "problems" }));
  const element = make("section", { class: "problems-panel", "aria-label": say("build.problems") }, state, list);

  /**
   * @param {DraftProblem} problem
   * @param {string} kind
   * @param {number} last number of the last tile before the finish
   * @param {DraftRepair | null} repair none if another row has the same
   */
  function makeRow(problem, kind, last, repair) {
    const { tile } = problem;
    return make(
      "li",
      { class: kind },
      make("span", { class: "problem-sign", "aria-hidden": "true" }, kind === "wrong" ? "✕" : "!"),
      make("span", { class: "problem-told" }, tell(problem)),
      tile && tile <= last ? make("button", { type: "button", class: "plain", onclick: () => told.chosen(tile - 1) }, say("build.showTile")) : null,
      repair ? make("button", { type: "button", class: "repair", onclick: () => told.repaired(repair) }, tellRepair(repair)) : null,
    );
  }

  return {
    element,
    /** @param {Draft} draft */
    show(draft) {
      const { problems, warnings, sound, tiles, in_box, solo } = draft;
      const facts = [say("course.length", { count: tiles.length }), say(in_box ? "build.inBox" : "build.notInBox"), solo ? say("build.solo") : ""].filter(
        Boolean,
      );
      // Whoever has not begun yet has made no mistake.
      const empty = !tiles.length;
      const verdict = sound ? say("build.sound", { facts: facts.join(" · ") }) : say("build.unsound", { count: problems.length });
      state.textContent = empty ? say("build.empty") : verdict;
      state.classList.toggle("wrong", !sound && !empty);
      const offered = new Set();
      const rows = (empty ? [] : [...problems, ...warnings]).map((each, i) => {
        const same = each.repair && JSON.stringify(each.repair);
        const repair = same && !offered.has(same) ? each.repair : null;
        offered.add(same);
        return makeRow(each, i < problems.length ? "wrong" : "warned", tiles.length, repair);
      });
      fill(list, ...rows);
    },
  };
}
