/** The address of a moment in a replay: which, through whose eyes, and with which turn of the coach. */

/** @import {Story} from "./story.js" */

/**
 * What an address names.
 * @typedef {object} Place
 * @property {number} at the moment, behind `#`
 * @property {number | null} eyes the seat that one looks through
 * @property {boolean} coach whether the coach looks back
 * @property {string} turn a costly turn, by sled and moment, or none
 */

/** @param {Story} replay @returns {Place} */
export function readAddress(replay) {
  const query = new URLSearchParams(location.search);
  const eyes = Number.parseInt(query.get("eyes") ?? "", 10) - 1;
  const coach = query.get("coach");
  return {
    at: Number.parseInt(location.hash.slice(1), 10) || 0,
    eyes: replay.seats[eyes] ? eyes : null,
    coach: coach !== null,
    turn: /^\d-\d+$/.test(coach ?? "") ? /** @type {string} */ (coach) : "",
  };
}

/** @param {Story} replay @param {Place} place */
export function addressOf(replay, { at, eyes, coach, turn }) {
  const query = new URLSearchParams(replay.query);
  if (eyes !== null) query.set("eyes", String(eyes + 1));
  if (coach) query.set("coach", turn || "1");
  return `${location.pathname}${query.size ? `?${query}` : ""}#${at}`;
}
