import assert from "node:assert/strict";
import { test } from "node:test";
import { readGiven, readTurn } from "../../src/snowtails/web/core/turn.js";

test("a turn is taken apart", () => {
  assert.deepEqual(readTurn("2LB+:>^"), { card: 2, slots: "LB", bonus: true, rescue: "", route: ">^" });
  assert.deepEqual(readTurn("5R"), { card: 5, slots: "R", bonus: false, rescue: "", route: "" });
  assert.deepEqual(readTurn("4LRB*L"), { card: 4, slots: "LRB", bonus: false, rescue: "L", route: "" });
});

test("what is no turn is none", () => {
  for (const text of ["", "@3", "x35", "6L", "2BL", "2L:?", "b54321"]) assert.equal(readTurn(text), null, text);
});

test("cards that are given up are read from both games", () => {
  assert.equal(readGiven("x35"), "35");
  assert.equal(readGiven("out135"), "135");
  assert.equal(readGiven("2L"), null);
  assert.equal(readGiven("x"), null);
});
