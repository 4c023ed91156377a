/** What happens in a solo game, in sentences; also what a screen reader reads out. */

import { spaceName } from "../core/space-names.js";
import { readGiven } from "../core/turn.js";
import { listed, number, say } from "../core/words.js";
import { cardsOf, outcomeOf, reasonOf } from "../plan/outcome.js";

/** @import {Card, Move, SoloHappening} from "../core/types" */

/** @param {Card[]} cards */
const named = (cards) => listed(cards.map((card) => number(card)));

/** @param {SoloHappening} happened @returns {string[]} */
export function sentencesOf(happened) {
  const told = [...decisionOf(happened), ...happened.dents.map(reasonOf)];
  if (happened.shuffled) told.push(say("said.shuffled"));
  if (happened.end === "no_cards") told.push(say("said.noCards"));
  return told;
}

/** @param {Move} move */
function moveOf(move) {
  const facts = { cards: cardsOf(move.turn), speed: move.speed, space: spaceName(move.end), count: Math.abs(move.drift) };
  const way = move.drift === 0 ? say("said.move", facts) : say(move.drift < 0 ? "said.move.left" : "said.move.right", facts);
  return [way, ...outcomeOf(move)];
}

/** @param {SoloHappening} happened */
function decisionOf({ decision, option, drawn, move }) {
  const given = readGiven(decision);
  if (move) return moveOf(move);
  if (given)
    return [
      say(decision.startsWith("out") ? "said.out" : "said.discards", { count: given.length, cards: named(/** @type {Card[]} */ ([...given].map(Number))) }),
    ];
  if (decision.startsWith("@")) return [say("said.start", { number: decision.slice(1), count: drawn.length })];
  if (decision.startsWith("b")) return [say("said.markers", { order: [...decision.slice(1)].join(" ") })];
  if (decision.startsWith("o")) return [say("said.placed", { space: spaceName(option?.space ?? "") })];
  // What was unseen before it was taken or discarded has been drawn first.
  const cards = /** @type {Card[]} */ ((option?.cards ?? []).map((card) => card ?? drawn[0]).filter(Boolean));
  if (decision.startsWith("+")) return [say("said.takes", { cards: named(cards) })];
  return [cards.length ? say("said.drops", { cards: named(cards) }) : say("said.keeps")];
}
