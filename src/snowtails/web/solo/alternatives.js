/**
 * What is chosen in the solo game apart from turns: places of opponents, the order of the bonus
 * stack, a start space, cards to take or to discard. Like a plan it can be changed until Go.
 */

import { note, noted } from "../plan/plan-storage.js";

/** @import {Card, SoloOption, SoloView, Space} from "../core/types" */

/** Milliseconds for which what nobody has chosen yet cannot be sent: a double click is no decision. */
const SETTLE = 400;

export class Alternatives {
  /** @type {SoloView | null} */ #game = null;
  /** What is chosen, or offered at first; null for nothing. @type {string | null} */ decision = null;
  /** Whether it may be sent. */ settled = false;
  /** @type {SoloOption[]} */ #options = [];
  #timer = 0;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {SoloView} game */
  update(game) {
    if (this.#game?.asks === game.asks) return;
    this.#game = game;
    const { decisions, usual } = game.choices;
    this.#options = distinct(game.choices.options, usual);
    const kept = noted(this.#name, game.asks);
    this.decision = decisions.includes(kept) ? kept : usual;
    this.settled = this.decision !== usual;
    clearTimeout(this.#timer);
    if (!this.settled) this.#timer = setTimeout(() => this.#settle(), SETTLE);
  }

  #settle() {
    clearTimeout(this.#timer);
    this.settled = true;
    this.changed();
  }

  get #name() {
    return `choice ${this.#game?.table}`;
  }

  get phase() {
    return this.#game?.race.phase ?? "over";
  }

  /** What can be chosen; of those that bring the very same, one. @returns {SoloOption[]} */
  get options() {
    return this.#options;
  }

  /** The option that is chosen, if one is. */
  get chosen() {
    return this.options.find(({ decision }) => decision === this.decision) ?? null;
  }

  /** The bonus stack as it would lie, its top first. */
  get order() {
    return /** @type {Card[]} */ ([...(this.decision ?? "").slice(1)].map(Number));
  }

  /** @param {string} decision */
  choose(decision) {
    if (!this.#game?.choices.decisions.includes(decision)) return;
    this.decision = decision;
    note(this.#name, this.#game.asks, decision);
    this.#settle();
  }

  /** Choose a space on the board; the same again lets an opponent face the other way. @param {Space} space */
  chooseSpace(space) {
    const there = this.options.filter((each) => each.space === space);
    const at = there.findIndex(({ decision }) => decision === this.decision);
    const next = there[(at + 1) % there.length];
    if (next) this.choose(next.decision);
  }

  /** Go to the next option. @param {1 | -1} step */
  step(step) {
    const at = this.options.findIndex(({ decision }) => decision === this.decision);
    const next = this.options.at(at < 0 && step < 0 ? -1 : (at + step) % this.options.length);
    if (next) this.choose(next.decision);
  }

  /** Put a marker somewhere in the bonus stack; 0 is its top. @param {Card} marker @param {number} place */
  putMarker(marker, place) {
    const others = this.order.filter((each) => each !== marker);
    others.splice(place, 0, marker);
    this.choose(`b${others.join("")}`);
  }
}

/**
 * Cards of one value are alike: which of them is taken makes no difference.
 * @param {SoloOption[]} options
 * @param {string | null} usual stands for those like it
 */
function distinct(options, usual) {
  /** @type {Map<string, SoloOption>} */
  const found = new Map();
  for (const each of options) {
    const { decision, slots: _, ...seen } = each;
    const key = seen.cards ? JSON.stringify([decision[0], seen]) : decision;
    if (!found.has(key) || decision === usual) found.set(key, each);
  }
  return [...found.values()];
}
