/** A race looked at afterwards: the curve of chances, costly turns with better ones, luck and play. */

import { insist, post } from "../core/api.js";
import { makeFigure } from "../core/charts.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { followEvents } from "../core/event-stream.js";
import { pathOf } from "../core/links.js";
import { nameOf } from "../core/names.js";
import { drawMark } from "../core/sled.js";
import { spaceName } from "../core/space-names.js";
import { send } from "../core/submit.js";
import { chanceOf, joined, number, say } from "../core/words.js";
import { cardsOf } from "../plan/outcome.js";
import { drawWaySample } from "./board-paths.js";
import { drawCurve } from "./curve.js";
import { isCostly, makeLuck, playOf, pointsLost } from "./luck.js";
import { remember, wasAsked } from "./memory.js";

/** @import {CostlyTurn, Frame, Move, RaceAnalysis, Refusal, Seat} from "../core/types" */
/** @import {Key} from "../core/words.js" */
/** @import {Curve, Round} from "./curve.js" */

/** Decisions that gave away as much are marked wherever they are told. */
const COSTLY = 0.05;

/**
 * @typedef {object} LookedAt
 * @property {string | null} table null if a record was brought
 * @property {RaceAnalysis | null} [found] what a record has with it
 * @property {Pick<Seat, "kind" | "name">[]} seats
 * @property {number} seat whose turns are told first
 * @property {(path: string) => void} go
 * @property {boolean} [stepping] whether costly turns are told one at a time, each with its moment on the board
 * @property {(frame: number, costly?: CostlyTurn) => void} jump to a moment, or to a turn with what would have been better
 * @property {boolean} [open] whether it opens by itself
 * @property {() => void} [changed] it was opened, or all was found
 * @property {AbortSignal} signal ends it
 */

/** Where rounds begin. @param {Pick<Frame, "number" | "race">[]} frames */
export const roundsOf = (frames) =>
  frames.filter(({ race }, i) => race.round && race.round !== frames[i - 1]?.race.round).map(({ number: at, race }) => ({ at, round: race.round }));

/** What was decided, in words; of a turn whose end is not known, its cards. @param {string} decision @param {Move | null} [move] */
function decisionName(decision, move) {
  const cards = cardsOf(decision);
  if (cards && !move) return cards;
  if (move) return say("coach.turn", { cards: cardsOf(decision), space: spaceName(move.end, true) });
  if (decision.startsWith("@")) return say("destinations.start", { number: decision.slice(1) });
  return say("coach.discard", { cards: [...decision.slice(1)].join(" ") });
}

export class LookBack {
  /** @type {RaceAnalysis | null} */ #found = null;
  /** @type {Curve | null} */ #curve = null;
  /** The moment that is looked at, if one is. @type {number | null} */ #at = null;
  /** Where rounds begin, by moment, once that is known. @type {Round[]} */ #rounds = [];
  /** Which of the costly turns is told, where they are told one at a time. */ #step = 0;

