/** Go, Clear and Hint: what somebody does with a plan. */

import { get, insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { say } from "../core/words.js";
import { cardsOf } from "./outcome.js";
import { readGiven, readTurn } from "./turn.js";

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

export class PlanActions {
  /** Why the last request was refused, and when. @type {{ why: string, asks: number, decision: string | null } | null} */ #refused = null;

  /**
   * @param {() => Question} question
   * @param {Plan} plan
   * @param {Preview} preview
   * @param {object} told
   * @param {() => void} told.changed
   * @param {(decision: string) => void} told.choose a hint that is neither a turn nor cards to give up
   * @param {() => Promise<void>} [told.refused]
   */
  constructor(question, plan, preview, told) {
    this.question = question;
    this.plan = plan;
    this.preview = preview;
    this.told = told;
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.go() });
    // A key that is held down decides once.
    this.goButton.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => plan.clear() }, say("clear"));
    this.hintButton = make("button", { type: "button", class: "plain", onclick: () => this.hint() }, say("hint"));
    this.element = make("div", { class: "acts" }, this.hintButton, this.clearButton, this.goButton);
  }

  show() {
    const { plan, goButton } = this;
    const { due, decision, go, hints } = this.question();
    goButton.setAttribute("aria-disabled", String(!due || decision === null));
    goButton.textContent = go;
    goButton.setAttribute("aria-label", plan.chosen ? say("go.label", { what: cardsOf(plan.chosen.turn) }) : go);
    this.clearButton.hidden = plan.waits || plan.empty;
    this.hintButton.hidden = !hints || !due;
  }

  /** Why what is planned was refused; empty as soon as something else is planned, or asked for. */
  get refusal() {
    const { asks, decision } = this.question();
    return this.#refused?.asks === asks && this.#refused.decision === decision ? this.#refused.why : "";
  }

  async go() {
    const { path, asks, due, decision } = this.question();
    if (!decision || !due) return;
    this.plan.send();
    this.told.changed();
    const answer = await insist(() => post(`${path}/decisions`, { decision, answers: asks }));
    if (answer.ok) return;
    await this.told.refused?.();
    this.plan.takeBack();
    this.#refuse(whyNot(answer));
  }

  async hint() {
    const { path, asks, due, hints } = this.question();
    if (!due || !hints) return;
    const answer = await get(`${path}/hint`);
    if (this.question().asks !== asks) return;
    if (!answer.ok) return this.#refuse(whyNot(answer));
    const { decision } = answer.value;
    const given = readGiven(decision);
    if (given) return this.plan.discardValues(given);
    if (!readTurn(decision)) return this.told.choose(decision);
    const outcome = await this.preview.outcomeOf(decision);
    if (outcome) this.plan.choose(outcome);
  }

  /** @param {string} why */
  #refuse(why) {
    const { asks, decision } = this.question();
    this.#refused = { why, asks, decision };
    this.told.changed();
  }
}
