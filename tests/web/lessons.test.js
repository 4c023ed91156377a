/** Lessons in the race: hazards are told of where they are met first. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { LESSONS, tilesAhead } from "../../src/snowtails/web/learn/lessons.js";

const MAP = {
  tiles: [{ name: "start" }, { name: "straight" }, { name: "snowdrift-left" }, { name: "u-turn-right" }, { name: "straight" }],
  spaces: { "4c2": { tile: 4 }, "1a1": { tile: 1 } },
};
const ON_TURN = { about: "move", due: true, slots: "5", sample: null, bonusOffered: 0, destinations: new Map() };

/** Lessons that matter on a tile. */
const taughtOn = (tile, saplings = [], plan = ON_TURN) =>
  LESSONS.filter(([, when]) => when({ plan, sled: { dents: 0 }, here: { tile }, ahead: tilesAhead(MAP, { tile }, saplings) })).map(([name]) => name);

test("the own tile and the next are looked at", () => {
  assert.deepEqual(tilesAhead(MAP, { tile: 0 }, []), ["start", "straight"]);
  assert.deepEqual(tilesAhead(MAP, { tile: 4 }, []), ["straight"]);
  assert.deepEqual(tilesAhead(MAP, null, ["4c2"]), []);
});

test("a hazard matters one tile before it, and not earlier", () => {
  assert.ok(!taughtOn(0).includes("snowdrift"));
  assert.ok(taughtOn(1).includes("snowdrift"));
  assert.ok(taughtOn(2).includes("hairpin"));
});

test("saplings on a tile with a map of its own are met too, until they are gone", () => {
  assert.ok(taughtOn(3, ["4c2"]).includes("saplings"));
  assert.ok(!taughtOn(3, []).includes("saplings"));
  assert.ok(!taughtOn(1, ["4c2"]).includes("saplings"));
});

test("hazards wait for one's own turn", () => {
  assert.ok(!taughtOn(1, [], { ...ON_TURN, due: false }).includes("snowdrift"));
  assert.ok(!taughtOn(1, [], { ...ON_TURN, about: "discard" }).includes("snowdrift"));
});
