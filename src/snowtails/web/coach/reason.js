/** Why the coach advises what it does, in a sentence made of what was compared. */

import { spaceName } from "../core/space-names.js";
import { chanceOf, listed, say } from "../core/words.js";
import { cardsOf } from "../plan/outcome.js";

/** @import {CoachFact, CoachOption, CoachReason} from "../core/types" */

/** What an option is called. @param {CoachOption} option @param {CoachOption} [beside] one that it must not be taken for */
export function optionName({ decision, space }, beside) {
  if (decision.startsWith("@")) return say("destinations.start", { number: decision.slice(1) });
  if (decision.startsWith("x")) return say("coach.discard", { cards: listed([...decision.slice(1)]) });
  return space && space === beside?.space ? cardsOf(decision) : spaceName(space ?? "", true);
}

/** The chance to win that an option leaves. @param {CoachOption} option */
export const winOf = ({ places }) => chanceOf(places[0] ?? 0);

/** What is best, in a sentence. @param {CoachOption} best */
export const tellBest = (best) => say("coach.best", { option: [optionName(best), cardsOf(best.decision)].filter(Boolean).join(", "), chance: winOf(best) });

/** Cards by value, such as "two 3s". @param {number[]} cards */
function cardsTold(cards) {
  const values = [...new Set(cards)].sort();
  return listed(values.map((card) => say("coach.cards", { count: cards.filter((each) => each === card).length, card })));
}

/** @param {CoachFact} fact */
function tellFact({ code, dents, turns, spaces, limit, speed, other, chance, place, cards, count }) {
  const points = Math.round(chance * 100);
  return say(`coach.fact.${code}`, { dents, turns, spaces, limit, speed, other, points, place, count, cards: cardsTold(cards) });
}

/** Why the best is the best. @param {CoachReason} reason @param {CoachOption} best */
export function tellReason({ other, even, facts }, best) {
  if (!other) return say("coach.only");
  const told = facts.map(tellFact);
  const compared = { other: optionName(other, best), chance: winOf(other), best: winOf(best) };
  if (even) return told.length ? say("coach.even.but", { ...compared, facts: told.join(say("coach.gap")) }) : say("coach.even", compared);
  return told.length ? say("coach.because", { ...compared, facts: told.join(say("coach.gap")) }) : say("coach.better", compared);
}
