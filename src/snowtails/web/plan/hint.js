/** A hint: why it advises what it does, and taking what was advised. */

import { spaceName } from "../core/space-names.js";
import { readGiven, readTurn } from "../core/turn.js";
import { listed, number, say } from "../core/words.js";
import { cardsOf } from "./outcome.js";

/** @import {HintReason, Move} from "../core/types" */
/** @import {Plan} from "./plan.js" */

/** @param {HintReason} reason */
export function tellReason({ code, dents = 0, turns = 0, speed = 0, limit = 0, other = 0, count = 0, cards = [] }) {
  return say(`hint.why.${code}`, { dents, turns: number(turns), speed, limit, other, count, cards: listed(cards.map(String)) });
}

/** What is advised, in words. @param {string} decision @param {Move | null} move where it leads, if it is a turn */
export function adviceName(decision, move) {
  const given = readGiven(decision);
  if (given) return say("coach.discard", { cards: listed([...given]) });
  if (decision.startsWith("@")) return say("destinations.start", { number: decision.slice(1) });
  const cards = cardsOf(decision);
  return move?.end ? say("coach.turn", { cards, space: spaceName(move.end, true) }) : cards;
}

/**
 * Plan what was advised, unless something else is asked by the time it is known.
 * @param {string} decision
 * @param {object} asked
 * @param {() => { asks: number }} asked.question
 * @param {Plan} asked.plan
 * @param {{ outcomeOf: (turn: string) => Promise<Move | null> }} asked.preview
 * @param {(decision: string) => void} asked.choose what is neither a turn nor cards to give up
 */
export async function takeAdvice(decision, { question, plan, preview, choose }) {
  const given = readGiven(decision);
  if (given) return plan.discardValues(given);
  if (!readTurn(decision)) return choose(decision);
  const { asks } = question();
  const outcome = await preview.outcomeOf(decision);
  if (outcome && question().asks === asks) plan.choose(outcome);
}
