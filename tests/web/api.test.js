/** What the server's answers come to: a value, a refusal with its reason, or nobody there. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, getText } from "../../src/snowtails/web/core/api.js";

/** What a request is answered with; nothing where nobody answers. @type {Response | null} */
let answer;
let asked;

beforeEach(() => {
  asked = [];
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    if (!answer || asked.length > 1) throw new TypeError("no network");
    return answer;
  };
});

test("a value is decoded, and a text is left as it is", async () => {
  answer = new Response('{"seat": 2}');
  assert.deepEqual(await get("/api/races"), { ok: true, value: { seat: 2 } });
  asked = [];
  answer = new Response('{"seat": 2}');
  assert.deepEqual(await getText("/api/record"), { ok: true, value: '{"seat": 2}' });
});

test("a refusal has its code, its message and when to come back", async () => {
  answer = new Response('{"code": "rate", "message": "too fast"}', { status: 429, headers: { "retry-after": "7" } });
  const { ok, status, code, message, wait } = await get("/api/races");
  assert.deepEqual({ ok, status, code, message, wait }, { ok: false, status: 429, code: "rate", message: "too fast", wait: 7 });
});

test("where nobody answers, or a proxy does in the server's place, the server is away", async () => {
  for (answer of [null, new Response("<h1>Bad Gateway</h1>", { status: 502 }), new Response("null", { status: 503 })]) {
    asked = [];
    const found = await get("/api/races");
    assert.deepEqual([found.ok, found.code], [false, "offline"]);
  }
});

test("an answer that this page cannot read is not taken for silence, and has it look for a newer page", async () => {
  answer = new Response("<h1>Hello</h1>");
  const found = await get("/api/races");
  assert.deepEqual([found.ok, found.status, found.code], [false, 200, "misunderstood"]);
  assert.equal(asked.length, 2);
  assert.match(asked[1], /core\/version\.js$/);
});
