/** The gallery's logic: which courses are shown in which order, and what is said of them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ANY, chosenCourses, readWish, writeWish } from "../../src/snowtails/web/gallery/choosing.js";
import { tellStanding, wayOf } from "../../src/snowtails/web/library/standing.js";

const usual = { shipped: false, yours: false, by: "Anna", tiles: 8, spaces: 40, hazards: 1, characters: [], setup: null, figures: null, rating: null };
const COURSES = /** @type {any[]} */ ([
  { ...usual, title: "Nut", shipped: true, by: null, tiles: 5, spaces: 25, hazards: 0, figures: { wrecks: 0, skill: 0.8 }, rating: { mean: 5, count: 1 } },
  {
    ...usual,
    title: "Box",
    shipped: true,
    by: null,
    tiles: 14,
    spaces: 78,
    hazards: 6,
    characters: ["narrow", "mean"],
    setup: 2,
    figures: { wrecks: 0.4, skill: 0.9 },
  },
  { ...usual, title: "Moon", yours: true, figures: { wrecks: 0.1, skill: 0.7 }, rating: { mean: 4.5, count: 40 } },
  { ...usual, title: "New", by: "Ben" },
]);
const chosen = (/** @type {object} */ wish) => chosenCourses(COURSES, { ...ANY, ...wish }, ({ title }) => title).map(({ title }) => title);

test("without a wish all are shown as they come", () => {
  assert.deepEqual(chosen({}), ["Nut", "Box", "Moon", "New"]);
});

test("every wish leaves out what is not like that", () => {
  assert.deepEqual(chosen({ from: "shipped" }), ["Nut", "Box"]);
  assert.deepEqual(chosen({ from: "published" }), ["Moon", "New"]);
  assert.deepEqual(chosen({ from: "yours" }), ["Moon"]);
  assert.deepEqual(chosen({ length: "short" }), ["Nut"]);
  assert.deepEqual(chosen({ length: "long" }), ["Box"]);
  assert.deepEqual(chosen({ hazards: "none" }), ["Nut"]);
  assert.deepEqual(chosen({ hazards: "some" }), ["Moon", "New"]);
  assert.deepEqual(chosen({ hazards: "many" }), ["Box"]);
  assert.deepEqual(chosen({ characters: ["mean", "narrow"] }), ["Box"]);
  assert.deepEqual(chosen({ characters: ["mean", "fast"] }), []);
  assert.deepEqual(chosen({ solo: true }), ["Box"]);
  assert.deepEqual(chosen({ text: " bEn" }), ["New"]);
});

test("what is not known comes last, whichever way it is sorted", () => {
  assert.deepEqual(chosen({ sort: "harmless" }), ["Nut", "Moon", "Box", "New"]);
  assert.deepEqual(chosen({ sort: "wrecking" }), ["Box", "Moon", "Nut", "New"]);
  assert.deepEqual(chosen({ sort: "skill" }), ["Box", "Nut", "Moon", "New"]);
  assert.deepEqual(chosen({ sort: "short" }), ["Nut", "Moon", "New", "Box"]);
  assert.deepEqual(chosen({ sort: "long" }), ["Box", "Moon", "New", "Nut"]);
  assert.deepEqual(chosen({ sort: "name" }), ["Box", "Moon", "New", "Nut"]);
});

test("one rating alone puts no course on top", () => {
  assert.deepEqual(chosen({ sort: "rating" }), ["Moon", "Nut", "Box", "New"]);
});

test("a wish is in the address, and nothing else is", () => {
  assert.equal(writeWish(ANY), "/courses");
  const wish = { text: "moon & sun", from: "published", length: "long", hazards: "many", characters: ["fast", "mean"], solo: true, sort: "rating" };
  const path = writeWish(/** @type {any} */ (wish));
  assert.deepEqual(readWish(new URL(path, "http://here").search), wish);
  assert.deepEqual(readWish("?from=mars&length=&sort=x&character=mean,odd"), { ...ANY, characters: ["mean"] });
});

test("a course stands above or below others, or level with them", () => {
  const standing = { figure: /** @type {const} */ ("length"), value: 1, message: "", among: 13 };
  assert.equal(wayOf({ ...standing, below: 13, above: 0 }), "most");
  assert.equal(wayOf({ ...standing, below: 0, above: 13 }), "least");
  assert.equal(wayOf({ ...standing, below: 0, above: 0 }), null);
  assert.equal(tellStanding({ ...standing, below: 9, above: 4 }), "longer than 9 of 13");
  assert.equal(tellStanding({ ...standing, below: 0, above: 8 }), "shorter than 8 of 13");
  assert.equal(tellStanding({ ...standing, below: 13, above: 0 }), "longer than all of them");
  assert.equal(tellStanding({ ...standing, below: 0, above: 0 }), "");
});
