/** A page that is older than its server is loaded anew. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { heardServer, lostServer, reloadIfOutdated } from "../../src/snowtails/web/core/version.js";

const MINUTE = 60_000;
const CALM = 2_000;
const SILENCE = 70_000;

/** What the server answers when it is asked for a file of this version. */
let status;
let asked;
let reloads;

/** Let time pass, and what follows from it happen. */
async function pass(time) {
  mock.timers.tick(time);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

// The module's timer goes on from one test to the next.
mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });

beforeEach(() => {
  [status, asked, reloads] = [200, 0, 0];
  const kept = new Map();
  globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  globalThis.location = { reload: () => reloads++ };
  globalThis.fetch = async () => {
    asked++;
    if (!status) throw new TypeError("no network");
    return { status, ok: status === 200 };
  };
});

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
  await pass(MINUTE);
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

test("a server that is heard all the time is asked nothing", async () => {
  heardServer();
  await pass(CALM);
  asked = 0;
  for (let time = 0; time < 10; time++) {
    await pass(MINUTE);
    heardServer();
  }
  await pass(CALM);
  assert.equal(asked, 0);
});

test("a server that was lost, or silent for long, is asked once when it is heard again", async () => {
  lostServer();
  await pass(CALM);
  assert.equal(asked, 0, "it is not there");
  for (let time = 0; time < 3; time++) heardServer();
  await pass(CALM);
  assert.equal(asked, 1);
  await pass(SILENCE);
  heardServer();
  await pass(CALM);
  assert.equal(asked, 2);
});

test("a server that could not say whether it is the same is asked again", async () => {
  lostServer();
  for (status of [0, 503, 200, 200]) {
    heardServer();
    await pass(CALM);
  }
  assert.equal(asked, 3);
});
