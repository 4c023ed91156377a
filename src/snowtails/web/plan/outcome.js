/** What a turn comes to, in sentences: the reason for every dent, and what else it brings. */

import { spaceName } from "../core/space-names.js";
/** @import {Dent, Move} from "../core/types" */
import { readTurn } from "../core/turn.js";
import { listed, say } from "../core/words.js";

/** The cards of a turn in words. @param {string} text */
export function cardsOf(text) {
  const turn = readTurn(text);
  if (!turn) return "";
  const names = { L: say("slot.L"), R: say("slot.R"), B: say("slot.B") };
  const places = [...turn.slots].map((slot) => names[/** @type {"L" | "R" | "B"} */ (slot)]);
  const said = say(turn.bonus ? "turn.cards.bonus" : "turn.cards", { card: turn.card, places: listed(places) });
  if (!turn.rescue) return said;
  return say("turn.cards.rescue", { cards: said, place: names[/** @type {"L" | "R"} */ (turn.rescue)] });
}

/** @param {Dent} dent */
export function reasonOf(dent) {
  const facts = { count: dent.count, space: spaceName(dent.space), speed: dent.speed ?? 0, limit: dent.limit ?? 0 };
  if (dent.cause === "speeding") return say("dent.speeding", facts);
  if (dent.cause === "saplings") return say("dent.saplings", facts);
  if (dent.cause === "opponent") return say("dent.opponent", facts);
  return dent.cause === "side" ? say("dent.side", facts) : say("dent.no_cards", facts);
}

/** Everything that a move comes to, one sentence each. @param {Move} move */
export function outcomeOf(move) {
  const told = move.dents.map(reasonOf);
  if (move.wrecked) told.push(say("verdict.wrecked"));
  else if (move.stop === "sled") told.push(say("verdict.sled"));
  if (move.finished) told.push(say("verdict.finished"));
  return told;
}

/** What is said of cards that have to be given up. @typedef {"verdict.discards" | "verdict.outOfPlay"} GivenUp */

/** What Go would bring, one sentence each. @param {Move} preview @param {GivenUp} givenUp */
export function previewOf(preview, givenUp = "verdict.discards") {
  const told = outcomeOf(preview);
  if (!told.length) told.push(say("verdict.clean"));
  if (preview.discards) told.push(say(givenUp, { count: preview.discards }));
  if (preview.place) told.push(say("verdict.position", { position: preview.place }));
  return told;
}

/** The price of an outcome in a few words. @param {Move} outcome */
export function priceOf(outcome) {
  if (outcome.wrecked) return say("price.wreck");
  const parts = [];
  if (outcome.finished) parts.push(say("price.finish"));
  if (outcome.price) parts.push(say("price.dents", { count: outcome.price }));
  if (outcome.stop === "side") parts.push(say("price.side"));
  if (outcome.stop === "sled") parts.push(say("price.sled"));
  const saplings = outcome.dents.filter(({ cause }) => cause === "saplings").length;
  if (saplings) parts.push(say("price.saplings", { count: saplings }));
  return parts.length ? listed(parts) : say("price.clean");
}
