/** A table by its address: the link's wish first, then the waiting room, then the race. */

import { get, insist, post } from "./api.js";
import { forgetWish, makeJoin, wishOf } from "./join.js";
import { showRace } from "./race.js";
import { WaitingRoom } from "./waiting.js";

/** @import {View} from "./types" */
/** @import {Go} from "./links.js" */

/** Whether nobody else has to come, or be asked. @param {View} view */
const isAlone = (view) => view.you.host && view.seats.every((each) => each.kind === "musher" || view.you.seats.includes(each.seat));

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [table]
 * @returns {Promise<HTMLElement>}
 */
export async function showTable(go, signal, table = "") {
  const seen = await insist(() => get(`/api/tables/${table}`));
  // The race knows what to say of tables that do not exist.
  if (!seen.ok) return showRace(go, signal, table);
  const view = /** @type {View} */ (seen.value);
  /** Show what the table has become in the place of what it was. @param {HTMLElement} before */
  const next = async (before) => {
    const after = await showTable(go, signal, table);
    if (signal.aborted) return;
    before.replaceWith(after);
    after.querySelector("h1")?.focus({ preventScroll: true });
  };

  const wish = wishOf(location.search);
  if (wish && isWanted(view, wish)) {
    const screen = makeJoin(go, view, wish, () => {
      forgetWish(table);
      void next(screen);
    });
    return screen;
  }
  if (wish) forgetWish(table);
  if (view.stage === "racing" || view.stage === "over") return showRace(go, signal, table);
  if (view.stage === "waiting" && isAlone(view)) {
    const begun = await insist(() => post(`/api/tables/${table}/begin`));
    if (begun.ok) return showRace(go, signal, table);
  }
  const room = new WaitingRoom(go, view, signal, () => void next(room.element));
  await room.open();
  return room.element;
}

/** Whether a link still leads anywhere. @param {View} view @param {import("./join.js").Wish} wish */
function isWanted(view, wish) {
  if (wish.recover) return !view.you.seats.includes(wish.seat);
  const kind = view.seats[wish.seat]?.kind;
  const mayTakeAnother = view.options.hot_seat || !view.you.seats.length;
  return view.stage === "waiting" && mayTakeAnother && (kind === "open" || kind === "invited");
}
