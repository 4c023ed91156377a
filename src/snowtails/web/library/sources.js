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

/** Tick a card, and tell whoever listens, also if it was ticked before it was put away. @param {HTMLInputElement} input */
function tick(input) {
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {Element} card */
const inputIn = (card) => card.querySelector("input");

/**
 * Cards of the places. Whoever turns to a place has the course chosen that was chosen there before, or its first; where a place has
 * none, the course chosen stays.
 * @param {HTMLElement} group the radio group that holds the cards
 * @param {object} parts
 * @param {HTMLElement[]} parts.shipped cards of courses that ship
 * @param {HTMLElement[]} [parts.always] cards that are there whatever the place
 * @param {(line: string, title: string, aside: string, picture: Element) => HTMLElement} parts.card
 * @param {(course: LibraryCourse) => boolean} [parts.fits] which of the published courses are offered
 * @param {AbortSignal} [signal]
 */
export function makeSources(group, { shipped, always = [], card, fits = () => true }, signal) {
  /** What courses of one's own and published ones are called, by line. @type {Map<string, string>} */
  const names = new Map();
  /** @type {Partial<Record<Source, HTMLElement[]>>} */
  const cards = { shipped };
  const none = make("p", { class: "aside", role: "status" });

  const add = (/** @type {string} */ line, /** @type {string} */ name, /** @type {string} */ aside) => {
    names.set(line, name);
    return card(line, courseName(name), aside, pictureOf(line));
  };

  /** The cards of a place; a refusal is told if the place is still looked at. @param {Source} source */
  async function find(source) {
    if (source === "kept") cards.kept ??= keptCourses().map(({ line, name }) => add(line, name, ""));
    if (cards[source]) return cards[source];
    const answer = await fetchLibrary(signal);
    if (!answer.ok) {
      if (isTurnedTo(source)) none.textContent = whyNot(answer);
      return null;
    }
    /** @type {LibraryCourse[]} */
    const found = answer.value.courses.filter((/** @type {LibraryCourse} */ course) => !course.shipped && fits(course));
    cards.published ??= found.map((course) => add(course.line, course.title, course.by ? say("gallery.by", { name: course.by }) : ""));
    return cards.published;
  }

  /** @param {Source} source */
  async function turnTo(source) {
    none.textContent = "";
    const found = await find(source);
    if (!found || !isTurnedTo(source)) return;
    if (!found.length) {
      const stays = [...group.children].filter((each) => !always.includes(/** @type {HTMLElement} */ (each)) && inputIn(each)?.checked);
      fill(group, ...stays, ...always);
      none.textContent = source === "shipped" ? "" : say(`pick.${source}.none`);
      return;
    }
    const wanted = found.map(inputIn).find((input) => input?.checked) ?? inputIn(/** @type {HTMLElement} */ (found[0]));
    fill(group, ...found, ...always);
    if (wanted) tick(wanted);
  }

  /** Turn to where a course is that does not ship, and have it chosen. @param {string} line */
  async function turnToCourse(line) {
    const ticked = () => group.querySelector("input:checked");
    const before = ticked();
    for (const source of /** @type {const} */ (["kept", "published"])) {
      const input = (await find(source))?.map(inputIn).find((each) => each?.value === line);
      const place = inputs.find(({ value }) => value === source);
      if (!input || !place) continue;
      // Somebody has chosen or turned elsewhere meanwhile.
      if (!isTurnedTo("shipped") || ticked() !== before) return;
      input.checked = true;
      return tick(place);
    }
  }

  const inputs = SOURCES.map((source) =>
    make("input", { type: "radio", name: "course-source", value: source, checked: source === "shipped", onchange: () => void turnTo(source) }),
  );
  const isTurnedTo = (/** @type {Source} */ source) => inputs.some(({ checked, value }) => checked && value === source);
  const element = make(
    "div",
    { class: "sources", role: "radiogroup", "aria-label": say("pick.from") },
    ...SOURCES.map((source, at) => make("label", {}, inputs[at], make("span", {}, say(`pick.${source}`)))),
  );
  fill(group, ...shipped, ...always);
  return { element, none, names, turnToCourse };
}
