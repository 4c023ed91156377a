/** Go, Clear and Hint: what somebody does with a plan. */

import { get, insist, post } from "./api.js";
import { make } from "./dom.js";
import { cardsOf } from "./verdict.js";
import { say, sayOr } from "./words.js";

/** @import {Outlook} from "./outlook.js" */
/** @import {Plan} from "./plan.js" */
/** @import {View} from "./types" */

export class Acts {
  /** @type {View} */ #view;
  #sending = false;

  /**
   * @param {View} view
   * @param {Plan} plan
   * @param {Outlook} outlook
   * @param {{ sending: () => void, refused: (why: string) => void }} told
   */
  constructor(view, plan, outlook, told) {
    this.#view = view;
    this.plan = plan;
    this.outlook = outlook;
    this.told = told;
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.go() }, say("go"));
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => plan.clear() }, say("clear"));
    this.hintButton = make("button", { type: "button", class: "plain", onclick: () => this.hint() }, say("hint"));
    this.element = make("div", { class: "acts" }, this.hintButton, this.clearButton, this.goButton);
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    const { plan, goButton } = this;
    const ready = plan.due && plan.decision !== null && !this.#sending;
    goButton.setAttribute("aria-disabled", String(!ready));
    goButton.textContent = plan.about === "discard" ? say("go.discard") : say("go");
    goButton.setAttribute("aria-label", plan.chosen ? say("go.label", { what: cardsOf(plan.chosen.turn) }) : (goButton.textContent ?? ""));
    this.clearButton.hidden = !plan.slots && !plan.decision && !plan.card && !plan.discards.length;
    this.hintButton.hidden = !view.options.hints || !plan.due;
  }

  get #path() {
    return `/api/tables/${this.#view.table}/seats/${this.#view.you.seat ?? 0}`;
  }

  async go() {
    const { decision } = this.plan;
    if (!decision || !this.plan.due || this.#sending) return;
    this.#sending = true;
    this.plan.sent();
    this.told.sending();
    const path = `${this.#path}/decisions`;
    const { asks } = this.#view;
    const answer = await insist(() => post(path, { decision, answers: asks }));
    this.#sending = false;
    if (answer.ok) this.told.sending();
    else this.told.refused(sayOr(`refused.${answer.code}`, say("refused", { why: answer.message })));
  }

  async hint() {
    if (!this.plan.due) return;
    const answer = await get(`${this.#path}/hint`);
    if (!answer.ok || answer.value.asks !== this.#view.asks) return;
    const { decision } = answer.value;
    if (decision.startsWith("@")) return this.plan.chooseStart(decision);
    if (decision.startsWith("x")) return this.plan.discardValues(decision.slice(1));
    const outcome = await this.outlook.outcomeOf(decision);
    if (outcome) this.plan.choose(outcome);
  }
}
