/** Small pictures of cards and markers, for tables and alternatives. */

import { make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {Card} from "../core/types" */

/** A card, or the back of one that nobody has seen. @param {Card | null} card */
export const makeMiniCard = (card) =>
  card === null
    ? make("span", { class: "mini back", role: "img", "aria-label": say("solo.unseen") }, "?")
    : make("span", { class: "mini", role: "img", "aria-label": say("hand.card", { card }) }, number(card));

/** @param {(Card | null)[]} cards */
export const makeMiniCards = (cards) => make("span", { class: "minis" }, ...cards.map(makeMiniCard));
