/** What keys and buttons do to the plan. */

import { bestOf, inOrder } from "./destination-order.js";

/** @import {Plan} from "./plan.js" */
/** @import {Card, CourseMap, Space} from "../core/types" */
/** @import {Slot} from "../core/turn.js" */
/** @typedef {{ decision: string, space: Space }} Start */

/** Take up a card, put it back, or mark it for discarding. @param {Plan} plan @param {Card} card @param {number} place */
export function takeCard(plan, card, place) {
  if (plan.about === "discard") plan.toggleDiscard(place);
  else if (plan.card === card && !plan.slots) plan.pick(null);
  else if (plan.card !== card) plan.pick(card);
}

/** The same for a card that is named by its value. @param {Plan} plan @param {Card} card */
export function takeValue(plan, card) {
  const free = plan.hand.findIndex((each, place) => each === card && !plan.discards.includes(place));
  const held = free >= 0 ? free : plan.hand.indexOf(card);
  if (held >= 0) takeCard(plan, card, held);
}

/** Lay the card that is taken up on a place, or take back the one there. @param {Plan} plan @param {Slot} slot */
export function pressSlot(plan, slot) {
  if (plan.slots.includes(slot)) plan.takeOff(slot);
  else if (plan.card) plan.lay(plan.card, slot);
}

/** Choose a space: a start, or where to end, with the cheapest cards. @param {Plan} plan @param {Start[]} starts @param {Space} space */
export function chooseSpace(plan, starts, space) {
  const start = starts.find((each) => each.space === space);
  if (start) return plan.chooseStart(start.decision);
  const outcome = plan.destinations.get(space)?.[0] ?? plan.ways(space)[0];
  if (outcome) plan.choose(outcome);
}

/** Go to the next destination, or start; the best is the first. @param {Plan} plan @param {Start[]} starts @param {CourseMap} map @param {1 | -1} step */
export function stepDestination(plan, starts, map, step) {
  if (plan.about === "start") {
    const next = following(
      starts,
      starts.findIndex(({ decision }) => decision === plan.decision),
      step,
    );
    if (next) plan.chooseStart(next.decision);
    return;
  }
  const there = inOrder(plan, map);
  const at = there.findIndex(([space]) => space === plan.chosen?.end);
  const next = at < 0 ? there[bestOf(there)] : following(there, at, step);
  if (next?.[1][0]) plan.choose(next[1][0]);
}

/** Take other cards for the same destination. @param {Plan} plan @param {1 | -1} step */
export function stepWay(plan, step) {
  const { chosen } = plan;
  if (!chosen) return;
  const ways = plan.ways(chosen.end);
  const next = following(ways, ways.indexOf(chosen), step);
  if (next) plan.choose(next);
}

/**
 * The one after or before, round and round; the first or last if there is none yet.
 * @template T
 * @param {T[]} things
 * @param {number} at -1 for none
 * @param {1 | -1} step
 */
function following(things, at, step) {
  return things.at(at < 0 && step < 0 ? -1 : (at + step) % things.length);
}
