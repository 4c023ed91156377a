/** What a view lets its seat decide, and what it holds: looked up in what the server told, never worked out. */

import { readTurn } from "../core/turn.js";

/** @import {Card, Move, Space, View} from "../core/types" */

/** @typedef {View | null} Seen a view, or nothing yet */

/** @param {Seen} view */
export const decisionsOf = (view) => view?.choices?.decisions ?? [];

/**
 * What a plan is about. While others discard, one's own next move is planned.
 * @param {Seen} view
 * @returns {"start" | "move" | "discard" | "over"}
 */
export function aboutOf(view) {
  const phase = view?.race?.phase ?? "over";
  if (phase === "discard") return decisionsOf(view).length ? "discard" : "move";
  return phase === "turn" ? "move" : phase;
}

/** Everything in reach, the cheapest first. @param {Seen} view */
export const movesOf = (view) => (aboutOf(view) === "move" ? (view?.choices?.moves ?? []) : []);

/** The own sled. @param {Seen} view */
const sledOf = (view) => view?.race?.sleds[view.you.seat ?? -1];

/** @param {Seen} view @returns {Card[]} */
export const handOf = (view) => sledOf(view)?.hand ?? [];

/** Where the own sled is. @param {Seen} view @returns {Space} */
export const spaceOf = (view) => sledOf(view)?.space ?? "";

/** Whether the own sled has moved, or its cards have changed. @param {View} before @param {View} now */
export function hasMoved(before, now) {
  const [then, since] = [sledOf({ ...before, you: now.you }), sledOf(now)];
  return then?.space !== since?.space || (since?.moved && !then?.moved) || then?.hand?.join() !== since?.hand?.join();
}

/** Moves with just these cards. @param {Move[]} moves @param {string} slots @param {Card | null} card */
export const withCards = (moves, slots, card) =>
  moves.filter((each) => {
    const turn = readTurn(each.turn);
    return turn?.slots === slots && turn.card === card;
  });

/** Whether two moves come to the same. @param {Move} one @param {Move} other */
export function same(one, other) {
  return one.end === other.end && one.price === other.price && one.stop === other.stop && one.bonus === other.bonus;
}
