/** Luck and play told apart: how good the cards of a sled were, and how well they were used. */

import { draw, make } from "../core/dom.js";
import { chanceOf, say } from "../core/words.js";

/** @import {SledLuck} from "../core/types" */

/** Turns that fill half of the bar of cards: more is rare in a race. */
const MOST_TURNS = 3;
/** Cards that saved, or cost, less than this were as good as any. */
const USUAL = 0.25;

/** How the cards were. @param {number} turns */
export const cardsWord = (turns) => (Math.abs(turns) < USUAL ? "usual" : turns > 0 ? "good" : "bad");

/** How they were used, by the chance to win that was given away. @param {number} given */
export const playWord = (given) => (given < 0.1 ? "sharp" : given < 0.35 ? "fair" : "loose");

/** A bar from the middle to one side, or from the left. @param {number} from @param {number} to both from 0 to 1 @param {boolean} middle */
function bar(from, to, middle) {
  const [start, end] = [Math.min(from, to) * 100, Math.max(from, to) * 100];
  return draw(
    "svg",
    { class: "luck-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "luck-track", width: 100, height: 8, rx: 1.5 }),
    draw("rect", { class: "luck-part", x: start, width: Math.max(end - start, 0.8), height: 8, rx: 1.5 }),
    middle ? draw("path", { class: "luck-middle", d: "M50-1V9" }) : null,
  );
}

/** @param {SledLuck} luck */
export function makeLuck({ cards, play }) {
  const share = Math.min(1, Math.max(-1, cards / MOST_TURNS));
  const facts = { turns: Math.abs(Math.round(cards * 10) / 10), given: chanceOf(Math.min(play, 1)) };
  const row = (/** @type {string} */ name, /** @type {string} */ told, /** @type {Node} */ figure) =>
    make("div", { class: "luck-row" }, make("dt", {}, name), make("dd", {}, figure, make("span", {}, told)));
  return make(
    "dl",
    { class: "luck" },
    row(say("coach.luck.cards"), say(`coach.luck.cards.${cardsWord(cards)}`, facts), bar(0.5, 0.5 + share / 2, true)),
    row(say("coach.luck.play"), say(`coach.luck.play.${playWord(play)}`, facts), bar(0, Math.max(0, 1 - play), false)),
  );
}
