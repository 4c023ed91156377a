/**
 * What somebody means to do: cards laid on the mat, a destination, cards to discard.
 *
 * Everything in it can be changed until Go. What is possible is looked up in what the server
 * told; a storage keeps the plan, so that it survives a reload.
 */

import { readGiven, readTurn, SLOTS } from "../core/turn.js";
import { aboutOf, decisionsOf, handOf, hasMoved, movesOf, same, spaceOf, withCards } from "./choices.js";

/** @import {Card, Move, Space, View} from "../core/types" */
/** @import {PlanStorage} from "./plan-storage.js" */
/** @import {Slot} from "../core/turn.js" */

export class Plan {
  /** @type {View | null} */ #view = null;
  /** @type {Card | null} */ card = null;
  /** Places with a card on them, as a turn writes them. */
  slots = "";
  /** Whether the cards were laid one by one; else they came with the destination. */
  #byHand = false;
  /** @type {boolean | null} null: not said yet */ #bonus = null;
  /** @type {string | null} */ #decision = null;
  /** Places in the hand of the cards to discard. @type {number[]} */ discards = [];
  /** Whether the situation has changed in a way that upset the plan. */
  stale = false;
  /** The question that was answered: nothing is due until another is asked. @type {number | null} */ #answered = null;
  /** How often it was changed. */
  edits = 0;
  /** What can be reached as things are, until they change. @type {Map<Space, Move[]> | null} */ #destinations = null;

  /** @param {() => void} changed @param {PlanStorage} storage */
  constructor(changed, storage) {
    this.changed = changed;
    this.storage = storage;
  }

  get #reach() {
    return movesOf(this.#view);
  }

  get #decisions() {
    return decisionsOf(this.#view);
  }

  /** What the plan is about now. */
  get about() {
    return aboutOf(this.#view);
  }

  /** Whether the server waits for a decision from here. */
  get due() {
    return this.#decisions.length > 0 && !this.waits;
  }

  /** Whether it is on its way, or carried out but not seen yet. */
  get waits() {
    return this.#answered !== null && this.#answered === this.#view?.asks;
  }

  /** The question that is asked now, if one is. */
  get asks() {
    return this.#view?.asks ?? null;
  }

  /** Whether nothing has been chosen yet. */
  get empty() {
    return !this.slots && !this.decision && !this.card && !this.discards.length;
  }

  get hand() {
    return handOf(this.#view);
  }

  /** How many cards have to be discarded. */
  get owed() {
    return this.#view?.race?.owed ?? 0;
  }

  // -- looking at it

  /** Everything that can be reached with what was laid by hand, or at all; told cheapest first. */
  get outcomes() {
    return this.#reach.filter((each) => this.#fits(each));
  }

  /** @param {Move} outcome */
  #fits(outcome) {
    const turn = readTurn(outcome.turn);
    if (!turn || (this.#bonus !== null && turn.bonus !== this.#bonus)) return false;
    return !this.#byHand || (turn.slots === this.slots && turn.card === this.card);
  }

  /** Outcomes by the space where they end, cheapest first. */
  get destinations() {
    return (this.#destinations ??= this.#reached());
  }

  #reached() {
    /** @type {Map<Space, Move[]>} */
    const found = new Map();
    for (const each of this.waits ? [] : this.outcomes) {
      const there = found.get(each.end);
      if (there) there.push(each);
      else found.set(each.end, [each]);
    }
    return found;
  }

  /** All ways to end on a space, whatever is laid. @param {Space} space */
  ways(space) {
    return this.#reach.filter((each) => each.end === space);
  }

  /** The outcome that is chosen, if one is. */
  get chosen() {
    return this.#reach.find((each) => each.turn === this.#decision) ?? null;
  }

  /** An outcome of what is laid, for its speed and drift. */
  get sample() {
    return this.chosen ?? (this.slots ? (this.outcomes.find((each) => !each.bonus) ?? this.outcomes[0] ?? null) : null);
  }

  /** Steps of the bonus that could be taken with what is laid; 0 if none can. */
  get bonusOffered() {
    if (!this.slots) return 0;
    return Math.max(0, ...withCards(this.#reach, this.slots, this.card).map((each) => each.bonus));
  }

  get bonus() {
    return this.chosen ? this.chosen.bonus > 0 : this.#bonus === true;
  }

  /** What Go would send, or null. */
  get decision() {
    if (this.about === "discard") {
      const values = this.discards
        .map((place) => this.hand[place])
        .sort()
        .join("");
      return this.#decisions.find((each) => readGiven(each) === values) ?? null;
    }
    return this.#decision;
  }

  /** Whether a card may go on a place, next to those that lie there. @param {Card} card @param {Slot} slot */
  canLay(card, slot) {
    const laid = new Set(card === this.card ? [...this.slots, slot] : [slot]);
    return this.#reach.some((each) => {
      const turn = readTurn(each.turn);
      return turn?.card === card && [...laid].every((place) => turn.slots.includes(place));
    });
  }

  // -- changing it

  /** Take up a card, or put it back. @param {Card | null} card */
  pick(card) {
    if (card !== this.card) this.#empty();
    this.card = card;
    this.#edited();
  }

  /** Lay a card on a place. @param {Card} card @param {Slot} slot */
  lay(card, slot) {
    if (!this.canLay(card, slot)) return;
    if (card !== this.card) this.#empty();
    this.card = card;
    this.#lay(SLOTS.filter((each) => each === slot || this.slots.includes(each)).join(""));
  }

  /** Take the card off a place. @param {Slot} slot */
  takeOff(slot) {
    this.#lay(this.slots.replace(slot, ""));
  }

  /** @param {string} slots */
  #lay(slots) {
    this.slots = slots;
    this.#byHand = slots !== "";
    this.#bonus = null;
    this.#decision = null;
    const plain = slots ? this.outcomes.filter((each) => !each.bonus) : [];
    const [first] = plain;
    if (first && plain.every((each) => same(each, first))) this.#decision = first.turn;
    this.#edited();
  }

  /** Choose where to end, and with it the cards. @param {Move} outcome */
  choose(outcome) {
    const turn = readTurn(outcome.turn);
    this.#byHand &&= turn?.card === this.card && turn?.slots === this.slots;
    this.card = turn?.card ?? null;
    this.slots = turn?.slots ?? "";
    this.#bonus = null;
    this.#decision = outcome.turn;
    this.#edited();
  }

  /** Choose a start space. @param {string} decision such as `@3` */
  chooseStart(decision) {
    this.#decision = decision;
    this.#edited();
  }

  /** Say whether the bonus is taken. @param {boolean} wanted */
  takeBonus(wanted) {
    this.#byHand = true;
    this.#bonus = wanted;
    this.#decision = null;
    const left = this.outcomes;
    if (left.length === 1) this.#decision = left[0]?.turn ?? null;
    this.#edited();
  }

  /** Mark a card of the hand to be discarded, or not. @param {number} place */
  toggleDiscard(place) {
    const others = this.discards.filter((each) => each !== place);
    this.discards = others.length < this.discards.length ? others : [...others, place].slice(-this.owed);
    this.#edited();
  }

  /** Mark just these values to be discarded. @param {string} values such as `35` */
  discardValues(values) {
    this.discards = [];
    for (const value of values) {
      this.discards.push(this.hand.findIndex((each, place) => each === Number(value) && !this.discards.includes(place)));
    }
    this.#edited();
  }

  clear() {
    this.#empty();
    this.card = null;
    this.discards = [];
    this.#edited();
  }

  #empty() {
    this.slots = "";
    this.#byHand = false;
    this.#bonus = null;
    this.#decision = null;
  }

  #edited() {
    this.stale = false;
    this.edits++;
    this.#destinations = null;
    this.#keep();
    this.changed();
  }

