/** What is taught in a race, each at the moment it first matters. */

/** @import {CourseMap, MapSpace, Sled, Space} from "../core/types" */
/** @import {Plan} from "../plan/plan.js" */

/**
 * @typedef {object} Situation
 * @property {Plan} plan
 * @property {Sled | null} sled
 * @property {MapSpace | null} here
 * @property {string[]} ahead what the next tiles hold; see `tilesAhead`
 */

/** @typedef {"start" | "first" | "speed" | "drift" | "bend" | "dent" | "bonus" | "discard" | "plan" | "snowdrift" | "chasm" | "saplings" | "hairpin"} Lesson */

const BEND_NEAR = 7;

/**
 * The names of the tile that a sled stands on and of the next one; `saplings` too where some stand on a tile with a map of its own.
 * @param {Pick<CourseMap, "tiles" | "spaces">} map
 * @param {Pick<MapSpace, "tile"> | null} here
 * @param {Space[]} saplings that still stand
 */
export function tilesAhead(map, here, saplings) {
  if (!here) return [];
  const near = [here.tile, here.tile + 1];
  const names = near.flatMap((tile) => map.tiles[tile]?.name ?? []);
  const planted = saplings.some((space) => near.includes(map.spaces[space]?.tile ?? -1));
  return planted ? [...names, "saplings"] : names;
}

/** Whether a kind of tile is met on one's own turn. @param {string} kind @returns {(now: Situation) => boolean} */
const meets =
  (kind) =>
  ({ plan, ahead }) =>
    plan.about === "move" && plan.due && ahead.some((name) => name.startsWith(kind));

/** When each lesson matters; the first that does and was not taught is shown. @type {[Lesson, (now: Situation) => boolean][]} */
export const LESSONS = [
  ["start", ({ plan }) => plan.about === "start" && plan.due],
  ["discard", ({ plan }) => plan.about === "discard" && plan.due],
  ["dent", ({ plan, sled }) => plan.due && (sled?.dents ?? 0) > 0],
  ["first", ({ plan }) => plan.about === "move" && plan.due && !plan.slots],
  ["snowdrift", meets("snowdrift")],
  ["chasm", meets("chasm")],
  ["saplings", meets("saplings")],
  ["hairpin", meets("u-turn")],
  ["drift", ({ plan }) => Boolean(plan.sample?.drift)],
  ["bonus", ({ plan }) => plan.bonusOffered > 0],
  ["speed", ({ plan }) => Boolean(plan.slots)],
  ["bend", ({ plan, here }) => plan.due && here?.bend_in != null && here.bend_in <= BEND_NEAR],
  ["plan", ({ plan }) => plan.about === "move" && !plan.due && plan.destinations.size > 0],
];
