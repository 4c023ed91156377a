/** The keyboard: a whole race without a pointer. */

import { settings } from "./settings.js";
import { say } from "./words.js";

/** @import {Card} from "./types" */
/** @import {Key} from "./words.js" */
/** @import {Slot} from "./turn.js" */

/**
 * @typedef {object} Commands
 * @property {(card: Card) => void} card
 * @property {(slot: Slot) => void} slot
 * @property {(step: 1 | -1) => void} destination
 * @property {(step: 1 | -1) => void} way
 * @property {() => void} bonus
 * @property {() => void} go
 * @property {() => void} clear
 * @property {() => void} view
 * @property {(factor: number) => void} zoom
 * @property {() => void} hint
 * @property {() => void} [coach]
 * @property {() => void} skip
 * @property {() => void} help
 */

/** What keys mean, for whoever wants to know. @typedef {{ caps: () => string[], means: Key }} KeyHelp */

/** @type {KeyHelp[]} */
export const KEYS = [
  { caps: () => ["1", "2", "3", "4", "5"], means: "keys.card" },
  { caps: () => ["L", "B", "R"], means: "keys.slots" },
  { caps: () => ["↑", "↓", "←", "→"], means: "keys.arrows" },
  { caps: () => ["P"], means: "keys.bonus" },
  { caps: () => [say("keys.name.enter"), "G"], means: "keys.go" },
  { caps: () => [say("keys.name.escape")], means: "keys.clear" },
  { caps: () => ["V"], means: "keys.view" },
  { caps: () => ["+", "−"], means: "keys.zoom" },
  { caps: () => ["H"], means: "keys.hint" },
  { caps: () => [say("keys.name.space")], means: "keys.skip" },
  { caps: () => ["?"], means: "keys.help" },
];

/** @type {KeyHelp[]} */
export const RACE_KEYS = [...KEYS.slice(0, -2), { caps: () => ["C"], means: "keys.coach" }, ...KEYS.slice(-2)];

/** Where nobody is helped. @type {KeyHelp[]} */
export const UNAIDED_KEYS = KEYS.filter(({ means }) => means !== "keys.hint");

/** @type {KeyHelp[]} */
export const SOLO_KEYS = [
  ...KEYS.slice(0, 3),
  { caps: () => ["↑", "↓"], means: "keys.alternatives" },
  { caps: () => ["1", "2", "3", "4", "5"], means: "keys.markers" },
  ...KEYS.slice(3),
];

/** Keys that decide: held down they do it once. */
const ONCE = new Set(["Enter", "g"]);

/** How much a key zooms. */
export const CLOSER = 1.25;

/**
 * Listen to the keyboard until the page is left.
 * @param {Commands} commands
 * @param {AbortSignal} signal
 */
export function listen(commands, signal) {
  /** @type {Record<string, () => void>} */
  const meanings = {
    l: () => commands.slot("L"),
    b: () => commands.slot("B"),
    r: () => commands.slot("R"),
    ArrowUp: () => commands.destination(1),
    ArrowDown: () => commands.destination(-1),
    ArrowRight: () => commands.way(1),
    ArrowLeft: () => commands.way(-1),
    p: () => commands.bonus(),
    g: () => commands.go(),
    Enter: () => commands.go(),
    Escape: () => commands.clear(),
    v: () => commands.view(),
    "+": () => commands.zoom(CLOSER),
    "-": () => commands.zoom(1 / CLOSER),
    h: () => commands.hint(),
    c: () => commands.coach?.(),
    " ": () => commands.skip(),
    "?": () => commands.help(),
  };
  for (const card of /** @type {Card[]} */ ([1, 2, 3, 4, 5])) meanings[String(card)] = () => commands.card(card);

  listenTo(meanings, taken, signal);
}

/**
 * Do what keys mean, unless they are switched off or belong to what has the focus.
 * @param {Record<string, () => void>} meanings
 * @param {(event: KeyboardEvent) => boolean} taken
 * @param {AbortSignal} signal
 */
export function listenTo(meanings, taken, signal) {
  document.addEventListener(
    "keydown",
    (event) => {
      if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
      const meaning = meanings[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!meaning) return;
      event.preventDefault();
      if (!event.repeat || !ONCE.has(event.key)) meaning();
    },
    { signal },
  );
}

/** List the keys on screens that have none of their own, too. @param {() => void} help */
export function listenForHelp(help) {
  // The window hears of a key last: a screen that has listed its own keys has taken it.
  addEventListener("keydown", (event) => {
    if (event.key === "?" && settings.keys && !event.defaultPrevented && !taken(event)) help();
  });
}

/** Whether the key belongs to what has the focus. @param {KeyboardEvent} event */
function taken(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") || target?.closest("input:not([type=checkbox]), select, textarea")) return true;
  const [pressing, stepping] = [event.key === "Enter" || event.key === " ", event.key.startsWith("Arrow")];
  if (pressing && target?.closest("button, a, summary, input")) return true;
  return (stepping || event.key === " ") && Boolean(target?.closest(".ending") ?? target?.matches("[tabindex='0']"));
}
