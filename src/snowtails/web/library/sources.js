/** Courses from three places to choose from: those that ship, those kept in this browser, and those published on this server. */

import { pictureOf } from "../core/course-picture.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { courseName } from "../core/names.js";
import { say } from "../core/words.js";
import { fetchLibrary } from "./library.js";
import { keptCourses } from "./shelf.js";

/** @import {LibraryCourse} from "../core/types" */

const SOURCES = /** @type {const} */ (["shipped", "kept", "published"]);

/** @typedef {typeof SOURCES[number]} Source */

/**
 * Cards of the places; whoever turns to a place has its first course chosen.
 * @param {HTMLElement} group the radio group that holds the cards
 * @param {object} parts
 * @param {HTMLElement[]} parts.shipped cards of courses that ship
 * @param {HTMLElement[]} [parts.always] cards that are there whatever the place
 * @param {(line: string, title: string, aside: string, picture: Element) => HTMLElement} parts.card
 * @param {(course: LibraryCourse) => boolean} [parts.fits] which of the published courses are offered
 */
export function makeSources(group, { shipped, always = [], card, fits = () => true }) {
  /** What courses of one's own and published ones are called, by line. @type {Map<string, string>} */
  const names = new Map();
  /** @type {Partial<Record<Source, HTMLElement[]>>} */
  const cards = { shipped };
  const none = make("p", { class: "aside", role: "status" });

  const add = (/** @type {string} */ line, /** @type {string} */ name, /** @type {string} */ aside) => {
    names.set(line, name);
    return card(line, courseName(name), aside, pictureOf(line));
  };

  /** The cards of a place; null if they could not be had. @param {Source} source @returns {Promise<HTMLElement[] | null>} */
  async function find(source) {
    if (source === "kept") return keptCourses().map(({ line, name }) => add(line, name, ""));
    const answer = await fetchLibrary();
    if (!answer.ok) {
      none.textContent = whyNot(answer);
      return null;
    }
    const found = answer.value.courses.filter((course) => !course.shipped && fits(course));
    return found.map((course) => add(course.line, course.title, course.by ? say("gallery.by", { name: course.by }) : ""));
  }

  /** @param {Source} source */
  async function turnTo(source) {
    none.textContent = "";
    const found = cards[source] ?? (await find(source));
    if (found) cards[source] = found;
    if (inputs.find(({ checked }) => checked)?.value !== source || !found) return;
    if (!found.length && source !== "shipped") none.textContent = say(`pick.${source}.none`);
    // What leaves is chosen no longer: whatever is ticked is what is to be seen.
    for (const each of group.children) tick(each, false);
    fill(group, ...found, ...always);
    const first = (found[0] ?? always[0])?.querySelector("input");
    if (!first) return;
    first.checked = true;
    first.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** @param {Element} each @param {boolean} ticked */
  function tick(each, ticked) {
    const input = each.querySelector("input");
    if (input) input.checked = ticked;
  }

  const inputs = SOURCES.map((source) =>
    make("input", { type: "radio", name: "course-source", value: source, checked: source === "shipped", onchange: () => void turnTo(source) }),
  );
  const element = make(
    "div",
    { class: "sources", role: "radiogroup", "aria-label": say("pick.from") },
    ...SOURCES.map((source, at) => make("label", {}, inputs[at], make("span", {}, say(`pick.${source}`)))),
  );
  fill(group, ...shipped, ...always);
  return { element, none, names };
}
