/** Destinations in the order in which they are gone through, and the one to begin with. */

/** @import {CourseMap, Move, Space} from "../core/types" */
/** @import {Plan} from "./plan.js" */

/** Destinations from the nearest to the furthest, each with the ways there. @param {Plan} plan @param {CourseMap} map */
export function inOrder(plan, map) {
  const progress = (/** @type {Space} */ space) => map.spaces[space]?.progress ?? 0;
  return [...plan.destinations].sort(([a], [b]) => progress(a) - progress(b) || a.localeCompare(b));
}

/** What the cheapest way costs; a wreck is dearer than any dents. @param {Move[]} ways */
const priceOf = ([first]) => (!first || first.wrecked ? Number.POSITIVE_INFINITY : first.price);

/** Where the best destination is among those in order: the furthest of the cheapest. @param {[Space, Move[]][]} ordered */
export function bestOf(ordered) {
  const cheapest = Math.min(...ordered.map(([, ways]) => priceOf(ways)));
  return ordered.findLastIndex(([, ways]) => priceOf(ways) === cheapest);
}

/**
 * The ways to a space that differ in what they cost or in their cards; routes that come to the same are one.
 * @param {Move[]} ways
 * @param {(way: Move) => string} told what is said of a way
 * @param {Move | null} kept stands for those like it
 */
export function distinct(ways, told, kept = null) {
  /** @type {Map<string, Move>} */
  const found = new Map();
  for (const way of kept ? [kept, ...ways] : ways) if (!found.has(told(way))) found.set(told(way), way);
  return ways.filter((way) => [...found.values()].includes(way));
}
