/** Go pressed before everything is decided, and what is still missing. */

import { say } from "../core/words.js";

/** @import {Key} from "../core/words.js" */
/** @import {Plan} from "./plan.js" */

/** What has to be done before Go; null where a plan does not say. @param {Plan} plan @returns {Key | null} */
export function missingIn(plan) {
  if (!plan.due || plan.decision !== null) return null;
  if (plan.about === "start") return "go.needs.start";
  if (plan.about === "discard") return "go.needs.discard";
  if (plan.about !== "move") return null;
  return plan.slots ? "go.needs.space" : plan.card ? "go.needs.slot" : "go.needs.turn";
}

export class EarlyGo {
  /** When it was pressed. */ #pressed = "";

  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
  }

  get #now() {
    return `${this.plan.asks} ${this.plan.edits}`;
  }

  /** Go is pressed; return whether that is too early. */
  press() {
    const early = missingIn(this.plan) !== null;
    this.#pressed = early ? this.#now : "";
    return early;
  }

  /** What is missing; empty as soon as something else is planned, or asked for. */
  get told() {
    const missing = missingIn(this.plan);
    const { owed, discards } = this.plan;
    return missing && this.#pressed === this.#now ? say(missing, { count: owed, marked: discards.length }) : "";
  }
}
