/** What somebody plays, beside the sled while it glides: its mat, with the new cards in the sun. */

import { make } from "../core/dom.js";
import { paced } from "../core/settings.js";
import { sledClass } from "../core/sled-colours.js";
import { readTurn } from "../core/turn.js";
import { number } from "../core/words.js";
import { arrived } from "./animations.js";

/** @import {Board} from "./board.js" */
/** @import {Sled} from "../core/types" */
/** @typedef {Pick<Sled, "left" | "brake" | "right">} Mat */

/** How long the cards are seen, and how quickly they pop up. */
const SEEN = 950;
const POP = 220;

/** Pixels above the sled that the cards need. */
const ROOM = 64;

/**
 * Show the cards of a turn; `mat` may be the one before it or after it.
 * @param {Board} board
 * @param {number} seat
 * @param {string} turn
 * @param {Mat} mat
 * @param {number} tempo
 * @returns {HTMLElement | null} what has to go with the sled; it goes away by itself
 */
export function showPlayed(board, seat, turn, mat, tempo) {
  const played = readTurn(turn);
  const duration = paced(SEEN) / tempo;
  if (!played || !duration) return null;
  const values = /** @type {const} */ ([
    ["L", mat.left],
    ["B", mat.brake],
    ["R", mat.right],
  ]);
  const cards = values.map(([slot, value]) => {
    const laid = played.slots.includes(slot);
    return make("span", { class: laid ? "played-card laid" : "played-card", "data-slot": slot }, number(laid ? played.card : value));
  });
  const shown = make("div", { class: `played-mat ${sledClass(seat)}` }, ...cards);
  const element = make("div", { class: "played", "data-seat": seat, "aria-hidden": "true" }, make("div", { class: "played-place" }, shown));
  const sky = board.sled(seat).getBoundingClientRect().top - board.element.getBoundingClientRect().top;
  element.classList.toggle("below", sky < ROOM);
  board.sleds.append(element);
  for (const card of cards.filter((each) => each.classList.contains("laid"))) {
    void arrived(
      card.animate([{ transform: "scale(.4)" }, { transform: "scale(1.2)", offset: 0.7 }, { transform: "none" }], {
        duration: paced(POP) / tempo,
        easing: "ease-out",
      }),
    );
  }
  const fade = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
  void arrived(shown.animate(fade, { duration })).then(() => element.remove());
  return element;
}
