/** Wishes that replace one another. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { sendLatest } from "../../src/snowtails/web/core/latest.js";

test("wishes are sent one at a time, and the last is always sent last", async () => {
  /** @type {[number, boolean][]} */ const told = [];
  let running = 0;
  const wish = sendLatest(async (/** @type {number} */ stars, isLatest) => {
    assert.equal(++running, 1, "one at a time");
    await new Promise(setImmediate);
    running--;
    told.push([stars, isLatest()]);
  });
  await Promise.all([wish(1), wish(2), wish(3)]);
  assert.deepEqual(told, [
    [1, false],
    [3, true],
  ]);
  await wish(4);
  assert.deepEqual(told.at(-1), [4, true]);
});

test("a wish that failed keeps nobody from wishing again", async () => {
  let fails = true;
  const wish = sendLatest(async () => {
    if (fails) throw new Error("no");
  });
  await assert.rejects(wish(1));
  fails = false;
  await wish(2);
});
