/** Why the coach advises what it does, in a sentence made of what was compared. */

import { spaceName } from "../core/space-names.js";
import { chanceOf, listed, say } from "../core/words.js";
import { cardsOf } from "../plan/outcome.js";

/** @import {CoachFact, CoachOption, CoachReason} from "../core/types" */

/** What an option is called. @param {CoachOption} option */
export function optionName({ decision, space }) {
  if (decision.startsWith("@")) return say("destinations.start", { number: decision.slice(1) });
  if (decision.startsWith("x")) return say("coach.discard", { cards: listed([...decision.slice(1)]) });
  return spaceName(space ?? "", true);
}

/** The chance to win that an option leaves. @param {CoachOption} option */
export const winOf = ({ places }) => chanceOf(places[0] ?? 0);

/** An option, and the cards that it takes. @param {CoachOption} option */
const wayOf = (option) => [optionName(option), cardsOf(option.decision)].filter(Boolean).join(", ");

/** An option, what it takes, and its chance. @param {CoachOption} option */
const wordsOf = (option) => ({ option: wayOf(option), chance: winOf(option) });

/** Which way another option is, so that it is not taken for the best. @param {CoachOption} other @param {CoachOption} best */
function otherWay(other, best) {
  const cards = cardsOf(other.decision);
  return cards && other.space === best.space ? say("coach.same", { cards }) : wayOf(other);
}

/** What is best, in a sentence. @param {CoachOption} best */
export const tellBest = (best) => say("coach.best", wordsOf(best));

/** One of the best lines, in a sentence. @param {CoachOption} option */
export const tellLine = (option) => say("coach.line", wordsOf(option));

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

/** What the best costs: alone, it is no reason. */
const PRICES = new Set(["costs", "bumps"]);
/** Facts that are true of the best, and yet do not make it better by much. */
const SLIGHT = new Set(["keeps", "further"]);
/** What is better by this much has more to it. */
const MUCH = 0.1;

/** @param {readonly CoachFact[]} facts */
const tellAll = (facts) => facts.map(tellFact).join(say("coach.gap"));

/**
 * Why the best is the best.
 * @param {CoachReason} reason
 * @param {CoachOption} best
 * @param {string} [named] what it is compared with, if that has a name of its own
 */
export function tellReason({ other, even, facts }, best, named) {
  if (!other) return say("coach.only");
  const prices = tellAll(facts.filter(({ code }) => PRICES.has(code)));
  const gains = tellAll(facts.filter(({ code }) => !PRICES.has(code)));
  const told = prices && gains ? say("coach.but", { prices, gains }) : `${prices}${gains}`;
  const compared = { other: named ?? otherWay(other, best), chance: winOf(other), best: winOf(best), facts: told };
  if (!told) return say(even ? "coach.even" : "coach.better", compared);
  if (!even && !gains) return say("coach.better.but", compared);
  if (even) return say("coach.even.but", compared);
  const slight = facts.every(({ code }) => SLIGHT.has(code)) && (best.places[0] ?? 0) - (other.places[0] ?? 0) >= MUCH;
  return say(slight ? "coach.better.and" : "coach.because", compared);
}