  /** @param {LookedAt} looked */
  constructor(looked) {
    this.looked = looked;
    this.seat = looked.seat;
    this.openButton = make("button", { type: "button", class: "look-back-open", onclick: () => this.open() }, say("coach.back.open"));
    this.progress = make("progress", { max: 1, value: 0, "aria-label": say("coach.back.progress") });
    this.status = make("p", { class: "look-back-status", role: "status" });
    this.work = make("div", { class: "look-back-work" }, this.progress, this.status);
    this.chart = make("div", { class: "look-back-chart" });
    this.sleds = make("div", { class: "look-back-sleds", role: "group", "aria-label": say("coach.back.whose") });
    this.stepper = make("div", { class: "look-back-stepper", role: "group", "aria-label": say("coach.back.turns"), hidden: true });
    this.turns = make("ol", { class: "look-back-turns" });
    this.luck = make("div", { class: "look-back-luck" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.body = make("div", { class: "look-back-body", hidden: true }, this.chart, this.work, this.sleds, this.stepper, this.turns, this.luck, this.problem);
    this.element = make("section", { class: "look-back", "aria-label": say("coach.back.label") }, make("h3", {}, say("coach.back.label")), this.body);
    if (looked.stepping) this.element.prepend(this.openButton);
    this.element.hidden = !looked.stepping;
    if (looked.found) this.#open(looked.found);
    else if (looked.open || wasAsked(looked.table ?? "")) this.open();
  }

  /** Whether it was asked for. */
  get opened() {
    return !this.body.hidden;
  }

  /** Hear where rounds begin. @param {Round[]} rounds */
  know(rounds) {
    this.#rounds = rounds;
    if (this.#found) this.#tell(this.#found);
  }

  /** Show what is known. @param {RaceAnalysis} found */
  #open(found) {
    this.openButton.hidden = true;
    this.body.hidden = this.element.hidden = false;
    this.#tell(found);
  }

  open() {
    const { table } = this.looked;
    if (this.opened || !table) return;
    const focused = document.activeElement === this.openButton;
    remember(table, true);
    this.openButton.hidden = true;
    this.body.hidden = this.element.hidden = false;
    // What is to come has its room from the beginning, so that nothing moves when it comes.
    this.element.classList.add("working");
    this.stepper.hidden = !this.looked.stepping;
    this.#showCurve({ chances: [], done: false });
    if (focused) {
      this.element.tabIndex = -1;
      this.element.focus({ preventScroll: true });
      this.element.scrollIntoView({ block: "start" });
    }
    this.looked.changed?.();
    const told = (/** @type {RaceAnalysis} */ found) => this.#tell(found);
    const waiting = () => this.#say(say("coach.waiting"));
    const failed = (/** @type {Refusal} */ why) => {
      this.element.classList.remove("working");
      this.progress.hidden = this.stepper.hidden = true;
      this.#say(whyNot(why));
    };
    void followEvents(`/api/tables/${table}/analysis`, "analysis", { told, waiting, failed }, this.looked.signal);
  }

  /** Show which moment is looked at. @param {number} at */
  show(at) {
    this.#at = at;
    this.#curve?.show(at);
  }

  /** Show which costly turn is looked at. @param {CostlyTurn} costly */
  showTurn({ judged }) {
    this.seat = judged.seat;
    this.#step = Math.max(
      0,
      this.#costly.findIndex((each) => each.judged.number === judged.number),
    );
    this.#showSled();
  }

  /** Tell the turns of a sled. @param {number} seat */
  choose(seat) {
    this.seat = seat;
    this.#step = 0;
    this.#showSled();
  }

  /** The costly turns that are worth telling. */
  get #costly() {
    return (this.#found?.costly[this.seat] ?? []).filter(({ judged }) => isCostly(judged));
  }

  /** Say something, once: a screen reader reads it out. @param {string} text */
  #say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** @param {RaceAnalysis} found */
  #tell(found) {
    this.#found = found;
    this.work.hidden = found.done;
    this.progress.value = found.share;
    this.#say(found.done ? "" : say("coach.back.thinking"));
    this.element.classList.toggle("working", !found.done);
    this.element.classList.toggle("done", found.done);
    if (found.chances.length > 1) this.#showCurve(found);
    if (found.done) this.#showSled();
    if (found.done) this.looked.changed?.();
  }

