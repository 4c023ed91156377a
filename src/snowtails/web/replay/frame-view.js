/** A frame of a replay in the form in which a table is seen, for parts that show tables. */

/** @import {Frame, View} from "../core/types" */
/** @import {Story} from "./story.js" */

/** @param {Story} replay @param {Frame} frame @param {number | null} eyes the seat that one looks through @returns {View} */
export function viewOf({ table, course, seats }, frame, eyes) {
  return {
    game: "race",
    table: table ?? "",
    number: frame.number,
    stage: "over",
    asks: 0,
    options: { course, clock: null, listed: false, hints: false, hot_seat: false, relief: "", grace: 0 },
    seats: seats.map((each) => ({ ...each, reins: null, why: null, muted: false })),
    you: { seats: [], seat: eyes, host: false, invitations: {} },
    onlookers_muted: false,
    big_paws: null,
    seal: null,
    commitment: null,
    rematch: null,
    rematch_of: null,
    retry_of: null,
    duplicate: null,
    season: null,
    race: frame.race,
    choices: null,
  };
}
