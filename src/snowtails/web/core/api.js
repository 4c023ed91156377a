/** Requests to the server. A refusal is a value with a code, not an exception. */

import { whole } from "./decode.js";
import { pause } from "./pause.js";
import { passed } from "./server-time.js";
import { heardServer, lostServer, reloadIfOutdated } from "./version.js";

/** @import {Answer, Problem, Refusal} from "./types" */

/** Statuses of a server that is away for a moment, or of what stands before it. */
const AWAY = [0, 502, 503, 504];

/** Codes of a server that is not there, or not for long. */
const GONE = ["offline", "stopping"];

/**
 * @param {string} path
 * @param {RequestInit} wish
 * @param {(body: string) => any} read
 * @returns {Promise<Answer<any>>}
 */
async function request(path, wish, read) {
  let response;
  let body;
  try {
    response = await fetch(path, wish);
    body = await response.text();
  } catch {
    // Whoever does not want to know any more says nothing about the server.
    if (!wish.signal?.aborted) lostServer();
    return { ok: false, status: 0, code: "offline", message: "", wait: 2 };
  }
  passed(Date.parse(response.headers.get("date") ?? "") / 1000);
  const { ok, status } = response;
  if (ok) heardServer();
  try {
    if (ok) return { ok, value: read(body) };
  } catch {
    // A newer server may tell things otherwise.
    void reloadIfOutdated();
    return { ok: false, status, code: "misunderstood", message: "", wait: 0 };
  }
  const wait = Number(response.headers.get("retry-after")) || 0;
  const problem = { code: AWAY.includes(status) ? "offline" : "", message: "", ...problemIn(body) };
  if (GONE.includes(problem.code)) lostServer();
  else heardServer();
  return { ...problem, ok, status, wait };
}

/**
 * Why something was refused; what stands before the server may say it in another way, or not at all.
 * @param {string} body
 * @returns {Partial<Problem>}
 */
function problemIn(body) {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
export function ask(method, path, body, signal) {
  const sent = body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  // A plan is still put away while its page is being left.
  return request(path, { method, keepalive: method === "PUT", signal: signal ?? null, ...sent }, (body) => whole(JSON.parse(body)));
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask("GET", path, undefined, signal);

/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => ask("POST", path, body);

/** @param {string} path @param {object} body */
export const put = (path, body) => ask("PUT", path, body);

/** Get something that is not JSON. @param {string} path */
export const getText = (path) => request(path, {}, (body) => body);

/** Requests that will be made again, and why they have to wait. @type {Map<object, Refusal>} */
const waiting = new Map();

/** Told with type "change" whenever `whyWaiting` has changed. */
export const waits = new EventTarget();

/** Why a request has to wait, if one has. @returns {Refusal | null} */
export const whyWaiting = () => [...waiting.values()].at(-1) ?? null;

/** @param {object} request @param {Refusal | null} why */
function keepWaiting(request, why) {
  if (why) waiting.set(request, why);
  else if (!waiting.delete(request)) return;
  waits.dispatchEvent(new Event("change"));
}

/** Whether a refusal is over in a moment: the server is away, restarts or makes something ready, or we were too quick. @param {Refusal} refusal */
const willPass = ({ status, code }) => AWAY.includes(status) || code === "rate";

/**
 * Ask until the server answers for good, or until the screen that wants to know is left.
 * @param {() => Promise<Answer<any>>} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<any>>}
 */
export async function insist(request, signal) {
  let answer = await request();
  for (let seconds = 0.5; !answer.ok && willPass(answer) && !signal?.aborted; seconds = Math.min(seconds * 2, 8)) {
    keepWaiting(request, answer);
    await pause(Math.max(seconds, answer.wait), signal);
    if (!signal?.aborted) answer = await request();
  }
  keepWaiting(request, null);
  return answer;
}

/** A key that makes a request safe to repeat. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