  /** All decisions that gave much away, of everybody; none before all was found. */
  get judged() {
    return (this.#found?.judged ?? []).filter(({ win, best_win }) => best_win - win >= COSTLY);
  }

  /** What the decision of a frame gave away, and what would have been better. @param {number} frame */
  tellAt(frame) {
    const judged = this.judged.find((each) => each.number === frame);
    if (!judged) return "";
    const { best, best_win } = judged;
    const cost = say("coach.cost", { points: pointsLost(judged) });
    return joined([`${cost}.`, say("coach.better.was", { decision: decisionName(best), chance: chanceOf(best_win) })]);
  }

  /** The costly turn that a frame tells, if it does. @param {number} frame @returns {CostlyTurn | null} */
  costlyAt(frame) {
    return this.#found?.costly.flat().find(({ judged }) => judged.number === frame) ?? null;
  }

  /** @param {Pick<RaceAnalysis, "chances" | "done">} found */
  #showCurve({ chances, done }) {
    const rounds = this.#rounds;
    const moments = done ? chances.length : Math.max(chances.length, (rounds.at(-1)?.at ?? 0) + 1);
    this.#curve = drawCurve(chances, moments, rounds, (frame) => this.looked.jump(frame));
    this.#markTurns();
    if (this.#at !== null) this.#curve.show(this.#at);
    const title = say("coach.back.curve");
    const legend = make("p", { class: "legend" }, say("coach.back.tap"));
    // The table comes once, with everything in it: whoever reads it keeps the place.
    if (!done) return fill(this.chart, make("figure", {}, make("figcaption", {}, title), this.#curve.element, legend));
    const rows = this.looked.seats.map((_, seat) => [
      nameOf(this.looked, seat),
      ...rounds.map(({ at }) => chanceOf(chances[at]?.[seat] ?? 0)),
      chanceOf(chances.at(-1)?.[seat] ?? 0),
    ]);
    const goTo = (/** @type {Round} */ { at, round }) =>
      make("button", { type: "button", class: "plain", "aria-label": say("coach.back.round", { round }), onclick: () => this.looked.jump(at) }, number(round));
    const head = [say("figures.round"), ...rounds.map(goTo), say("coach.back.end")];
    fill(this.chart, makeFigure(title, this.#curve.element, head, rows, legend));
  }

  #showSled() {
    const found = this.#found;
    if (!found?.done) return;
    fill(
      this.sleds,
      ...this.looked.seats.map((_, seat) => {
        const name = nameOf(this.looked, seat);
        const choose = () => {
          this.choose(seat);
          this.sleds.querySelectorAll("button")[seat]?.focus();
        };
        return make("button", { type: "button", "aria-pressed": String(seat === this.seat), onclick: choose }, drawMark(seat), make("span", {}, name));
      }),
    );
    const luck = found.luck[this.seat];
    const judged = found.judged.filter(({ seat }) => seat === this.seat);
    fill(this.luck, luck ? makeLuck({ cards: luck.cards, ...playOf(judged) }) : null);
    const costly = this.#costly;
    const told = this.looked.stepping ? costly.slice(this.#step, this.#step + 1) : costly;
    fill(this.turns, ...(told.length ? told.map((each) => this.#makeTurn(each)) : [make("li", { class: "none" }, say("coach.back.clean"))]));
    this.#showStepper(costly);
    this.#markTurns();
  }

  /** Mark the costly turns on the curve, by their order. */
  #markTurns() {
    if (this.#found?.done)
      this.#curve?.mark(
        this.seat,
        this.#costly.map(({ judged }) => judged.number - 1),
      );
  }

  /** Ways to the costlier turn and to the next. @param {CostlyTurn[]} costly */
  #showStepper(costly) {
    this.stepper.hidden = !this.looked.stepping || !costly.length;
    if (this.stepper.hidden) return;
    const focused = [...this.stepper.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const way = (/** @type {Key} */ label, /** @type {string} */ sign, /** @type {1 | -1} */ by) => {
      const next = costly[this.#step + by];
      const act = () => next && this.looked.jump(next.judged.number - 1, next);
      return make("button", { type: "button", class: "icon", "aria-label": say(label), title: say(label), "aria-disabled": String(!next), onclick: act }, sign);
    };
    fill(
      this.stepper,
      make("b", {}, say("coach.back.turn", { number: this.#step + 1, count: costly.length })),
      way("coach.back.costlier", "‹", -1),
      way("coach.back.next", "›", 1),
    );
    this.stepper.querySelectorAll("button")[focused]?.focus();
  }

  /** @param {CostlyTurn} costly */
  #makeTurn(costly) {
    const { judged, move, best_move } = costly;
    const again = make("button", { type: "button", onclick: () => this.#tryAgain(again, judged.number) }, say("coach.again"));
    const sample = (/** @type {"played" | "better"} */ kind) => (move && best_move ? drawWaySample(judged.seat, kind) : null);
    const show = make("button", { type: "button", class: "plain coach-show", onclick: () => this.looked.jump(judged.number - 1, costly) }, say("coach.show"));
    return make(
      "li",
      { class: "costly" },
      make(
        "p",
        { class: "costly-cost" },
        make("b", {}, say("coach.cost", { points: pointsLost(judged) })),
        judged.round ? say("ribbon.round", { round: judged.round }) : say("ribbon.start"),
      ),
      make(
        "p",
        { class: "costly-played" },
        sample("played"),
        say("coach.played", { decision: decisionName(judged.decision, move), chance: chanceOf(judged.win) }),
      ),
      make(
        "p",
        { class: "costly-better" },
        sample("better"),
        say("coach.better.was", { decision: decisionName(judged.best, best_move), chance: chanceOf(judged.best_win) }),
      ),
      make("div", { class: "actions" }, show, this.looked.table ? again : null),
    );
  }

  /** @param {HTMLButtonElement} button @param {number} frame */
  async #tryAgain(button, frame) {
    const answer = await send(button, this.problem, () => insist(() => post(`/api/tables/${this.looked.table}/retries`, { frame })));
    if (answer.ok) this.looked.go(pathOf(answer.value.table));
  }
}
