/** In which order the runs of a duplicate race stand, and whose ghost drives along. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BEST, chooseGhost, chosenGhost, NOBODY } from "../../src/snowtails/web/duplicate/chosen-ghost.js";
import { rankedRuns } from "../../src/snowtails/web/duplicate/ranked-runs.js";

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
