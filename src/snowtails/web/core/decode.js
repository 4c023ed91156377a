/** What arrives from the server, made whole: it leaves out of moves what has its usual value, and where they end. */

import { USUAL_DENT, USUAL_MOVE } from "./wire-constants.js";

/** @import {Move} from "./types" */

/** @param {any} move @returns {Move} */
const wholeMove = (move) => ({
  ...USUAL_MOVE,
  ...move,
  end: move.way.at(-1),
  dents: (move.dents ?? []).map((/** @type {object} */ dent) => ({ ...USUAL_DENT, ...dent })),
});

/** Make a message whole, in place: wherever it has moves or dents. @param {any} message @returns {any} */
export function whole(message) {
  if (!message || typeof message !== "object") return message;
  if (message.turn && message.way) return wholeMove(message);
  if (message.choices?.moves) message.choices.moves = message.choices.moves.map(wholeMove);
  if (message.view) whole(message.view);
  if (message.event) whole(message.event);
  if (message.move) message.move = wholeMove(message.move);
  if (message.best?.way) message.best = wholeMove(message.best);
  if (message.kind === "solo_decided") message.dents = message.dents.map((/** @type {object} */ dent) => ({ ...USUAL_DENT, ...dent }));
  if (message.happened) whole(message.happened);
  if (message.analysis) whole(message.analysis);
  if (message.best_move) message.best_move = wholeMove(message.best_move);
  if (Array.isArray(message.costly)) for (const turn of message.costly.flat()) whole(turn);
  const parts = message.events ?? message.frames ?? message.rounds;
  if (Array.isArray(parts)) for (const part of parts) whole(part);
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
