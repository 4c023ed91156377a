/** A page that is older than its server is loaded anew. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { reloadIfOutdated } from "../../src/snowtails/web/core/version.js";

const MINUTE = 60_000;

/** What the server answers when it is asked for a file of this version. */
let status;
let reloads;

/** Let what was begun go on. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  [status, reloads] = [200, 0];
  const kept = new Map();
  globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  globalThis.location = { reload: () => reloads++ };
  globalThis.fetch = async () => {
    if (!status) throw new TypeError("no network");
    return { status };
  };
});

afterEach(() => mock.timers.reset());

test("only a server without this version's files has the page loaded anew", async () => {
  for (status of [200, 0, 502, 503]) await reloadIfOutdated();
  assert.equal(reloads, 0);
  status = 404;
  await reloadIfOutdated();
  assert.equal(reloads, 1);
});

test("a page that an older server gave out again is loaded anew later, and not in a loop", async () => {
  status = 404;
  for (let time = 0; time < 5; time++) await reloadIfOutdated();
  assert.equal(reloads, 1);
  mock.timers.tick(MINUTE);
  await settle();
  assert.equal(reloads, 2);
});

test("where a browser keeps nothing the page is not loaded anew for ever", async () => {
  globalThis.sessionStorage.getItem = () => {
    throw new Error("blocked");
  };
  status = 404;
  await reloadIfOutdated();
  assert.equal(reloads, 0);
});
