/** The gallery: every course that ships or was published, to be looked through, raced and rated. */

import { fill, make } from "../core/dom.js";
import { makeErrorScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { say } from "../core/words.js";
import { nextRace, openRace } from "../home/race-now.js";
import { fetchLibrary } from "../library/library.js";
import { makeCard } from "./card.js";
import { ANY, CHARACTERS, chosenCourses, HAZARDS, LENGTHS, ORDERS, readWish, SOURCES, writeWish } from "./choosing.js";

/** @import {Go} from "../core/links.js" */
/** @import {Character, LibraryCourse} from "../core/types" */
/** @import {Wish} from "./choosing.js" */

/** @param {LibraryCourse} course */
const nameOf = (course) => courseName(course.title);

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showGallery(go, signal) {
  const answer = await fetchLibrary(signal);
  signal.throwIfAborted();
  if (!answer.ok) return makeErrorScreen(whyNot(answer), makeLink(go, "/", { class: "button" }, say("lost.home")));
  const { courses } = answer.value;
  let wish = readWish(location.search);

  const problem = make("p", { class: "problem", role: "alert" });
  const count = make("p", { class: "gallery-count", role: "status" });
  const list = make("ul", { class: "library-cards" });

  /** @param {LibraryCourse} course @param {HTMLButtonElement} button */
  async function race(course, button) {
    await openRace(go, button, problem, { ...nextRace(), course: course.line }, signal);
    if (problem.textContent) problem.scrollIntoView({ block: "center" });
  }
  const cards = new Map(courses.map((course) => [course.key, makeCard(go, course, race)]));

  /** @param {Partial<Wish>} change */
  function want(change) {
    wish = { ...wish, ...change };
    history.replaceState(null, "", writeWish(wish));
    show();
  }

  function show() {
    const found = chosenCourses(courses, wish, nameOf);
    fill(list, ...found.map((course) => cards.get(course.key)));
    count.textContent = say("gallery.count", { count: found.length });
    filters.show(wish);
  }

  const filters = makeFilters(want);
  show();
  return make(
    "main",
    { class: "gallery-screen" },
    makeScreenHead(go, say("gallery.label"), makeLink(go, "/build", { class: "button go" }, say("gallery.build"))),
    make("p", { class: "gallery-about" }, say("gallery.about")),
    filters.element,
    problem,
    count,
    list,
  );
}

/** @param {(change: Partial<Wish>) => void} want */
function makeFilters(want) {
  const search = make("input", { type: "search", maxlength: 60, autocomplete: "off", oninput: () => want({ text: search.value }) });
  /**
   * @template {string} Value
   * @param {string} label
   * @param {readonly Value[]} values
   * @param {(value: Value) => string} tell
   * @param {(value: Value) => void} choose
   */
  function select(label, values, tell, choose) {
    const element = make("select", {}, ...values.map((value) => make("option", { value }, tell(value))));
    element.addEventListener("change", () => choose(/** @type {Value} */ (element.value)));
    return { element, field: make("label", { class: "filter" }, make("span", {}, label), element) };
  }
  const from = select(
    say("gallery.from"),
    SOURCES,
    (each) => say(`gallery.from.${each}`),
    (value) => want({ from: value }),
  );
  const length = select(
    say("gallery.length"),
    LENGTHS,
    (each) => say(`gallery.length.${each}`),
    (value) => want({ length: value }),
  );
  const hazards = select(
    say("gallery.hazards"),
    HAZARDS,
    (each) => say(`gallery.hazards.${each}`),
    (value) => want({ hazards: value }),
  );
  const sort = select(
    say("gallery.sort"),
    ORDERS,
    (each) => say(`gallery.sort.${each}`),
    (value) => want({ sort: value }),
  );
  const boxes = CHARACTERS.map((each) => ({ character: each, box: make("input", { type: "checkbox", onchange: () => want({ characters: ticked() }) }) }));
  const ticked = () => boxes.filter(({ box }) => box.checked).map(({ character }) => /** @type {Character} */ (character));
  const solo = make("input", { type: "checkbox", onchange: () => want({ solo: solo.checked }) });
  const all = make("button", { type: "button", class: "plain", onclick: () => showAll() }, say("gallery.all"));
  function showAll() {
    search.value = "";
    want(ANY);
    search.focus();
  }
  const chip = (/** @type {string} */ label, /** @type {HTMLInputElement} */ box) => make("label", { class: "chip" }, box, make("span", {}, label));
  const more = make(
    "button",
    {
      type: "button",
      class: "filters-open",
      "aria-expanded": "false",
      onclick: () => more.setAttribute("aria-expanded", String(element.classList.toggle("open"))),
    },
    say("gallery.refine"),
  );
  /** @type {HTMLFormElement} */
  const element = make(
    "form",
    { class: "gallery-filters panel", role: "search", "aria-label": say("gallery.filters"), onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    make("label", { class: "filter search" }, make("span", {}, say("gallery.search")), search),
    more,
    from.field,
    length.field,
    hazards.field,
    sort.field,
    make(
      "fieldset",
      { class: "chips" },
      make("legend", {}, say("gallery.character")),
      ...boxes.map(({ character, box }) => chip(say(`character.${character}`), box)),
      chip(say("gallery.solo"), solo),
      all,
    ),
  );
  return {
    element,
    /** @param {Wish} wish */
    show(wish) {
      if (document.activeElement !== search) search.value = wish.text;
      from.element.value = wish.from;
      length.element.value = wish.length;
      hazards.element.value = wish.hazards;
      sort.element.value = wish.sort;
      for (const { character, box } of boxes) box.checked = wish.characters.includes(character);
      solo.checked = wish.solo;
      all.classList.toggle("absent", writeWish(wish) === writeWish(ANY));
    },
  };
}
