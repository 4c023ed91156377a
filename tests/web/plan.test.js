import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Plan } from "../../src/snowtails/web/plan/plan.js";
import { MemoryStorage, move, view } from "./moves.js";

const NEAR = move("2L", "1c1");
const NEAR_DEARER = move("2R", "1c1", { price: 1 });
const FAR = move("5L", "1c3", { price: 1 });
const FAR_BONUS = move("5LR+", "1c4", { bonus: 2 });
const FAR_PLAIN = move("5LR", "1c3", { price: 1 });
const MOVES = [NEAR, NEAR_DEARER, FAR, FAR_PLAIN, FAR_BONUS];

let storage;
let plan;
let changes;

beforeEach(() => {
  storage = new MemoryStorage();
  changes = 0;
  plan = new Plan(() => changes++, storage);
  plan.update(view({ moves: MOVES }));
});

test("destinations have their cheapest way first", () => {
  assert.deepEqual([...plan.destinations.keys()], ["1c1", "1c3", "1c4"]);
  assert.deepEqual(plan.destinations.get("1c1"), [NEAR, NEAR_DEARER]);
});

test("a destination brings its cards, and can be sent", () => {
  plan.choose(FAR);
  assert.equal(plan.decision, "5L");
  assert.deepEqual([plan.card, plan.slots], [5, "L"]);
  assert.equal(changes, 1);
  assert.ok(plan.due);
});

test("a card that is laid leaves only what it leads to", () => {
  plan.lay(2, "R");
  assert.deepEqual([...plan.destinations.keys()], ["1c1"]);
  assert.equal(plan.decision, "2R");
  plan.takeOff("R");
  assert.equal(plan.decision, null);
  assert.equal(plan.destinations.size, 3);
});

test("a card goes only where a turn has it", () => {
  assert.ok(plan.canLay(5, "R"));
  assert.ok(!plan.canLay(2, "B"));
  plan.lay(2, "B");
  assert.equal(plan.slots, "");
});

test("the bonus is taken or left when it is said so", () => {
  plan.lay(5, "L");
  plan.lay(5, "R");
  assert.equal(plan.bonusOffered, 2);
  assert.equal(plan.decision, "5LR");
  plan.takeBonus(true);
  assert.equal(plan.decision, "5LR+");
  assert.ok(plan.bonus);
});

test("one way with the same price stands for another", () => {
  plan.choose(FAR);
  plan.update(view({ moves: [NEAR, move("5L", "1c3", { price: 1 })] }));
  assert.equal(plan.decision, "5L");
  assert.ok(!plan.stale);
});

test("a plan whose price has changed is stale, and one that cannot be had is gone", () => {
  plan.choose(FAR);
  plan.update(view({ moves: [NEAR, move("5L", "1c3", { price: 3 })] }));
  assert.ok(plan.stale);
  assert.equal(plan.decision, "5L");
  plan.update(view({ moves: [NEAR] }));
  assert.equal(plan.decision, null);
});

test("whoever has moved has nothing planned any more", () => {
  plan.choose(FAR);
  plan.update(view({ moves: MOVES, space: "1c3" }));
  assert.ok(plan.empty);
});

test("nothing is due between the answer and the next question", () => {
  plan.choose(FAR);
  plan.send();
  assert.ok(plan.waits);
  assert.ok(!plan.due);
  assert.equal(plan.destinations.size, 0);
  plan.takeBack();
  assert.ok(plan.due);
  plan.send();
  plan.update(view({ moves: MOVES, asks: 8 }));
  assert.ok(plan.due);
});

test("discards are chosen by their places, the latest of them", () => {
  plan.update(view({ phase: "discard", decisions: ["x11", "x12"], hand: [1, 1, 2], owed: 2 }));
  assert.equal(plan.about, "discard");
  for (const place of [0, 1]) plan.toggleDiscard(place);
  assert.equal(plan.decision, "x11");
  plan.toggleDiscard(2);
  assert.equal(plan.decision, "x12");
  plan.discardValues("11");
  assert.deepEqual(plan.discards, [0, 1]);
});

test("while others discard, the own next move is planned", () => {
  plan.update(view({ phase: "discard", moves: MOVES, decisions: [] }));
  assert.equal(plan.about, "move");
  assert.ok(!plan.due);
  plan.choose(NEAR);
  assert.equal(plan.decision, "2L");
});

test("a plan is restored if it still fits", async () => {
  plan.choose(FAR);
  const kept = storage.kept;
  const later = new Plan(() => {}, Object.assign(new MemoryStorage(), { kept }));
  later.update(view({ moves: MOVES }));
  await later.restore();
  assert.equal(later.decision, "5L");
  const elsewhere = new Plan(() => {}, Object.assign(new MemoryStorage(), { kept }));
  elsewhere.update(view({ moves: MOVES, space: "1c1" }));
  await elsewhere.restore();
  assert.ok(elsewhere.empty);
});

test("what somebody else planned at this screen is not shown", () => {
  plan.choose(FAR);
  plan.update(view({ moves: MOVES, seat: 1 }));
  assert.ok(plan.empty);
  assert.equal(storage.kept, null);
});
