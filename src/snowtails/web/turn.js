/** The text of a decision taken apart, as docs/formats.md writes it. */

/** @import {Card, Outcome} from "./types" */
/** @typedef {"L" | "R" | "B"} Slot */
/** @typedef {{ card: Card, slots: string, bonus: boolean, route: string }} Turn */

/** Places for cards in the order in which they are written. */
export const SLOTS = /** @type {const} */ (["L", "R", "B"]);

/**
 * @param {string} text such as `2LB+:>^`
 * @returns {Turn | null} null for what is no turn
 */
export function readTurn(text) {
  const found = /^([1-5])(L?R?B?)(\+?)(?::([\^<>]*))?$/.exec(text);
  if (!found) return null;
  const [, card = "1", slots = "", bonus, route = ""] = found;
  return { card: /** @type {Card} */ (Number(card)), slots, bonus: bonus === "+", route };
}

/**
 * Cheaper outcomes first: the sled, dents, the refill, the bonus, cards.
 * @param {Outcome} a
 * @param {Outcome} b
 */
export function byPrice(a, b) {
  const price = (/** @type {Outcome} */ each) => [
    Number(each.wrecked),
    each.dents,
    Number(each.stop === "sled"),
    Number(each.stop === "side"),
    Number(each.bonus > 0),
    readTurn(each.turn)?.slots.length ?? 0,
  ];
  const [one, other] = [price(a), price(b)];
  for (const [i, value] of one.entries()) {
    const difference = value - (other[i] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
