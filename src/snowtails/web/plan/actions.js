/** Go, Clear and Hint: what somebody does with a plan. */

import { get, insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { EarlyGo } from "./early-go.js";
import { adviceName, takeAdvice, tellReason } from "./hint.js";
import { cardsOf } from "./outcome.js";

/** @import {Hint} from "../core/types" */
/** @import {Preview} from "./preview.js" */
/** @import {Plan} from "./plan.js" */

/**
 * What is to be decided now.
 * @typedef {object} Question
 * @property {string} path where it is asked
 * @property {number} asks
 * @property {boolean} due
 * @property {string | null} decision what Go would send
 * @property {string} go what Go is called
 * @property {boolean} hints
 */

/** Something said about a decision; it holds until something else is chosen, or asked for. @typedef {{ why: string, asks: number, decision: string | null }} Said */

export class PlanActions {
  /** Why the last request was refused, and when. @type {Said | null} */ #refused = null;
  /** Why the last hint advised what it did. @type {Said | null} */ #advised = null;
  /** What Go was pressed for once, where it is pressed twice. @type {Said | null} */ #sure = null;
  /** Ends the hint that is being thought about. @type {AbortController | null} */ #thinking = null;

  /**
   * @param {() => Question} question
   * @param {Plan} plan
   * @param {Preview} preview
   * @param {object} told
   * @param {() => void} told.changed
   * @param {(decision: string) => void} told.choose a hint that is neither a turn nor cards to give up
   * @param {() => Promise<void>} [told.refused]
   * @param {(hint: Hint) => string} [told.why] why a hint advises what it does, where somebody can say more than its reason
   */
  constructor(question, plan, preview, told) {
    this.question = question;
    this.plan = plan;
    this.preview = preview;
    this.told = told;
    this.early = new EarlyGo(plan);
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.go() });
    // A key that is held down decides once.
    this.goButton.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => plan.clear() }, say("clear"));
    this.hintButton = make("button", { type: "button", class: "plain hint", onclick: () => this.hint() });
    preview.advice = () => (this.#thinking ? say("hint.thinking") : this.#holding(this.#advised));
    this.element = make("div", { class: "acts" }, this.hintButton, this.clearButton, this.goButton);
  }

  show() {
    const { plan, goButton } = this;
    const { due, decision, go, hints } = this.question();
    goButton.setAttribute("aria-disabled", String(!due || decision === null));
    const said = this.#holding(this.#sure) || go;
    goButton.textContent = said;
    goButton.setAttribute("aria-label", plan.chosen ? say("about", { what: said, about: cardsOf(plan.chosen.turn) }) : said);
    this.hintButton.textContent = say(this.#thinking ? "hint.cancel" : "hint");
    this.clearButton.classList.toggle("absent", plan.waits || plan.empty);
    this.hintButton.hidden = !hints;
    this.hintButton.classList.toggle("absent", !due);
  }

  /** Why what is planned was refused, or cannot be done yet; empty as soon as something else is planned, or asked for. */
  get refusal() {
    return this.#holding(this.#refused) || (this.question().decision === null ? this.early.told : "");
  }

  /** What was said, if it still holds; else nothing. @param {Said | null} said */
  #holding(said) {
    const { asks, decision } = this.question();
    return said?.asks === asks && said.decision === decision ? said.why : "";
  }

  /** Say something about what is planned now. @param {string} why @returns {Said} */
  #about(why) {
    const { asks, decision } = this.question();
    return { why, asks, decision };
  }

  async go() {
    const { path, asks, due, decision } = this.question();
    if (decision === null && this.early.press()) return this.told.changed();
    if (!decision || !due) return;
    if (settings.confirm && !this.#holding(this.#sure)) {
      this.#sure = this.#about(say("go.sure"));
      return this.told.changed();
    }
    this.#sure = null;
    this.plan.send();
    this.told.changed();
    const answer = await insist(() => post(`${path}/decisions`, { decision, answers: asks }));
    if (answer.ok) return;
    await this.told.refused?.();
    this.plan.takeBack();
    this.#refuse(whyNot(answer));
  }

  /** Ask for a hint, or no longer. */
  async hint() {
    const { path, asks, due, hints } = this.question();
    const asked = this.#thinking;
    if (asked || !due || !hints) {
      this.#thinking = null;
      asked?.abort();
      return this.told.changed();
    }
    const thinking = new AbortController();
    this.#thinking = thinking;
    this.told.changed();
    const answer = await get(`${path}/hint`, thinking.signal);
    if (thinking.signal.aborted) return;
    this.#thinking = null;
    if (this.question().asks !== asks) return this.told.changed();
    if (!answer.ok) return this.#refuse(whyNot(answer));
    const hint = /** @type {Hint} */ (answer.value);
    const { question, plan, preview, told } = this;
    await takeAdvice(hint.decision, { question, plan, preview, choose: told.choose });
    if (this.question().asks !== asks) return;
    const what = adviceName(hint.decision, plan.chosen);
    const why = told.why?.(hint) || tellReason(hint.reason);
    this.#advised = this.#about(what ? say("hint.says", { what, why }) : say("hint.why", { why }));
    this.told.changed();
  }

  /** @param {string} why */
  #refuse(why) {
    this.#refused = this.#about(why);
    this.told.changed();
  }
}
