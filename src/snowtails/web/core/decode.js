/** What arrives from the server, made whole: it leaves out of moves what has its usual value, and where they end. */

import { USUAL_DENT, USUAL_MOVE } from "./wire-constants.js";

/** @import {AnyView, ChangedRows, Changes, RaceState, SoloRaceState} from "./types" */

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
 * Rows of a list, with what has changed in some of them.
 * @template Row
 * @param {Row[]} rows
 * @param {Record<string, Partial<Row>>} places
 */
const changedRows = (rows, places) => rows.map((each, at) => ({ ...each, ...places[at] }));

/**
 * The race that follows when some of it has changed.
 * @template {RaceState | SoloRaceState} Race
 * @param {Race} before
 * @param {Partial<Race>} fields
 * @param {ChangedRows} lists
 */
function changedRace(before, fields, lists) {
  const after = { ...before, ...fields };
  if (lists.sleds) after.sleds = changedRows(after.sleds, lists.sleds);
  if ("standings" in after) {
    if (lists.standings) after.standings = changedRows(after.standings, lists.standings);
    if (lists.leads) after.leads = changedRows(after.leads, lists.leads);
  }
  return after;
}

/**
 * The view that follows when some of it has changed.
 * @param {AnyView} before
 * @param {Changes} changes
 * @returns {AnyView}
 */
export function changed(before, { number, view = {}, race = {}, lists = {} }) {
  const after = { ...before, ...view, number };
  if (before.race && !view.race) after.race = changedRace(before.race, race, lists);
  // While a musher decides no moves are told: what was planned from the same place stays possible.
  const own = before.race?.sleds[before.you.seat ?? -1],
    since = after.race?.sleds[after.you.seat ?? -1];
  if (after.choices && !after.choices.moves) {
    const same = own && since && own.space === since.space && own.hand?.join() === since.hand?.join();
    after.choices = { ...after.choices, moves: (same && before.choices?.moves) || [] };
  }
  return after;
}
