import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, whole } from "../../src/snowtails/web/core/decode.js";
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

test("what has changed of a race is put into it, by list and place", () => {
  const [first, second] = [
    { sled: 0, place: 1 },
    { sled: 1, place: 2 },
  ];
  const race = { round: 1, sleds: [{ space: "0a1" }], standings: [first, second], leads: [{ gap: 1 }], saplings: ["1a1"] };
  const before = { number: 1, you: { seat: null }, choices: null, race };
  const after = changed(before, { number: 2, race: { saplings: [] }, lists: { standings: { 1: { place: null } }, leads: { 0: { gap: 2 } } } });
  const standings = [first, { sled: 1, place: null }];
  assert.deepEqual(after, { ...before, number: 2, race: { ...race, standings, leads: [{ gap: 2 }], saplings: [] } });
  assert.equal(changed(before, { number: 2, view: { choices: { decisions: [] } } }).race.sleds, race.sleds);
});
