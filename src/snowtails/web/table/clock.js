/** The clock of whoever has to decide: calm, with seconds, and told to screen readers now and then. */

import { draw, make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { now } from "../core/server-time.js";
import { say } from "../core/words.js";

/** @import {Part, Presence, View} from "../core/types" */

/** Seconds left at which it is said aloud how many they are. */
const TOLD_AT = [60, 30, 10];
const SOON = 10;
const AN_HOUR = 3600;

/** @param {number} seconds */
function timeOf(seconds) {
  const two = (/** @type {number} */ value) => String(Math.floor(value) % 60).padStart(2, "0");
  if (seconds >= AN_HOUR) return `${Math.floor(seconds / AN_HOUR)}:${two(seconds / 60)}:${two(seconds)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds)}`;
}

/** How long a clock gives for a decision, in words. @param {number | null} seconds */
export function lengthOf(seconds) {
  if (seconds === null) return say("clock.none");
  if (seconds < 120 && seconds % 60) return say("clock.seconds", { count: seconds });
  if (seconds < AN_HOUR) return say("clock.minutes", { count: Math.round(seconds / 60) });
  return say("clock.hours", { count: Math.round(seconds / AN_HOUR) });
}

/**
 * @param {AbortSignal} signal
 * @returns {Part<{ view: View, presence: Presence | null }>}
 */
export function makeClock(signal) {
  const dial = draw("circle", { r: 4, pathLength: 100 });
  const digits = make("span", { class: "clock-digits", "aria-hidden": "true" });
  const words = make("span", { class: "visually-hidden" });
  const told = make("span", { class: "visually-hidden", role: "status" });
  const element = make(
    "p",
    { class: "clock", hidden: true },
    draw("svg", { viewBox: "-9 -9 18 18", "aria-hidden": "true" }, draw("circle", { class: "rim", r: 8 }), dial),
    digits,
    words,
    told,
  );
  /** @type {number | null} */ let deadline = null;
  let whole = 1;
  let yours = false;
  let name = "";
  let timer = 0;
  let last = 0;

  function tick() {
    clearTimeout(timer);
    element.hidden = deadline === null;
    if (deadline === null || signal.aborted) return;
    const left = Math.max(0, deadline - now());
    const seconds = Math.ceil(left);
    digits.textContent = timeOf(seconds);
    words.textContent = yours ? say("clock.yours", { count: seconds }) : say("clock.theirs", { name, count: seconds });
    dial.setAttribute("stroke-dasharray", `${Math.min(100, (100 * left) / whole)} 200`);
    element.classList.toggle("soon", yours && seconds <= SOON);
    const passing = TOLD_AT.some((each) => seconds <= each && last > each) || last === 0;
    if (yours && passing && seconds) told.textContent = say("clock.yours", { count: seconds });
    last = seconds;
    if (left > 0) timer = setTimeout(tick, (left % 1) * 1000 + 20);
  }
  signal.addEventListener("abort", () => clearTimeout(timer));

  return {
    element,
    show({ view, presence }) {
      const actor = view.race?.actor ?? null;
      const until = actor === null ? null : (presence?.deadline ?? null);
      if (until !== deadline) {
        last = 0;
        told.textContent = "";
      }
      deadline = until;
      whole = view.options.clock ?? 1;
      yours = actor !== null && view.you.seats.includes(actor);
      name = actor === null ? "" : nameOf(view, actor);
      tick();
    },
  };
}
