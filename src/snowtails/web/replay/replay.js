/** Opening a replay: of a table, of a round of a solo game, or of a record that somebody brings. */

import { get, insist, post } from "../core/api.js";
import { makeErrorScreen, makeRefusalScreen } from "../core/error-screen.js";
import { makeLink } from "../core/links.js";
import { paintSeats } from "../core/sled-colours.js";
import { say } from "../core/words.js";
import { makeRecordForm } from "./record-form.js";
import { ReplayScreen } from "./replay-screen.js";
import { soloStory } from "./solo-story.js";
import { raceStory } from "./story.js";

/** @import {Replay, SoloReplay} from "../core/types" */
/** @import {Go} from "../core/links.js" */
/** @import {Story} from "./story.js" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [table] without one, a record is asked for
 * @returns {Promise<HTMLElement>}
 */
export async function showReplay(go, signal, table = "") {
  // A record that was brought is kept with its entry in the history: it is there again after a reload.
  /** @type {string | undefined} */
  const record = history.state?.record;
  if (!table && record === undefined) return makeRecordForm(go);
  const told = await insist(() => (table ? get(`/api/tables/${table}/replay`) : post("/api/replays", { record })), signal);
  signal.throwIfAborted();
  if (told.ok) return open(go, signal, storyOf(told.value, go));
  if (told.code !== "not-over") return makeRefusalScreen(go, told);
  return makeErrorScreen(say("replay.notOver"), makeLink(go, `/race/${table}`, { class: "button go" }, say("replay.watch")));
}

/** The address names the round of a solo game. @param {Replay | SoloReplay} told @param {Go} go @returns {Story} */
function storyOf(told, go) {
  if (told.game === "race") return raceStory(told);
  const choose = (/** @type {number} */ round) => {
    const path = `${location.pathname}${round ? `?round=${round + 1}` : ""}`;
    history.pushState(history.state, "", path);
    go(path);
  };
  const at = Number.parseInt(new URLSearchParams(location.search).get("round") ?? "", 10) - 1;
  return /** @type {Story} */ (soloStory(told, at, choose) ?? soloStory(told, 0, choose));
}

/** @param {Go} go @param {AbortSignal} signal @param {Story} replay */
async function open(go, signal, replay) {
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(replay.course.line)}/map`), signal);
  signal.throwIfAborted();
  if (!map.ok) return makeRefusalScreen(go, map);
  paintSeats(replay.seats);
  const screen = new ReplayScreen(go, signal, replay, map.value);
  await screen.open();
  return screen.element;
}
