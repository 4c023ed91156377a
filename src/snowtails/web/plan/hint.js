/** Why a hint advises what it does, in a clause. */

import { listed, number, say } from "../core/words.js";

/** @import {HintReason} from "../core/types" */

/** @param {HintReason} reason */
export function tellReason({ code, dents = 0, turns = 0, speed = 0, limit = 0, other = 0, count = 0, cards = [] }) {
  return say(`hint.why.${code}`, { dents, turns: number(turns), speed, limit, other, count, cards: listed(cards.map(String)) });
}
