/** Luck and play told apart: how good the cards of a sled were, and how well they were used. */

import { draw, make } from "../core/dom.js";
import { say } from "../core/words.js";

/** @import {JudgedDecision} from "../core/types" */
/** @typedef {Pick<JudgedDecision, "win" | "best_win">} Judged */

/** Turns that fill half of the bar of cards: more is rare in a race. */
const MOST_TURNS = 3;
/** Cards that saved, or cost, less than this were as good as any. */
const USUAL = 0.25;
/** Decisions that gave away less of the chance to win are not worth telling. */
const WORTH_TELLING = 0.01;

/** Whether another decision was clearly better. @param {Judged} judged */
export const isCostly = ({ win, best_win }) => best_win - win >= WORTH_TELLING;

/** Percentage points that a decision gave away, by the chances as they are told. @param {Judged} judged */
export const pointsLost = ({ win, best_win }) => Math.round(best_win * 100) - Math.round(win * 100);

/** How well somebody drove: decisions, those than which another was better, and what the costliest of those gave away. @param {Judged[]} judged */
export function playOf(judged) {
  const costly = judged.filter(isCostly);
  return { decisions: judged.length, costly: costly.length, points: Math.max(0, ...costly.map(pointsLost)) };
}

/** How the cards were. @param {number} turns */
export const cardsWord = (turns) => (Math.abs(turns) < USUAL ? "usual" : turns > 0 ? "good" : "bad");

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

/**
 * @param {object} luck
 * @param {number} luck.cards turns that the cards saved
 * @param {number} luck.decisions
 * @param {number} luck.costly decisions than which another was better
 * @param {number} luck.points percentage points that the costliest of those gave away
 */
export function makeLuck({ cards, decisions, costly, points }) {
  const share = Math.min(1, Math.max(-1, cards / MOST_TURNS));
  const row = (/** @type {string} */ name, /** @type {string} */ told, /** @type {Node} */ figure) =>
    make("div", { class: "luck-row" }, make("dt", {}, name), make("dd", {}, figure, make("span", {}, told)));
  const best = { best: decisions - costly, decisions, points };
  return make(
    "dl",
    { class: "luck" },
    row(
      say("coach.luck.cards"),
      say(`coach.luck.cards.${cardsWord(cards)}`, { turns: Math.abs(Math.round(cards * 10) / 10) }),
      bar(0.5, 0.5 + share / 2, true),
    ),
    row(say("coach.luck.play"), say(costly ? "coach.luck.play.told" : "coach.luck.play.all", best), bar(0, best.best / Math.max(decisions, 1), false)),
  );
}
