/** The keys of a replay. */

import { CLOSER, listenTo } from "../core/keyboard.js";
import { say } from "../core/words.js";

/** @import {KeyHelp} from "../core/keyboard.js" */

/**
 * @typedef {object} Commands
 * @property {() => void} play
 * @property {(by: 1 | -1) => void} step
 * @property {(by: 1 | -1) => void} round
 * @property {() => void} first
 * @property {() => void} last
 * @property {(seat: number) => void} eyes −1: everybody's
 * @property {() => void} view
 * @property {(factor: number) => void} zoom
 * @property {(by: 1 | -1) => void} tempo
 * @property {() => void} help
 */

/** @type {KeyHelp[]} */
export const REPLAY_KEYS = [
  { caps: () => [say("keys.name.space")], means: "replay.keys.play" },
  { caps: () => ["←", "→"], means: "replay.keys.step" },
  { caps: () => ["↑", "↓"], means: "replay.keys.round" },
  { caps: () => [say("keys.name.home"), say("keys.name.end")], means: "replay.keys.ends" },
  { caps: () => ["1", "2", "3", "4", "5", "0"], means: "replay.keys.eyes" },
  { caps: () => [",", "."], means: "replay.keys.tempo" },
  { caps: () => ["V"], means: "keys.view" },
  { caps: () => ["+", "−"], means: "keys.zoom" },
  { caps: () => ["?"], means: "keys.help" },
];

/** @param {Commands} commands @param {AbortSignal} signal */
export function listenToReplay(commands, signal) {
  /** @type {Record<string, () => void>} */
  const meanings = {
    " ": commands.play,
    ArrowRight: () => commands.step(1),
    ArrowLeft: () => commands.step(-1),
    ArrowDown: () => commands.round(1),
    ArrowUp: () => commands.round(-1),
    Home: commands.first,
    End: commands.last,
    v: commands.view,
    "+": () => commands.zoom(CLOSER),
    "-": () => commands.zoom(1 / CLOSER),
    ",": () => commands.tempo(-1),
    ".": () => commands.tempo(1),
    "?": commands.help,
  };
  for (let seat = -1; seat < 5; seat++) meanings[String(seat + 1)] = () => commands.eyes(seat);
  listenTo(meanings, taken, signal);
}

/** Whether the key belongs to what has the focus. @param {KeyboardEvent} event */
function taken(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") || target?.closest("select, textarea")) return true;
  // The slider knows its own keys; they mean the same.
  if (target?.closest("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(event.key);
  return event.key === " " && Boolean(target?.closest("button, a, summary"));
}
