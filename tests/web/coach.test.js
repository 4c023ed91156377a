/** What the coach says, in words. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { spaced } from "../../src/snowtails/web/coach/curve.js";
import { cardsWord, playOf, pointsLost } from "../../src/snowtails/web/coach/luck.js";
import { optionName, tellBest, tellReason, winOf } from "../../src/snowtails/web/coach/reason.js";
import { say, setLanguage } from "../../src/snowtails/web/core/words.js";

/** @import {CoachFact, CoachOption} from "../../src/snowtails/web/core/types" */

/** @param {string} decision @param {string | null} space @param {number} win @returns {CoachOption} */
const option = (decision, space, win) => ({ decision, space, places: [win, 1 - win], worlds: 96 });

/** @param {Partial<CoachFact> & Pick<CoachFact, "code">} told @returns {CoachFact} */
const fact = (told) => ({ dents: 0, turns: 0, spaces: 0, limit: 0, speed: 0, other: 0, chance: 0, place: 0, cards: [], count: 0, ...told });

globalThis.document = { documentElement: {}, title: "" };
globalThis.matchMedia = () => new EventTarget();
// Settings look at the media at once.
const { roundsOf } = await import("../../src/snowtails/web/coach/look-back.js");
const { KEYS, RACE_KEYS, SOLO_KEYS } = await import("../../src/snowtails/web/core/keyboard.js");
afterEach(() => setLanguage("en"));

const best = option("2L:^^", "5b2", 0.62);
const other = option("5R:>^", "5c3", 0.55);

test("what is best is said in words that are apart, with its cards", () => {
  assert.equal(tellBest(option("3B:^^", "5b2", 0.62)), "Best: tile 5, lane 2, space 2, 3 on brake; 62% to win. Press to plan it.");
  assert.equal(tellBest(option("@3", "0c1", 0.001)), "Best: Start space 3; <\u00a01% to win. Press to plan it.");
});

test("options are named so that two are not taken for each other", () => {
  assert.equal(optionName(best), "tile 5, lane 2, space 2");
  const same = option("3B", "5b2", 0.5);
  assert.equal(tellReason({ other: same, even: true, facts: [] }, best), "As good: 3 on brake, to the same space (50%).");
  assert.equal(optionName(option("@4", "0d1", 0.5)), "Start space 4");
  assert.equal(optionName(option("x35", null, 0.5)), "discard 3 and 5");
});

test("a reason names what was compared, and how both differ", () => {
  const brakes = fact({ code: "brakes", limit: 4, spaces: 3, speed: 4, other: 6, dents: 0.8 });
  const keeps = fact({ code: "keeps", cards: [3, 3] });
  assert.equal(
    tellReason({ other, even: false, facts: [brakes, keeps] }, best),
    "Against tile 5, lane 3, space 3, 5 on right dog (55%), it brakes for the bend of 4 in 3 spaces, with 4 on the mat instead of 6, and so takes 0.8 fewer dents in the next rounds; keeps two 3s.",
  );
  assert.equal(tellReason({ other: null, even: true, facts: [] }, best), "There is nothing else to decide.");
  assert.equal(tellReason({ other, even: true, facts: [] }, best), "As good: tile 5, lane 3, space 3, 5 on right dog (55%).");
  assert.equal(tellReason({ other, even: true, facts: [keeps] }, best), "As good: tile 5, lane 3, space 3, 5 on right dog (55%); this one keeps two 3s.");
  assert.equal(
    tellReason({ other, even: false, facts: [fact({ code: "bumps" })] }, best),
    `It bumps into a sled, so you draw no new cards now, and still wins more of the races played out in thought: ${winOf(best)}; tile 5, lane 3, space 3, 5 on right dog: 55%.`,
  );
  assert.match(
    tellReason({ other, even: false, facts: [fact({ code: "bumps" }), fact({ code: "quicker", turns: 2 })] }, best),
    /no new cards now, but is about 2/,
  );
  assert.equal(tellReason({ other, even: false, facts: [] }, best), "In thought it does better than tile 5, lane 3, space 3, 5 on right dog (55%).");
});

test("luck and play are told apart", () => {
  assert.deepEqual([1, 0.1, -1].map(cardsWord), ["good", "usual", "bad"]);
});

test("what the costliest decision gave away is the same wherever it is told", () => {
  const costliest = { win: 0.114, best_win: 0.176 };
  const play = playOf([{ win: 0.2, best_win: 0.2 }, costliest, { win: 0.3, best_win: 0.309 }]);
  assert.deepEqual(play, { decisions: 3, costly: 1, points: 7 });
  assert.equal(pointsLost(costliest), 7, "from 18% to 11%");
});

test("one of something is told as one", async () => {
  const told = (/** @type {Partial<CoachFact> & Pick<CoachFact, "code">} */ each) => tellReason({ other, even: false, facts: [fact(each)] }, best);
  assert.match(told({ code: "quicker", turns: 1 }), /about 1 turn quicker/);
  assert.match(told({ code: "quicker", turns: 1.5 }), /about 1.5 turns quicker/);
  assert.match(told({ code: "dents", dents: 1 }), /takes 1 fewer dent in/);
  assert.match(told({ code: "dents", dents: 0.4 }), /takes 0.4 fewer dents in/);
  assert.match(told({ code: "wreck", chance: 0.05 }), /by 5 percentage points/);
  assert.equal(say("coach.luck.cards.good", { turns: 1 }), "better than most, worth about 1 turn");
  assert.equal(say("coach.cost", { points: 1 }), "−1 percentage point");
  await setLanguage("de");
  assert.match(told({ code: "quicker", turns: 1 }), /etwa 1 Zug schneller/);
  assert.match(told({ code: "dents", dents: 0.8 }), /0,8 Dellen weniger/);
  assert.match(told({ code: "dents", dents: 1 }), / 1 Delle weniger/);
  assert.match(told({ code: "keeps", cards: [3, 3] }), /behält zweimal die 3/);
  assert.equal(say("coach.luck.cards.bad", { turns: 1 }), "schlechter als meist, um etwa 1 Zug");
});

test("rounds begin where their number changes", () => {
  const frames = [0, 0, 1, 1, 2].map((round, number) => ({ number, race: { round } }));
  assert.deepEqual(roundsOf(frames), [
    { at: 2, round: 1 },
    { at: 4, round: 2 },
  ]);
});

test("only a race knows the key of the coach", () => {
  const known = [KEYS, RACE_KEYS, SOLO_KEYS].map((keys) => keys.some(({ means }) => means === "keys.coach"));
  assert.deepEqual(known, [false, true, false]);
});

test("numbers of rounds that would come too close are left out", () => {
  const names = [0, 10, 24, 30, 60].map((x) => ({ x }));
  assert.deepEqual(
    spaced(names).map(({ x }) => x),
    [0, 24, 60],
  );
});

test("what is much better is not said to be so for a card that it keeps", () => {
  const keeps = fact({ code: "keeps", cards: [4] });
  const told = (/** @type {number} */ win) =>
    tellReason({ other: option("4L", "5c3", 0.2), even: false, facts: [keeps] }, option("3L", "5b2", win), "your line");
  assert.match(told(0.25), /^Against your line \(20%\), it keeps a 4/);
  assert.match(told(0.9), /does better than your line .* it also keeps a 4/);
});
