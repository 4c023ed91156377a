/** The coach in play: chances for everything in reach, and why the best is the best. It is off until asked. */

import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { followEvents } from "../core/event-stream.js";
import { joined, say } from "../core/words.js";
import { takeAdvice } from "../plan/hint.js";
import { cardsOf } from "../plan/outcome.js";
import { remember, wasAsked } from "./memory.js";
import { drawPlaces } from "./places.js";
import { optionName, tellBest, tellLine, tellReason, winOf } from "./reason.js";

/** @import {CoachAdvice, CoachOption, Space} from "../core/types" */
/** @import {Reach} from "../board/reach-map.js" */
/** @import {Plan} from "../plan/plan.js" */
/** @import {Preview} from "../plan/preview.js" */
/** @import {Question} from "../plan/actions.js" */

/** The best lines, which are told and whose chances are written on the board; the others have a ring only. */
const LINES = 3;
/** Smaller chances are not written there. */
const LEAST = 0.005;

export class InPlayCoach {
  #asked = false;
  /** The question that is thought about, and what ends that. @type {{ asks: number, end: AbortController } | null} */ #following = null;
  /** @type {CoachAdvice | null} */ #advice = null;
  #problem = "";
  /** @type {Space | null} */ #pointed = null;

  /**
   * @param {string} table
   * @param {() => Question} question
   * @param {Plan} plan
   * @param {Preview} preview
   * @param {Reach} reach
   * @param {{ changed: () => void, choose: (decision: string) => void }} told
   * @param {AbortSignal} signal
   */
  constructor(table, question, plan, preview, reach, told, signal) {
    this.table = table;
    this.question = question;
    this.plan = plan;
    this.preview = preview;
    this.reach = reach;
    this.told = told;
    this.#asked = wasAsked(table);
    this.openButton = make("button", { type: "button", class: "coach-open", "aria-keyshortcuts": "c", onclick: () => this.toggle() }, say("coach.label"));
    this.closeButton = make(
      "button",
      { type: "button", class: "icon plain", "aria-label": say("coach.close"), title: say("coach.close"), onclick: () => this.toggle() },
      "×",
    );
    this.lines = Array.from({ length: LINES }, (_, at) =>
      make("button", { type: "button", class: at ? "coach-line" : "coach-line coach-best", onclick: () => this.#take(at) }),
    );
    this.why = make("p", { class: "coach-why" });
    this.more = make("button", { type: "button", class: "plain coach-more", "aria-expanded": "false", onclick: () => this.#unfold() }, say("coach.why"));
    this.said = make("p", { class: "visually-hidden", role: "status" });
    this.places = make("div", { class: "coach-places" });
    this.card = make(
      "section",
      { class: "coach-card", "aria-label": say("coach.label") },
      make("h2", {}, say("coach.label")),
      make("ol", { class: "coach-lines", "aria-label": say("coach.lines") }, ...this.lines.map((line) => make("li", {}, line))),
      this.more,
      this.closeButton,
      make("div", { class: "coach-details" }, this.why, this.places),
    );
    this.element = make("div", { class: "coach" }, this.openButton, this.card, this.said);
    signal.addEventListener("abort", () => this.#end());
  }

  /** Ask for the coach, or no longer. */
  toggle() {
    if (this.element.hidden) return;
    const focused = this.element.contains(document.activeElement);
    this.#asked = !this.#asked;
    remember(this.table, this.#asked);
    if (!this.#asked) this.#end();
    this.told.changed();
    // What had the focus is gone.
    if (focused) (this.#asked ? this.closeButton : this.openButton).focus({ preventScroll: true });
  }

  /** Where there is little room, show why over the cards, or hide it. @param {boolean} [wanted] */
  #unfold(wanted) {
    const unfolded = this.card.classList.toggle("unfolded", wanted);
    this.more.setAttribute("aria-expanded", String(unfolded));
  }

  /** Look at a space, or at none. @param {Space | null} space */
  point(space) {
    const found = this.#options.some((each) => each.space === space) ? space : null;
    if (found === this.#pointed) return;
    this.#pointed = found;
    this.#show();
  }

  /** The chance to win by space, for lists. @returns {Map<Space, string>} */
  get chances() {
    return new Map(this.#options.flatMap((each) => (each.space ? [[each.space, winOf(each)]] : [])));
  }

  /** Something has happened, or was planned. @param {boolean} seated */
  show(seated) {
    const { due, asks, hints } = this.question();
    this.element.hidden = !hints || !seated;
    if (!this.#asked || !due || this.element.hidden) {
      this.#end();
      this.#unfold(false);
    } else if (this.#following?.asks !== asks) this.#follow(asks);
    this.#show();
  }

  /** What was said of the question that is asked now; others are looked at no more. */
  get #options() {
    const { due, asks } = this.question();
    return due && this.#advice?.asks === asks ? this.#advice.options : [];
  }

  #end() {
    this.#following?.end.abort();
    this.#following = this.#advice = null;
    this.#problem = "";
  }

  /** @param {number} asks */
  #follow(asks) {
    this.#end();
    const end = new AbortController();
    this.#following = { asks, end };
    const told = (/** @type {CoachAdvice} */ advice) => {
      if (end.signal.aborted || advice.asks !== asks) return;
      this.#advice = advice;
      this.#problem = "";
      this.told.changed();
      const [best] = advice.options;
      if (advice.done && best) this.said.textContent = joined([tellBest(best), this.#whyText(best)]);
    };
    const waiting = () => this.#fail(end, say("coach.waiting"));
    void followEvents(`${this.question().path}/coach`, "coach", { told, waiting, failed: (why) => this.#fail(end, whyNot(why)) }, end.signal);
  }

  /** @param {AbortController} end @param {string} why */
  #fail(end, why) {
    if (end.signal.aborted) return;
    this.#problem = why;
    this.#show();
  }

  /** Plan one of the best lines. @param {number} at */
  async #take(at) {
    const { plan, preview, question } = this;
    const option = this.#options[at];
    if (option) await takeAdvice(option.decision, { plan, preview, question, choose: this.told.choose });
  }

  #show() {
    const [best] = this.#options;
    this.openButton.hidden = this.#asked;
    this.card.hidden = !this.#asked;
    this.element.classList.toggle("asked", this.#asked);
    this.element.classList.toggle("done", Boolean(this.#advice?.done));
    this.card.classList.toggle("with-lines", Boolean(best));
    const shown = this.#subject;
    this.reach.showChances(
      this.#options.flatMap((each, at) => {
        const { space, places } = each;
        const win = places[0] ?? 0;
        return space ? [{ space, win, best: at === 0, label: (at < LINES && win >= LEAST) || at === 0 || space === shown?.space ? winOf(each) : "" }] : [];
      }),
    );
    if (!this.#asked) return;
    this.more.hidden = !this.#advice?.reason;
    for (const [at, line] of this.lines.entries()) this.#showLine(line, this.#options[at], at);
    this.why.textContent = this.#whyText(best);
    const title = shown && (shown === best ? say("coach.places") : say("coach.places.of", { option: optionName(shown) }));
    fill(this.places, shown && title && drawPlaces(shown.places, title), shown && make("p", { class: "coach-thought" }, say("coach.thought")));
  }

  /** @param {HTMLElement} line @param {CoachOption | undefined} option @param {number} at */
  #showLine(line, option, at) {
    line.hidden = !option;
    if (!option) return;
    const cards = cardsOf(option.decision);
    fill(
      line,
      make("b", {}, winOf(option), at ? null : make("small", {}, say("coach.toWin"))),
      make("span", {}, make("span", { class: cards ? "coach-space" : "" }, optionName(option)), cards && make("small", {}, cards)),
    );
    line.setAttribute("aria-label", at ? tellLine(option) : tellBest(option));
    line.setAttribute("aria-pressed", String(option.decision === this.plan.decision));
  }

  /** @param {CoachOption | undefined} best */
  #whyText(best) {
    if (this.#advice?.reason && best) return tellReason(this.#advice.reason, best);
    if (this.#problem) return this.#problem;
    return this.#following ? say("coach.thinking") : say("coach.yourTurn");
  }

  /** Whose places are shown: what is pointed at, what is chosen, else the best. */
  get #subject() {
    const { plan } = this;
    const start = plan.about === "start" ? this.#options.find(({ decision }) => decision === plan.decision) : null;
    const there = (/** @type {Space | null | undefined} */ space) => (space ? this.#options.find((each) => each.space === space) : null);
    return there(this.#pointed) ?? start ?? there(plan.chosen?.end) ?? this.#options[0] ?? null;
  }
}
