/** Streams of server-sent events that tell one thing better and better, until it is done. */

import { whole } from "./decode.js";
import { pause } from "./pause.js";

/** @import {Refusal} from "./types" */

/**
 * @template Told
 * @typedef {{ told: (message: Told) => void, waiting: () => void, failed: (why: Refusal) => void }} Follower
 */

/** Seconds after which it may be worth asking again. */
const AGAIN = 5;

/** Statuses of what will not be told, however often one asks. */
const REFUSED = [401, 403, 404, 409, 422];

/**
 * Take the events out of a text that has come so far; what is left has not come whole.
 * @param {string} text
 * @returns {{ events: { event: string, data: string }[], rest: string }}
 */
export function readEvents(text) {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.map((block) => {
    const lines = block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
    const field = (/** @type {string} */ name) => lines.find(([, key]) => key === name)?.[2] ?? "";
    return { event: field("event"), data: field("data") };
  });
  return { events, rest };
}

/**
 * Follow what a server finds out until it is done or nobody wants to know any more. Leaving ends the work on the server.
 * @template {{ done: boolean }} Told
 * @param {string} path
 * @param {string} event that tells it
 * @param {Follower<Told>} follower
 * @param {AbortSignal} signal
 */
export async function followEvents(path, event, follower, signal) {
  for (; !signal.aborted; ) {
    try {
      const response = await fetch(path, { signal });
      if (response.ok && response.body) {
        if (await read(response.body, event, follower)) return;
      } else if (REFUSED.includes(response.status)) {
        return follower.failed({ ok: false, status: response.status, wait: 0, ...(await response.json()) });
      }
      // Being made ready, restarting, or busy.
      follower.waiting();
      await pause(Number(response.headers.get("retry-after")) || AGAIN, signal);
    } catch {
      if (signal.aborted) return;
      follower.waiting();
      await pause(AGAIN, signal);
    }
  }
}

/**
 * @template {{ done: boolean }} Told
 * @param {ReadableStream<Uint8Array>} body
 * @param {string} event
 * @param {Follower<Told>} follower
 * @returns {Promise<boolean>} whether it is done
 */
async function read(body, event, follower) {
  const reader = body.pipeThrough(/** @type {ReadableWritablePair<string, Uint8Array>} */ (/** @type {unknown} */ (new TextDecoderStream()))).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const { events, rest } = readEvents(text + value);
    text = rest;
    const last = events.findLast((each) => each.event === event);
    if (!last) continue;
    /** @type {Told} */
    const told = whole(JSON.parse(last.data));
    follower.told(told);
    if (told.done) return true;
  }
}
