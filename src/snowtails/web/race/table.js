/** A table by its address: the link's wish first, then the waiting room, then the race. */

import { get, insist, post } from "../core/api.js";
import { makeRefusalScreen, makeUsedLink } from "../core/error-screen.js";
import { pathOf } from "../core/links.js";
import { paintSeats } from "../core/sled-colours.js";
import { say } from "../core/words.js";
import { forgetWish, makeJoin, wishOf } from "../table/join.js";
import { WaitingRoom } from "../table/waiting-room.js";
import { showRace } from "./race.js";

/** @import {View} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/** Whether nobody else has to come, or be asked. @param {View} view */
const isAlone = (view) => view.you.host && view.seats.every((each) => each.kind === "musher" || view.you.seats.includes(each.seat));

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [table]
 * @returns {Promise<HTMLElement>}
 */
export async function showTable(go, signal, table = "") {
  const wish = wishOf(location.search);
  const seen = await insist(() => get(`/api/tables/${table}`), signal);
  signal.throwIfAborted();
  if (!seen.ok) return makeRefusalScreen(go, seen);
  const view = /** @type {View} */ (seen.value);
  paintSeats(view.seats);
  /** See what the table has become. */
  const next = () => go(pathOf(table));

  if (wish && isWanted(view, wish)) {
    return makeJoin(go, view, wish, () => {
      if (!signal.aborted) forgetWish(table);
      next();
    });
  }
  if (wish) forgetWish(table);
  if (wish && !wish.recover && !view.you.seats.length) {
    return makeUsedLink(go, say(view.stage === "waiting" ? "join.taken" : "join.late"), next);
  }
  if (view.stage === "racing" || view.stage === "over") return showRace(go, signal, table);
  if (view.stage === "waiting" && isAlone(view)) {
    const begun = await insist(() => post(`/api/tables/${table}/begin`), signal);
    signal.throwIfAborted();
    if (begun.ok) return showRace(go, signal, table);
  }
  const room = new WaitingRoom(go, view, signal, next);
  await room.open();
  return room.element;
}

/** Whether a link still leads anywhere. @param {View} view @param {import("../table/join.js").Wish} wish */
function isWanted(view, wish) {
  if (wish.recover) return !view.you.seats.includes(wish.seat);
  const kind = view.seats[wish.seat]?.kind;
  const mayTakeAnother = view.options.hot_seat || !view.you.seats.length;
  return view.stage === "waiting" && mayTakeAnother && (kind === "open" || kind === "invited");
}
