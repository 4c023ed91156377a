/** What the coach says, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsWord, playWord } from "../../src/snowtails/web/coach/luck.js";
import { optionName, percent, tellReason } from "../../src/snowtails/web/coach/reason.js";

/** @import {CoachFact, CoachOption} from "../../src/snowtails/web/core/types" */

/** @param {string} decision @param {string | null} space @param {number} win @returns {CoachOption} */
const option = (decision, space, win) => ({ decision, space, places: [win, 1 - win], worlds: 96 });

/** @param {Partial<CoachFact> & Pick<CoachFact, "code">} told @returns {CoachFact} */
const fact = (told) => ({ dents: 0, turns: 0, spaces: 0, limit: 0, speed: 0, other: 0, chance: 0, place: 0, cards: [], count: 0, ...told });

const best = option("2L:^^", "5b2", 0.62);
const other = option("5R:>^", "5c3", 0.55);

test("chances are told in percent, and small ones are not nothing", () => {
  assert.equal(percent(0.123), "12 %");
  assert.equal(percent(0), "0 %");
  assert.equal(percent(0.001), "< 1 %");
});

test("options are named so that two are not taken for each other", () => {
  assert.equal(optionName(best), "tile 5, lane 2");
  assert.equal(optionName(option("3B", "5b3", 0.5), best), "tile 5, lane 2, space 3");
  assert.equal(optionName(option("3B", "5b2", 0.5), best), "3 on brake");
  assert.equal(optionName(option("@4", "0d1", 0.5)), "Start space 4");
  assert.equal(optionName(option("x35", null, 0.5)), "discard 3 and 5");
});

test("a reason names what was compared, and how both differ", () => {
  const brakes = fact({ code: "brakes", limit: 4, spaces: 3, speed: 4, other: 6, dents: 0.8 });
  const keeps = fact({ code: "keeps", cards: [3, 3] });
  assert.equal(
    tellReason({ other, even: false, facts: [brakes, keeps] }, best),
    "Against tile 5, lane 3 (55 %), it brakes for the bend of 4 in 3 spaces, with 4 on the mat instead of 6, and so takes 0.8 fewer dents in the next rounds; keeps two 3s.",
  );
  assert.equal(tellReason({ other: null, even: true, facts: [] }, best), "There is nothing else to decide.");
  assert.equal(tellReason({ other, even: true, facts: [] }, best), "As good: tile 5, lane 3 (55 %).");
  assert.equal(tellReason({ other, even: true, facts: [keeps] }, best), "As good: tile 5, lane 3 (55 %); this one keeps two 3s.");
  assert.equal(tellReason({ other, even: false, facts: [] }, best), "In thought it does better than tile 5, lane 3 (55 %).");
});

test("luck and play are told apart", () => {
  assert.deepEqual([1, 0.1, -1].map(cardsWord), ["good", "usual", "bad"]);
  assert.deepEqual([0, 0.2, 0.9].map(playWord), ["sharp", "fair", "loose"]);
});
