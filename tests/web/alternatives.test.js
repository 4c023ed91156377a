import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Alternatives } from "../../src/snowtails/web/solo/alternatives.js";

const OPTIONS = [
  { decision: "o3>", space: "3c1" },
  { decision: "o3<", space: "3c1" },
  { decision: "o4>", space: "4c1" },
];
const ORDER = { decisions: ["b54321", "b45321", "b52341"], usual: "b54321", options: [] };
const game = (choices, asks = 1) => ({ table: "t", asks, race: { phase: "place" }, choices });
const placing = (asks) => game({ decisions: OPTIONS.map(({ decision }) => decision), usual: null, options: OPTIONS }, asks);

let kept;
let chosen;

beforeEach(() => {
  kept = new Map();
  globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  chosen = new Alternatives(() => {});
});

test("options are stepped through, round and round", () => {
  chosen.update(placing());
  chosen.step(-1);
  assert.equal(chosen.decision, "o4>");
  chosen.step(1);
  assert.equal(chosen.decision, "o3>");
  chosen.step(1);
  assert.equal(chosen.decision, "o3<");
});

test("a space that is chosen again lets the opponent face the other way", () => {
  chosen.update(placing());
  chosen.chooseSpace("3c1");
  assert.equal(chosen.chosen, OPTIONS[0]);
  chosen.chooseSpace("3c1");
  assert.equal(chosen.chosen, OPTIONS[1]);
  chosen.chooseSpace("3c1");
  assert.equal(chosen.chosen, OPTIONS[0]);
});

test("what is offered at first cannot be sent by a double click", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  chosen.update(game(ORDER));
  assert.equal(chosen.decision, "b54321");
  assert.ok(!chosen.settled);
  context.mock.timers.tick(400);
  assert.ok(chosen.settled);
});

test("a marker is put where it is wanted, if the stack may lie so", () => {
  chosen.update(game(ORDER));
  chosen.putMarker(4, 0);
  assert.deepEqual(chosen.order, [4, 5, 3, 2, 1]);
  chosen.putMarker(1, 0);
  assert.deepEqual(chosen.order, [4, 5, 3, 2, 1]);
});

test("what was chosen survives a reload, until something else is asked", () => {
  chosen.update(placing(3));
  chosen.choose("o3<");
  const again = new Alternatives(() => {});
  again.update(placing(3));
  assert.equal(again.decision, "o3<");
  again.update(placing(4));
  assert.equal(again.decision, null);
});

test("what is not among the decisions is not chosen", () => {
  chosen.update(placing());
  chosen.choose("o9>");
  assert.equal(chosen.decision, null);
});

test("cards of one value are one alternative", () => {
  const options = [
    { decision: "t1", slots: [1], cards: [3], remains: [3, 4] },
    { decision: "t2", slots: [2], cards: [3], remains: [3, 4] },
    { decision: "t3", slots: [3], cards: [4], remains: [3, 3] },
    { decision: "-3", cards: [3], remains: [3, 4] },
  ];
  chosen.update(game({ decisions: options.map(({ decision }) => decision), usual: null, options }));
  assert.deepEqual(
    chosen.options.map(({ decision }) => decision),
    ["t1", "t3", "-3"],
  );
});
