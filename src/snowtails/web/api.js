/** Requests to the server. A refusal is a value with a code, not an exception. */

import { passed } from "./time.js";

/** @import {Answer} from "./types" */

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer<any>>}
 */
export async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      body: body && JSON.stringify(body),
      // A plan is still put away while its page is being left.
      keepalive: method === "PUT",
    });
  } catch {
    return { ok: false, status: 0, code: "offline", message: "", wait: 2 };
  }
  passed(Date.parse(response.headers.get("date") ?? "") / 1000);
  const value = await response.json().catch(() => ({}));
  if (response.ok) return { ok: true, value };
  const wait = Number(response.headers.get("retry-after")) || 0;
  return { ok: false, status: response.status, code: value.code ?? "", message: value.message ?? "", problems: value.problems ?? [], wait };
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/** @param {string} path @param {object} [body] */
export const post = (path, body = {}) => ask("POST", path, body);

/** @param {string} path @param {object} body */
export const put = (path, body) => ask("PUT", path, body);

/**
 * Return the text of something that is not JSON, or null.
 * @param {string} path
 */
export async function getText(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/**
 * Ask until the server answers; it may be restarting.
 * @param {() => Promise<Answer<any>>} request
 * @param {(waiting: boolean) => void} [told]
 * @returns {Promise<Answer<any>>}
 */
export async function insist(request, told = () => {}) {
  for (let pause = 0.5; ; pause = Math.min(pause * 2, 8)) {
    const answer = await request();
    if (answer.ok || (answer.status !== 0 && answer.status !== 503 && answer.status !== 429)) {
      told(false);
      return answer;
    }
    told(true);
    await new Promise((done) => setTimeout(done, Math.max(pause, answer.wait) * 1000));
  }
}

/** A key that makes a request safe to repeat. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
