/** The text of a decision taken apart, as docs/formats.md writes it. */

/** @import {Card} from "../core/types" */
/** @typedef {"L" | "R" | "B"} Slot */
/** @typedef {{ card: Card, slots: string, bonus: boolean, rescue: string, route: string }} Turn */

/** Places for cards in the order in which they are written. */
export const SLOTS = /** @type {const} */ (["L", "R", "B"]);

/**
 * @param {string} text such as `2LB+:>^`, in the solo game also `4LRB*L`
 * @returns {Turn | null} null for what is no turn
 */
export function readTurn(text) {
  const found = /^([1-5])(L?R?B?)(\+?)(?::([\^<>]*))?(?:\*([LR]))?$/.exec(text);
  if (!found) return null;
  const [, card = "1", slots = "", bonus, route = "", rescue = ""] = found;
  return { card: /** @type {Card} */ (Number(card)), slots, bonus: bonus === "+", rescue, route };
}

/**
 * The cards that a decision gives up, as digits in ascending order.
 * @param {string} text such as `x35`, in the solo game also `out35`
 * @returns {string | null} null for what gives up none
 */
export const readGiven = (text) => /^(?:x|out)([1-5]+)$/.exec(text)?.[1] ?? null;
