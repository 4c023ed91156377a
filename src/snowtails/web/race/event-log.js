/** The log of a race, called the race radio: what happens, in sentences; also what a screen reader reads out. */

import { make } from "../core/dom.js";
import { makeBadge } from "../core/face.js";
import { nameOf } from "../core/names.js";
import { spaceName } from "../core/space-names.js";
import { say, sayOr } from "../core/words.js";
import { withReasons } from "../plan/clause-links.js";
import { cardsOf, reasonOf } from "../plan/outcome.js";

/** @import {Dent, Happening, View} from "../core/types" */

/**
 * What an event sounds like; nothing for those that nobody needs to hear.
 * @param {Happening} event
 * @param {View} view
 * @returns {string[]}
 */
export function sentencesOf(event, view) {
  const name = typeof event.seat === "number" ? nameOf(view, event.seat) : (event.name ?? "");
  const musher = sayOr(`musher.${event.musher}`, event.musher ?? "");
  switch (event.kind) {
    case "began":
      return [say(view.retry_of ? "radio.begins.again" : "radio.begins")];
    case "decided":
      return [...(event.by === "clock" ? [say("radio.clock", { name })] : []), ...decisionOf(event, name)];
    case "handed_over":
      return [reinsOf(event.why, { name, musher })];
    case "took_back":
      return [say("radio.back", { name })];
    default:
      return [];
  }
}

/** Why a bot takes the reins. @param {Happening["why"]} why @param {{ name: string, musher: string }} facts */
function reinsOf(why, facts) {
  if (why === "rounds") return say("radio.reins.rounds", facts);
  return why === "left" ? say("radio.reins.left", facts) : say("radio.reins.gone", facts);
}

/** @param {Happening} event @param {string} name */
function decisionOf(event, name) {
  const decision = event.decision ?? "";
  if (decision.startsWith("@")) return [say("radio.start", { name, number: decision.slice(1) })];
  if (decision.startsWith("x")) return [say("radio.discard", { name, count: decision.length - 1 })];
  const move = event.move;
  if (!move) return [];
  // Whoever stands still does not drift (MOVE-2), however uneven the dogs are.
  const drift = move.speed > 0 ? move.drift : 0;
  const facts = { name, cards: cardsOf(move.turn), speed: move.speed, space: spaceName(move.end), count: Math.abs(drift) };
  const key = drift === 0 ? "radio.move" : drift < 0 ? "radio.drift.left" : "radio.drift.right";
  const told = [say(key, facts), ...move.dents.map(reasonOf)];
  if (move.stop === "sled") told.push(say("radio.sled", { name }));
  if (move.wrecked) told.push(say("radio.wrecked", { name }));
  if (move.finished) told.push(say("radio.finished", { name }));
  return told;
}

export class EventLog {
  constructor() {
    this.log = make("ol", { class: "event-log-list", "aria-live": "polite", "aria-relevant": "additions", tabindex: 0, "aria-label": say("radio.label") });
    this.button = make("button", { type: "button", class: "event-log-open", "aria-expanded": "false", onclick: () => this.#toggle() }, say("radio.open"));
    this.element = make("section", { class: "event-log", "aria-label": say("radio.label") }, make("h2", {}, say("radio.label")), this.log, this.button);
    // What was told before the log came into view has to be scrolled to as well.
    new ResizeObserver(() => this.#showNewest()).observe(this.log);
  }

  #showNewest() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {Happening} event @param {View} view */
  tell(event, view) {
    const seat = event.seat ?? null;
    const badge = seat === null ? null : makeBadge(view.seats[seat], seat, nameOf(view, seat));
    this.add(event.kind, badge, sentencesOf(event, view), event.move?.dents ?? []);
  }

  /** Say something about somebody, if there is anything to say. @param {string} kind @param {Element | null} badge @param {string[]} said @param {Dent[]} dents */
  add(kind, badge, said, dents = []) {
    if (!said.length) return;
    this.log.append(make("li", { class: kind }, badge, make("span", {}, ...withReasons(said, dents))));
    this.#showNewest();
  }

  #toggle() {
    const open = this.element.classList.toggle("opened");
    this.button.setAttribute("aria-expanded", String(open));
    this.#showNewest();
  }
}
