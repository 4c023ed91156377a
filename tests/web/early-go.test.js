/** Go that is pressed too early, and advice that comes too late. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { EarlyGo, missingIn } from "../../src/snowtails/web/plan/early-go.js";
import { takeAdvice } from "../../src/snowtails/web/plan/hint.js";
import { Plan } from "../../src/snowtails/web/plan/plan.js";
import { MemoryStorage, move, view } from "./moves.js";

const MOVES = [move("2L", "1c1"), move("5L", "1c3"), move("5L", "1c4")];

let plan;
let early;

beforeEach(() => {
  plan = new Plan(() => {}, new MemoryStorage());
  plan.update(view({ moves: MOVES }));
  early = new EarlyGo(plan);
});

test("what is missing depends on what is planned", () => {
  assert.equal(missingIn(plan), "go.needs.turn");
  plan.pick(2);
  assert.equal(missingIn(plan), "go.needs.slot");
  plan.lay(5, "L");
  assert.equal(missingIn(plan), "go.needs.space");
  plan.choose(MOVES[0]);
  assert.equal(missingIn(plan), null);
  plan.update(view({ phase: "start", decisions: ["@1"], asks: 8 }));
  plan.clear();
  assert.equal(missingIn(plan), "go.needs.start");
});

test("an early Go is told until something is planned, and not again after that", () => {
  assert.equal(early.told, "");
  assert.ok(early.press());
  assert.notEqual(early.told, "");
  plan.pick(2);
  assert.equal(early.told, "");
  plan.clear();
  assert.equal(early.told, "", "Go was not pressed again");
  assert.ok(early.press());
  plan.update(view({ moves: MOVES, asks: 8 }));
  assert.equal(early.told, "", "something else is asked");
});

test("Go too early tells how many cards are to be discarded, and how many are marked", () => {
  plan.update(view({ phase: "discard", owed: 3, decisions: ["x123", "x345"], asks: 8 }));
  const told = () => early.press() && early.told;
  assert.equal(told(), "Choose 3 cards to discard; none is marked.");
  plan.toggleDiscard(0);
  assert.equal(told(), "Choose 3 cards to discard; 1 is marked.");
  plan.toggleDiscard(1);
  assert.equal(told(), "Choose 3 cards to discard; 2 are marked.");
  plan.toggleDiscard(2);
  assert.ok(!early.press());
});

test("Go with a turn, or when nothing is asked, is not early", () => {
  plan.choose(MOVES[0]);
  assert.ok(!early.press());
  plan.send();
  assert.ok(!early.press());
  assert.equal(early.told, "");
});

test("advice is planned if the same is asked when its outcome is known", async () => {
  let asks = 7;
  const question = () => ({ asks });
  const chosen = [];
  const choose = (decision) => chosen.push(decision);
  let meanwhile = () => {};
  const preview = {
    outcomeOf: async () => {
      meanwhile();
      return MOVES[0];
    },
  };
  meanwhile = () => asks++;
  await takeAdvice("2L", { question, plan, preview, choose });
  assert.equal(plan.decision, null);
  meanwhile = () => {};
  await takeAdvice("2L", { question, plan, preview, choose });
  assert.equal(plan.decision, "2L");
  await takeAdvice("@3", { question, plan, preview, choose });
  assert.deepEqual(chosen, ["@3"]);
});