  // -- time goes by

  /** Look at the plan again after something has happened. @param {View} view */
  update(view) {
    const chosen = this.chosen;
    const before = this.#view;
    this.#view = view;
    this.#destinations = null;
    if (before && before.you.seat !== view.you.seat) {
      // Another sits at this screen now, or nobody: what was planned is not theirs.
      this.#empty();
      this.card = null;
      this.discards = [];
      this.stale = false;
      this.storage.forget();
      void this.restore();
      return;
    }
    if (before?.race && view.race && before.race.phase !== view.race.phase) this.discards = [];
    const moved = before && view.race && hasMoved(before, view);
    if (moved) {
      this.clear();
      return;
    }
    if (this.#decision?.startsWith("@")) {
      if (this.about === "start" && (!this.due || this.#decisions.includes(this.#decision))) return;
      this.stale = this.about === "start";
      this.#decision = null;
    } else if (this.#decision) {
      this.#look(chosen);
    } else if (this.slots && !this.outcomes.length) this.#empty();
  }

  /** See whether what was chosen can still be had at the same price. @param {Move | null} chosen */
  #look(chosen) {
    const now = this.chosen;
    if (now && chosen && same(now, chosen)) return;
    const code = readTurn(this.#decision ?? "");
    const alike = chosen && code && withCards(this.#reach, code.slots, code.card).find((each) => same(each, chosen));
    if (alike) this.#decision = alike.turn;
    else if (!now || chosen) {
      this.stale = true;
      if (!now) this.#decision = null;
    }
  }

  /** The plan is on its way: it need not be kept any more. */
  send() {
    this.storage.forget();
    this.stale = false;
    this.#answered = this.#view?.asks ?? null;
    this.#destinations = null;
  }

  /** It was refused: it can be changed again. */
  takeBack() {
    this.#answered = null;
    this.#destinations = null;
    this.#keep();
  }

  #keep() {
    const view = this.#view;
    if (view?.you.seat == null || view.stage !== "racing") return;
    this.storage.keep(view, {
      on: spaceOf(view),
      card: this.card,
      slots: this.slots,
      byHand: this.#byHand,
      bonus: this.#bonus,
      decision: this.#decision,
      discards: this.discards,
    });
  }

  /** Take up the plan that was kept, if it still fits where the sled is and nothing was planned meanwhile. */
  async restore() {
    const view = this.#view;
    const { edits } = this;
    if (view?.you.seat == null) return;
    const kept = await this.storage.find(view);
    if (!kept || this.edits !== edits || this.#view?.you.seat !== view.you.seat || kept.on !== spaceOf(this.#view)) return;
    const turn = readTurn(kept.decision ?? "");
    const held = kept.card === null || this.hand.includes(kept.card);
    if (!held || (turn && !this.#reach.some((each) => each.turn === kept.decision))) return;
    if (!turn && kept.decision && !this.#decisions.includes(kept.decision)) return;
    this.card = kept.card;
    this.slots = kept.slots;
    this.#byHand = kept.byHand;
    this.#bonus = kept.bonus;
    this.#decision = kept.decision;
    this.discards = this.about === "discard" ? kept.discards : [];
    this.#destinations = null;
    this.changed();
  }
}
