/** Spaces in words: by tile and lane, or by their codes if somebody wants them. */

import { say } from "./words.js";

/** @import {Space} from "./types" */

const LANES = "abcde";

/** The number of a lane, from the left, by its letter. @param {string} letter */
export const laneNumber = (letter) => LANES.indexOf(letter) + 1;

let codes = false;

/** @param {boolean} wanted whether texts name spaces by their codes, such as `2c3` */
export function showSpaceCodes(wanted) {
  codes = wanted;
}

/** Whether texts name spaces by their codes. */
export const spaceCodesShown = () => codes;

/**
 * A space as texts name it.
 * @param {Space} space
 * @param {boolean} [exactly] apart from the others of its lane
 */
export function spaceName(space, exactly = false) {
  const [, tile, lane = "", number = 1] = /^(\d+)([a-e])(\d+)$/.exec(space) ?? [];
  if (codes || tile === undefined) return space;
  const facts = { tile: Number(tile), lane: laneNumber(lane), number: Number(number) };
  if (facts.tile === 0) return say("space.start", facts);
  return say(exactly ? "space.exactly" : "space.named", facts);
}
