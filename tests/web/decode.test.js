import assert from "node:assert/strict";
import { test } from "node:test";
import { whole } from "../../src/snowtails/web/core/decode.js";
import { USUAL_DENT, USUAL_MOVE } from "../../src/snowtails/web/core/wire-constants.js";

const SENT = { turn: "2L", way: ["0c1", "1c1"], price: 1, dents: [{ cause: "side", space: "1c1" }] };
const WHOLE = { ...USUAL_MOVE, ...SENT, end: "1c1", dents: [{ ...USUAL_DENT, cause: "side", space: "1c1", count: 1 }] };

test("moves are made whole wherever a message has them", () => {
  assert.deepEqual(whole(structuredClone(SENT)), WHOLE);
  assert.deepEqual(whole({ choices: { moves: [structuredClone(SENT)] } }).choices.moves, [WHOLE]);
  assert.deepEqual(whole({ events: [{ move: structuredClone(SENT) }] }).events[0].move, WHOLE);
  assert.deepEqual(whole({ frames: [{ event: { move: structuredClone(SENT) } }] }).frames[0].event.move, WHOLE);
  assert.deepEqual(whole({ anything: { new: [[{ found: structuredClone(SENT) }]] } }).anything.new[0][0].found, WHOLE);
  assert.deepEqual(whole({ kind: "solo_decided", move: null, dents: structuredClone(SENT.dents) }).dents, WHOLE.dents);
});

test("what has no moves stays as it is", () => {
  for (const message of [null, 3, "text", { a: 1 }]) assert.deepEqual(whole(message), message);
});
