/** Names of those who race, and a name for those who have none yet. */

import { en } from "../words/en.js";
import { say, sayOr } from "./words.js";

/** @import {Seat} from "./types" */

/** @param {Pick<Seat, "kind" | "name">} seat */
const called = ({ kind, name }) => (kind === "musher" ? sayOr(`musher.${name}`, name) : name);

/** What whoever sits there is called; of several with one name, each has the number of its sled as well. @param {{ seats: Pick<Seat, "kind" | "name">[] }} company @param {number} seat */
export function nameOf(company, seat) {
  const found = company.seats[seat];
  if (!found) return "";
  const name = called(found);
  const alike = name ? company.seats.filter((each) => called(each) === name) : [];
  return alike.length > 1 ? say("name.numbered", { name, number: seat + 1 }) : name;
}

/** A name that somebody may keep or change. */
export function suggestedName() {
  const names = say("names").split(" ");
  return names[Math.floor(Math.random() * names.length)] ?? "Lumi";
}

/** Which race of a season it is. @param {{ race: number, races: number }} season */
export const legOf = ({ race, races }) => say("season.leg", { race, races });

/** What a solo game is played on: a course, or the trail of a day. @param {{ day: string | null, course: { name: string } }} game */
export const trailName = ({ day, course }) => (day ? say("daily.name", { day }) : courseName(course.name));

/** The titles of courses that ship, by the names of their files: The Hobbit's Breakfast is `hobbits-breakfast`. */
const TITLES = new Map(
  Object.keys(en)
    .filter((key) => key.startsWith("course.name."))
    .map((key) => key.slice("course.name.".length))
    .map((title) => [title.toLowerCase().replace(/^the /, "").replaceAll("'", "").replaceAll(" ", "-"), title]),
);

/** What a course that ships is called in the language spoken. @param {string} name of its file */
export const shippedName = (name) => courseName(TITLES.get(name) ?? name);

/** The name of a course in the language spoken, if it is one that ships. @param {string} title */
export const courseName = (title) => (title ? sayOr(`course.name.${title}`, title) : say("course.unnamed"));
