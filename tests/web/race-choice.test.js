/** Race now: what is proposed, and how proposals grow. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  COMPANY,
  coursesOf,
  FIRST_RACE,
  LENGTHS,
  lengthOfCourse,
  PROPOSALS,
  proposed,
  recordAfter,
  STRENGTHS,
} from "../../src/snowtails/web/home/race-choice.js";

const NEW = { level: 0, table: "t", raced: 0 };

test("the very first race is gentle", () => {
  assert.equal(proposed(NEW), FIRST_RACE);
  assert.deepEqual(COMPANY[FIRST_RACE.strength], ["pup", "pup", "pup"]);
});

test("whoever has raced once is proposed the next, wherever one came in", () => {
  for (const place of [1, 4, null]) assert.deepEqual(recordAfter(NEW, "t", place), { level: 1, table: "", raced: 1 });
});

test("later proposals grow with what was won", () => {
  const record = { level: 2, table: "t", raced: 5 };
  assert.equal(recordAfter(record, "t", 2).level, 2);
  assert.equal(recordAfter(record, "t", null).level, 2);
  assert.equal(recordAfter(record, "t", 1).level, 3);
});

test("a race counts once, and others do not", () => {
  const after = recordAfter(NEW, "t", 1);
  assert.equal(recordAfter(after, "t", 1), after);
  assert.equal(recordAfter(NEW, "another", 1), NEW);
});

test("proposals never get gentler and do not end", () => {
  const strengths = PROPOSALS.map(({ strength }) => STRENGTHS.indexOf(strength));
  assert.deepEqual(
    strengths,
    strengths.toSorted((a, b) => a - b),
  );
  const last = { level: PROPOSALS.length - 1, table: "t", raced: 9 };
  assert.equal(proposed(recordAfter(last, "t", 1)), PROPOSALS.at(-1));
});

test("in the end there is the champion", () => {
  assert.equal(PROPOSALS.at(-1)?.strength, "champion");
  assert.ok(COMPANY.champion.includes("togo"));
});

test("every course has a length, and is found by it", () => {
  const courses = [3, 6, 7, 9, 10, 14].map((count) => ({ name: String(count), tiles: Array(count).fill("straight") }));
  assert.deepEqual(
    LENGTHS.map((length) => coursesOf(courses, length).map(({ name }) => name)),
    [
      ["3", "6"],
      ["7", "9"],
      ["10", "14"],
    ],
  );
  assert.equal(lengthOfCourse(1), "short");
});
