/**
 * What is chosen in the solo game apart from turns: places of opponents, the order of the bonus
 * stack, a start space, cards to take or to discard. Like a plan it can be changed until Go.
 */

/** @import {Card, SoloOption, SoloView, Space} from "./types" */

/** Small markers are easy to use early on; the big ones wait for the last straight. Played quickly, this order scored best. */
const USUAL_ORDER = "b21345";

/** To discard nothing. */
const NOTHING = "-";

export class Alternatives {
  /** @type {SoloView | null} */ #game = null;
  /** What Go would send, or null. @type {string | null} */ decision = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {SoloView} game */
  update(game) {
    this.#game = game;
    const { phase } = game.race;
    this.decision = phase === "bonus" ? USUAL_ORDER : phase === "drop" ? NOTHING : null;
  }

  get phase() {
    return this.#game?.race.phase ?? "over";
  }

  /** @returns {SoloOption[]} */
  get options() {
    return this.#game?.choices.options ?? [];
  }

  /** The option that is chosen, if one is. */
  get chosen() {
    return this.options.find(({ decision }) => decision === this.decision) ?? null;
  }

  /** The bonus stack as it would lie, its top first. */
  get order() {
    return /** @type {Card[]} */ ([...(this.decision ?? USUAL_ORDER).slice(1)].map(Number));
  }

  /** @param {string} decision */
  choose(decision) {
    if (!this.#game?.choices.decisions.includes(decision)) return;
    this.decision = decision;
    this.changed();
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
