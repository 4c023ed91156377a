/** Learn's places, and what comes of going on, back and away. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { learntWith, placeAfter, placeBefore, readPlace, writePlace } from "../../src/snowtails/web/learn/progress.js";

const SCENES = [
  { name: "speed", steps: [0, 0] },
  { name: "drift", steps: [0] },
];

test("every place comes back from its text", () => {
  for (const place of [
    { scene: 0, step: 0 },
    { scene: 0, step: 1 },
    { scene: 1, step: 0 },
  ]) {
    assert.deepEqual(readPlace(SCENES, writePlace(SCENES, place)), place);
  }
});

test("what was kept of an older Learn begins at a place that is there", () => {
  assert.deepEqual(readPlace(SCENES, ""), { scene: 0, step: 0 });
  assert.deepEqual(readPlace(SCENES, "gone.3"), { scene: 0, step: 0 });
  assert.deepEqual(readPlace(SCENES, "drift.7"), { scene: 1, step: 0 });
  assert.deepEqual(readPlace(SCENES, "drift.x"), { scene: 1, step: 0 });
});

test("on and back lead through all steps and end at both ends", () => {
  assert.deepEqual(placeAfter(SCENES, { scene: 0, step: 0 }), { scene: 0, step: 1 });
  assert.deepEqual(placeAfter(SCENES, { scene: 0, step: 1 }), { scene: 1, step: 0 });
  assert.equal(placeAfter(SCENES, { scene: 1, step: 0 }), null);
  assert.deepEqual(placeBefore(SCENES, { scene: 1, step: 0 }), { scene: 0, step: 1 });
  assert.deepEqual(placeBefore(SCENES, { scene: 0, step: 1 }), { scene: 0, step: 0 });
  assert.equal(placeBefore(SCENES, { scene: 0, step: 0 }), null);
});

test("a scene is learnt with its last step, and once", () => {
  const nothing = /** @type {string[]} */ ([]);
  assert.equal(learntWith(SCENES, nothing, { scene: 0, step: 0 }), nothing);
  const learnt = learntWith(SCENES, nothing, { scene: 0, step: 1 });
  assert.deepEqual(learnt, ["speed"]);
  assert.equal(learntWith(SCENES, learnt, { scene: 0, step: 1 }), learnt);
});
