/** The race that Race now opens. */

import { shippedName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { minutesOf, proposed } from "./race-choice.js";

/** @import {RaceChoice} from "./race-choice.js" */

/** What Race now would open: what was chosen, or what is proposed. @returns {RaceChoice} */
export const nextRace = () => settings.raceChoice ?? proposed(settings.raceRecord);

/** A quick race in a line. @param {RaceChoice} choice */
export function tellRace({ strength, length, course }) {
  return say("home.choice", {
    against: say(`home.against.${strength}`),
    course: course ? shippedName(course) : say("home.course.any"),
    minutes: minutesOf(length),
  });
}
