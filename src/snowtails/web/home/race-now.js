/** Race now: a race against mushers within a tap. */

import { insist, newKey, post } from "../core/api.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { pathOf } from "../core/links.js";
import { set, settings } from "../core/settings.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { COMPANY, coursesOf, recordAfter } from "./race-choice.js";
import { shippedCourses } from "./shipped-courses.js";

/** @import {Course, View} from "../core/types" */
/** @import {RaceChoice} from "./race-choice.js" */

export { nextRace } from "./quick-race.js";
export { FIRST_RACE } from "./race-choice.js";

/** One of some courses, by chance. @param {Course[]} courses */
const anyOf = (courses) => courses[Math.floor(Math.random() * courses.length)]?.name;

/**
 * Open a race against mushers and go there.
 * @param {(path: string) => void} go
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} problem
 * @param {RaceChoice} choice
 * @param {AbortSignal} signal
 * @param {string} [name] what somebody is called
 */
export async function openRace(go, button, problem, choice, signal, name = "") {
  const key = newKey();
  const opened = await send(button, problem, async () => {
    const course = choice.course || anyOf(coursesOf(await shippedCourses(), choice.length)) || "nutcracker";
    const known = await introduce(name.trim() || ownName());
    return known.ok
      ? insist(() => post("/api/tables", { course, course_name: choice.title ?? "", seats: ["me", ...COMPANY[choice.strength]], begin: true, key }), signal)
      : known;
  });
  if (!opened.ok) {
    problem.textContent = say("home.failed", { why: whyNot(opened) });
    return;
  }
  await set("raceRecord", { ...settings.raceRecord, table: opened.value.table });
  go(pathOf(opened.value.table));
}

/** Let the next proposal follow from how a race ended. @param {View} view */
export function noteEnding({ table, race, you }) {
  const sled = you.seat === null ? null : race?.sleds[you.seat];
  if (!sled) return;
  const after = recordAfter(settings.raceRecord, table, sled.status === "finished" ? sled.place : null);
  if (after !== settings.raceRecord) void set("raceRecord", after);
}
