import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { distinct } from "../../src/snowtails/web/plan/destination-order.js";
import { Plan } from "../../src/snowtails/web/plan/plan.js";
import { stepDestination } from "../../src/snowtails/web/plan/plan-commands.js";
import { MemoryStorage, move, view } from "./moves.js";

const MAP = { starts: [], spaces: Object.fromEntries(["1c1", "1c2", "1c3", "1c4"].map((space, progress) => [space, { progress }])) };
const NEAR = move("1L", "1c1");
const CLEAN = move("3L", "1c2");
const DEAR = move("4L", "1c3", { price: 2 });
const WRECK = move("5L", "1c4", { price: 0, wrecked: true });

let plan;

beforeEach(() => {
  plan = new Plan(() => {}, new MemoryStorage());
  plan.update(view({ moves: [CLEAN, NEAR, DEAR, WRECK] }));
});

test("the first is the furthest that costs nothing, whichever way one steps", () => {
  stepDestination(plan, [], MAP, 1);
  assert.equal(plan.chosen, CLEAN);
  plan.clear();
  stepDestination(plan, [], MAP, -1);
  assert.equal(plan.chosen, CLEAN);
});

test("from there one goes further or back, round and round", () => {
  const seen = [1, 1, 1, 1, 1].map((step) => {
    stepDestination(plan, [], MAP, step);
    return plan.chosen.end;
  });
  assert.deepEqual(seen, ["1c2", "1c3", "1c4", "1c1", "1c2"]);
});

test("if everything costs something, the cheapest is the first, and a wreck the last resort", () => {
  plan.update(view({ moves: [move("2L", "1c1", { price: 1 }), DEAR, WRECK], asks: 8 }));
  stepDestination(plan, [], MAP, 1);
  assert.equal(plan.chosen.end, "1c1");
  plan.clear();
  plan.update(view({ moves: [WRECK], asks: 9 }));
  stepDestination(plan, [], MAP, 1);
  assert.equal(plan.chosen, WRECK);
});

test("routes of which the same is said are one, and the chosen one stands for them", () => {
  const [one, other, third] = [move("3L:<^", "1c2"), move("3L:^<", "1c2"), move("3R", "1c2")];
  const told = ({ turn }) => turn.slice(0, 2);
  assert.deepEqual(distinct([one, other, third], told), [one, third]);
  assert.deepEqual(distinct([one, other, third], told, other), [other, third]);
});
