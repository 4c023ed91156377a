/** How a course races, as the server finds out: a stream of better and better certificates. */

/** @import {CourseCertificate, Refusal} from "../core/types" */
/** @typedef {{ told: (certificate: CourseCertificate) => void, waiting: () => void, failed: (why: Refusal) => void }} Follower */

/** Seconds after which it may be worth asking again. */
const AGAIN = 5;

/** @param {number} seconds @param {AbortSignal} signal */
const pause = (seconds, signal) =>
  new Promise((done) => {
    setTimeout(done, seconds * 1000);
    signal.addEventListener("abort", done, { once: true });
  });

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
 * Follow the certificate of a course until it is done or nobody wants to know any more. Leaving ends the races on the server.
 * @param {string} line
 * @param {Follower} follower
 * @param {AbortSignal} signal
 */
export async function follow(line, follower, signal) {
  for (; !signal.aborted; ) {
    try {
      const response = await fetch(`/api/courses/${encodeURIComponent(line)}/certificate`, { signal });
      if (response.ok && response.body) {
        if (await read(response.body, follower)) return;
      } else if (response.status === 422) {
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

/** @param {ReadableStream<Uint8Array>} body @param {Follower} follower @returns {Promise<boolean>} whether it is done */
async function read(body, follower) {
  const reader = body.pipeThrough(/** @type {ReadableWritablePair<string, Uint8Array>} */ (/** @type {unknown} */ (new TextDecoderStream()))).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const { events, rest } = readEvents(text + value);
    text = rest;
    const last = events.findLast(({ event }) => event === "certificate");
    if (!last) continue;
    /** @type {CourseCertificate} */
    const certificate = JSON.parse(last.data);
    follower.told(certificate);
    if (certificate.done) return true;
  }
}
