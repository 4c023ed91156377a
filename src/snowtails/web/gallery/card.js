/** A course of the library in short: its picture, what it is like, and how it races. */

import { drawingOf } from "../core/course-picture.js";
import { make } from "../core/dom.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { percent, rounded, say } from "../core/words.js";
import { pathToCourse } from "../library/library.js";
import { makeRating } from "../library/stars.js";

/** @import {Go} from "../core/links.js" */
/** @import {Key} from "../core/words.js" */
/** @import {CourseFigures, LibraryCourse} from "../core/types" */

/** @type {[Key, (figures: CourseFigures) => string | null][]} */
const FIGURES = [
  ["gallery.par", ({ par }) => (par === null ? null : rounded(par, 1))],
  ["gallery.rounds", ({ rounds }) => rounded(rounds, 1)],
  ["gallery.wrecks", ({ wrecks }) => percent(wrecks)],
  ["gallery.minutes", ({ minutes }) => rounded(minutes)],
  ["gallery.dents", ({ dents }) => rounded(dents, 1)],
  ["gallery.leads", ({ leads }) => rounded(leads, 1)],
  ["gallery.halfway", ({ half_leader }) => percent(half_leader)],
  ["gallery.skill", ({ skill }) => (skill === null ? null : percent(skill))],
];

/** How many figures a card has room for. */
const ON_CARD = 3;

/** How a course races. @param {CourseFigures} figures @param {number} [most] */
export const makeFigures = (figures, most = FIGURES.length) =>
  make(
    "dl",
    { class: "course-figures" },
    ...FIGURES.slice(0, most).map(([key, read]) => make("div", {}, make("dt", {}, say(key)), make("dd", {}, read(figures) ?? "–"))),
  );

/** By whom a course is. @param {LibraryCourse} course */
export function tellAuthor({ shipped, yours, by }) {
  if (shipped) return say("gallery.ships");
  if (yours) return say("gallery.by.you");
  return by ? say("gallery.by", { name: by }) : say("gallery.by.nobody");
}

/** Length and hazards. @param {LibraryCourse} course */
export const tellSize = ({ tiles, hazards }) => `${say("gallery.tiles", { count: tiles })} · ${say("gallery.hazards.count", { count: hazards })}`;

/** What a course is like, in a word each. @param {LibraryCourse} course */
export const makeCharacters = ({ characters }) =>
  characters.length
    ? make("ul", { class: "characters" }, ...characters.map((each) => make("li", { class: `character ${each}` }, say(`character.${each}`))))
    : null;

/** @param {string} line @param {string} [about] what whoever does not see it is told */
export const thumbnail = (line, about = "") =>
  make("img", {
    class: "thumbnail",
    src: `${drawingOf(line)}&shape=wide`,
    alt: about,
    loading: "lazy",
    width: 320,
    height: 200,
  });

/**
 * @param {Go} go
 * @param {LibraryCourse} course
 * @param {(course: LibraryCourse, button: HTMLButtonElement) => void} race
 */
export function makeCard(go, course, race) {
  const name = courseName(course.title);
  const button = make("button", { type: "button", class: "card-race", "aria-label": say("gallery.race.one", { name }) }, say("gallery.race"));
  button.addEventListener("click", () => race(course, button));
  return make(
    "li",
    { class: "library-card", "data-key": course.key },
    thumbnail(course.line),
    make(
      "div",
      { class: "card-body" },
      make("h2", {}, makeLink(go, pathToCourse(course.key), { class: "card-link" }, name)),
      make("p", { class: "aside" }, tellAuthor(course)),
      make("p", { class: "card-size" }, tellSize(course)),
      makeCharacters(course),
      course.figures ? makeFigures(course.figures, ON_CARD) : make("p", { class: "aside pending" }, say("gallery.pending")),
      make("div", { class: "card-end" }, makeRating(course.rating), button),
    ),
  );
}
