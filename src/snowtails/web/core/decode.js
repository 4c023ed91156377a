/** What arrives from the server, made whole: it leaves out of moves what has its usual value, and where they end. */

import { USUAL_DENT, USUAL_MOVE } from "./wire-constants.js";

/** Make a message whole, in place: wherever it has moves or dents. @param {any} message @returns {any} */
export function whole(message) {
  if (!message || typeof message !== "object") return message;
  for (const name in message) {
    const part = message[name];
    // Most are values: a map of a course has thousands of them.
    if (part && typeof part === "object") message[name] = whole(part);
  }
  if (message.turn && message.way) return { ...USUAL_MOVE, ...message, end: message.way.at(-1) };
  if (message.cause && message.space) return { ...USUAL_DENT, ...message };
  return message;
}

/**
 * The view that follows when some of it has changed.
 * @template {{ number: number, race: any, you: any, choices: any }} Seen
 * @param {Seen} before
 * @param {{ number: number, view?: any, race?: object, lists?: Record<string, Record<string, object>> }} changes
 * @returns {Seen}
 */
export function changed(before, { number, view = {}, race, lists = {} }) {
  const after = { ...before, ...view, number };
  if (before.race && !view.race) {
    after.race = { ...before.race, ...race };
    for (const [name, places] of Object.entries(lists)) {
      after.race[name] = before.race[name].map((/** @type {object} */ each, /** @type {number} */ at) => ({ ...each, ...places[at] }));
    }
  }
  // While a musher decides no moves are told: what was planned from the same place stays possible.
  const own = before.race?.sleds?.[before.you.seat],
    since = after.race?.sleds?.[after.you.seat];
  if (after.choices && !after.choices.moves) {
    const same = own && since && own.space === since.space && own.hand?.join() === since.hand?.join();
    after.choices = { ...after.choices, moves: (same && before.choices?.moves) || [] };
  }
  return after;
}
