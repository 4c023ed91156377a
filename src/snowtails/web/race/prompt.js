/** The prompt: what somebody should do now, or who is doing something. */

import { make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { say } from "../core/words.js";
import { cardsOf } from "../plan/outcome.js";

/** @import {Part, Presence, View} from "../core/types" */
/** @import {Plan} from "../plan/plan.js" */
/** @typedef {{ view: View, plan: Plan, presence: Presence | null, cardsShown: boolean, refusal: string, across: boolean }} Now */

/** @returns {Part<Now>} */
export function makePrompt() {
  const element = make("p", { class: "prompt", role: "status" });
  return {
    element,
    show(now) {
      const said = now.refusal || promptOf(now);
      // Said again only if it is something else: a screen reader reads it out.
      if (element.textContent !== said) element.textContent = said;
      element.classList.toggle("stale", now.plan.stale);
    },
  };
}

/** What is said to somebody now. @param {Now} now */
export function promptOf({ view, plan, presence, cardsShown, across }) {
  const { race, you } = view;
  const actor = race?.actor ?? null;
  const name = actor === null ? "" : nameOf(view, actor);
  if (view.stage === "over") return say("prompt.over");
  if (plan.stale) return say("prompt.stale");
  if (plan.waits && !plan.chosen) return "";
  if (plan.about === "start") return plan.due ? say("prompt.start") : say("prompt.wait", { name });
  if (plan.about === "discard") return say(across ? "prompt.discard.across" : "prompt.discard", { count: race?.owed ?? 0 });
  if (race?.sleds[you.seat ?? -1]?.status !== "racing") return say("prompt.watch");
  if ((plan.due || plan.waits) && plan.chosen) return cardsShown ? "" : cardsOf(plan.chosen.turn);
  if (plan.due && plan.card && !plan.slots) return say("prompt.lay", { card: plan.card });
  if (plan.due) return plan.slots ? say("prompt.where") : say("prompt.turn");
  return presence?.thinking === actor && name ? say("prompt.thinking", { name }) : say("prompt.plan", { name });
}
