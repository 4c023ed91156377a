import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Stream } from "../../src/snowtails/web/core/stream.js";

/** What a browser has, as far as a stream needs it. */
class FakeSource extends EventTarget {
  static opened = [];

  constructor(address) {
    super();
    this.address = new URL(address, "http://here");
    this.open = true;
    FakeSource.opened.push(this);
  }

  close() {
    this.open = false;
  }

  tell(kind, message, number) {
    const event = new Event(kind);
    this.dispatchEvent(Object.assign(event, { data: JSON.stringify(message), lastEventId: String(number) }));
  }
}

/** Locks that several tabs share. */
const locks = (taken = new Set()) => ({
  request: async (name, _wish, use) => {
    if (taken.has(name)) return use(null);
    taken.add(name);
    await use({ name });
    taken.delete(name);
  },
});

/** Wait until what follows from a change has happened. */
async function settled() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** Hide the tab, or show it. */
async function setHidden(hidden) {
  document.hidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
}

const last = () => FakeSource.opened.at(-1);
const running = () => FakeSource.opened.filter(({ open }) => open);
let told;

const listener = () => {
  told = { happened: [], views: [], connection: [] };
  return {
    happened: (event) => told.happened.push(event.number),
    view: (view) => told.views.push(view),
    connection: (state) => told.connection.push(state),
  };
};

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => 0);
  FakeSource.opened = [];
  globalThis.EventSource = FakeSource;
  Object.defineProperty(globalThis, "navigator", { value: { locks: locks() }, configurable: true, writable: true });
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  const page = new EventTarget();
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.removeEventListener = page.removeEventListener.bind(page);
});

afterEach(() => mock.reset());

test("it asks for what it is about, behind what is known", () => {
  new Stream({ table: "t", lobby: false }, listener(), 12);
  assert.deepEqual(Object.fromEntries(last().address.searchParams), { table: "t", after: "12", changes: "true" });
});

test("no event is told twice", () => {
  new Stream({ table: "t" }, listener(), 2);
  for (const number of [2, 3, 3, 4]) last().tell("happened", { number }, number);
  assert.deepEqual(told.happened, [3, 4]);
});

test("after an error it is opened again, later each time, behind the last event", () => {
  new Stream({ table: "t" }, listener(), 2);
  last().tell("happened", { number: 3 }, 3);
  last().onerror();
  assert.equal(told.connection.at(-1), "lost");
  assert.equal(FakeSource.opened.length, 1);
  mock.timers.tick(500);
  assert.equal(FakeSource.opened.length, 2);
  assert.equal(last().address.searchParams.get("after"), "3");
  last().onerror();
  mock.timers.tick(500);
  assert.equal(FakeSource.opened.length, 2);
  mock.timers.tick(500);
  assert.equal(FakeSource.opened.length, 3);
  last().onopen();
  assert.equal(told.connection.at(-1), "open");
});

test("after long silence it is opened again; a beat is no silence", () => {
  new Stream({ table: "t" }, listener());
  mock.timers.tick(39_000);
  last().tell("beat", {}, 0);
  mock.timers.tick(39_000);
  assert.equal(FakeSource.opened.length, 1);
  mock.timers.tick(1_000);
  mock.timers.tick(0);
  assert.equal(FakeSource.opened.length, 2);
});

test("a server that goes says when it is back", () => {
  new Stream({ table: "t" }, listener());
  last().tell("bye", { back_in: 3 }, 0);
  mock.timers.tick(2_999);
  assert.equal(FakeSource.opened.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeSource.opened.length, 2);
});

test("those who were told to come back do not come all at once", () => {
  Math.random = () => 0.5;
  new Stream({ table: "t" }, listener());
  last().tell("bye", { back_in: 3 }, 0);
  mock.timers.tick(4_499);
  assert.equal(FakeSource.opened.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeSource.opened.length, 2);
});

test("changes are put into the view that was told last", () => {
  new Stream({ table: "t" }, listener());
  const sleds = [{ space: "0a1" }, { space: "0b1" }];
  const you = { seat: 0 };
  last().tell("view", { number: 1, stage: "racing", you, choices: null, race: { round: 1, sleds } }, 1);
  last().tell("changed", { number: 2, race: { round: 2 }, lists: { sleds: { 1: { space: "1b1" } } } }, 2);
  const race = { round: 2, sleds: [{ space: "0a1" }, { space: "1b1" }] };
  assert.deepEqual(told.views[1], { number: 2, stage: "racing", you, choices: null, race });
});

test("nothing is heard after it is closed", () => {
  const stream = new Stream({ table: "t" }, listener());
  stream.close();
  document.dispatchEvent(new Event("visibilitychange"));
  mock.timers.tick(60_000);
  assert.equal(running().length, 0);
});

test("a hidden tab keeps its stream while there is room, and the others look now and then", async () => {
  const glimpsed = [];
  globalThis.fetch = async () => new Response('{"number": 9}');
  const tabs = [1, 2, 3, 4].map(() => new Stream({ table: "t" }, { ...listener(), glimpsed: (view) => glimpsed.push(view.number) }, 3));
  await setHidden(true);
  assert.equal(running().length, 3);
  mock.timers.tick(20_000);
  await new Promise(setImmediate);
  assert.deepEqual(glimpsed, [9]);
  await setHidden(false);
  assert.equal(running().length, 4);
  assert.equal(last().address.searchParams.get("after"), "3");
  for (const tab of tabs) tab.close();
  assert.equal(running().length, 0);
});

test("a slot that is given back is there for another tab", async () => {
  const one = new Stream({ table: "t" }, listener());
  await setHidden(true);
  one.close();
  const others = [1, 2, 3].map(() => new Stream({ table: "t" }, listener()));
  await setHidden(false);
  await setHidden(true);
  assert.equal(running().length, 3);
  for (const other of others) other.close();
});

test("where browsers cannot share, a hidden tab has no stream", async () => {
  navigator.locks = undefined;
  new Stream({ table: "t" }, listener());
  await setHidden(true);
  assert.equal(running().length, 0);
  await setHidden(false);
  assert.equal(running().length, 1);
});

test("a tab that is hidden, shown and hidden again in a moment takes one slot", async () => {
  const taken = new Set();
  navigator.locks = locks(taken);
  const stream = new Stream({ table: "t" }, listener());
  for (const hidden of [true, false, true]) {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  }
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
  assert.equal(taken.size, 1);
  assert.equal(running().length, 1);
  stream.close();
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
  assert.equal(taken.size, 0);
});

test("a stream that breaks while its tab is being hidden is opened again", async () => {
  new Stream({ table: "t" }, listener());
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  last().onerror();
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
  assert.equal(running().length, 1);
  assert.equal(FakeSource.opened.length, 2);
});

test("a tab opened behind the others has a stream while there is room, and else looks now and then", async () => {
  const glimpsed = [];
  globalThis.fetch = async () => new Response('{"number": 9}');
  document.hidden = true;
  const tabs = [1, 2, 3, 4].map(() => new Stream({ table: "t" }, { ...listener(), glimpsed: (view) => glimpsed.push(view.number) }, 3));
  await settled();
  assert.equal(running().length, 3);
  mock.timers.tick(20_000);
  await new Promise(setImmediate);
  assert.deepEqual(glimpsed, [9]);
  await setHidden(false);
  assert.equal(running().length, 4);
  for (const tab of tabs) tab.close();
});
