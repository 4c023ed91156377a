/** In which order the runs of a duplicate race stand, and whose ghost drives along. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BEST, chooseGhost, chosenGhost, NOBODY, runBeside } from "../../src/snowtails/web/duplicate/chosen-ghost.js";
import { rankedRuns } from "../../src/snowtails/web/duplicate/ranked-runs.js";
import { tellDifference } from "../../src/snowtails/web/duplicate/run-text.js";

/** @param {number} rank @param {string} name */
const run = (rank, name) => ({ rank, name, dog: null, table: null, place: 1, turns: 9, dents: 0, yours: false });

/** @param {{ run: { name: string }, ghost: boolean }[]} ranked */
const told = (ranked) => ranked.map(({ run, ghost }) => (ghost ? `(${run.name})` : run.name));

test("the ghost stands before those level with it, whatever people are called", () => {
  const runs = [run(1, "Anna"), run(2, "Husky"), run(2, "Ben"), run(4, "husky")];
  assert.deepEqual(told(rankedRuns(runs, run(2, "husky"))), ["Anna", "(husky)", "Husky", "Ben", "husky"]);
  assert.deepEqual(told(rankedRuns(runs, run(5, "husky"))), ["Anna", "Husky", "Ben", "husky", "(husky)"]);
  assert.deepEqual(told(rankedRuns(runs, null)), ["Anna", "Husky", "Ben", "husky"]);
  assert.deepEqual(told(rankedRuns([], run(1, "husky"))), ["(husky)"]);
});

test("a ghost is chosen for one race; until then, and where nothing is kept, it is the best run's", () => {
  const kept = new Map();
  const full = () => assert.fail("full");
  globalThis.sessionStorage = { getItem: full, setItem: full };
  chooseGhost("a", NOBODY);
  assert.equal(chosenGhost("a"), BEST);
  globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  chooseGhost("a", NOBODY);
  assert.deepEqual([chosenGhost("a"), chosenGhost("b")], [NOBODY, BEST]);
});

test("the run that drove along is somebody else's: the best, or the chosen one", () => {
  const runs = [
    { ...run(1, "You"), run: "y", yours: true },
    { ...run(2, "Anna"), run: "a" },
    { ...run(3, "Ben"), run: "b" },
  ];
  const names = [BEST, "b", "y", "gone", NOBODY].map((of) => runBeside(runs, of)?.name);
  assert.deepEqual(names, ["Anna", "Ben", undefined, undefined, undefined]);
});

test("turns are compared with whole ones, and with a mean to a tenth", () => {
  assert.equal(tellDifference(9, 8), "You took 1 more");
  assert.equal(tellDifference(7, 7.93), "You took 0.9 fewer");
  assert.equal(tellDifference(8, 8.04), "You took as many");
});
