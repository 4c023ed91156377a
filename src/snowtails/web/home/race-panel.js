/** Choosing what Race now opens: how strong, how long, on which course. */

import { fill, make } from "../core/dom.js";
import { courseName } from "../core/names.js";
import { set, settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { nextRace } from "./quick-race.js";
import { coursesOf, LENGTHS, STRENGTHS } from "./race-choice.js";
import { shippedCourses } from "./shipped-courses.js";

/** @import {Course} from "../core/types" */
/** @import {Length, RaceChoice, Strength} from "./race-choice.js" */

/**
 * A row of choices of which one holds.
 * @template {Strength | Length} Value
 * @param {string} name
 * @param {string} legend
 * @param {Value[]} values
 * @param {(value: Value) => string} tell what each is called
 * @param {(value: Value) => void} choose
 */
function makeRow(name, legend, values, tell, choose) {
  const inputs = values.map((value) => make("input", { type: "radio", name, value, onchange: () => choose(value) }));
  const labels = values.map((value, at) => make("label", {}, inputs[at], make("span", {}, tell(value))));
  return {
    element: make("fieldset", { class: "choice-row" }, make("legend", {}, legend), make("div", {}, ...labels)),
    /** @param {Value} chosen */
    show(chosen) {
      for (const input of inputs) input.checked = input.value === chosen;
    },
  };
}

/**
 * Fill the panel with what may be chosen.
 * @param {HTMLElement} panel
 * @param {() => void} changed is called after each choice
 */
export async function fillRacePanel(panel, changed) {
  const strength = makeRow(
    "strength",
    say("home.strength"),
    STRENGTHS,
    (each) => say(`home.strength.${each}`),
    (each) => choose({ ...nextRace(), strength: each }),
  );
  const length = makeRow(
    "length",
    say("home.length"),
    LENGTHS,
    (each) => say(`home.length.${each}`),
    (each) => choose({ ...nextRace(), length: each, course: "" }),
  );
  const course = make("select", { onchange: () => choose({ ...nextRace(), course: course.value }) });
  const propose = make("button", { type: "button", class: "plain", onclick: () => choose(null) }, say("home.propose"));
  /** @type {Course[]} */ let courses = [];

  /** @param {RaceChoice | null} choice */
  async function choose(choice) {
    await set("raceChoice", choice);
    show();
    changed();
  }

  function show() {
    const choice = nextRace();
    strength.show(choice.strength);
    length.show(choice.length);
    const options = coursesOf(courses, choice.length).map(({ name, title }) => make("option", { value: name }, courseName(title)));
    fill(course, make("option", { value: "" }, say("home.course.any")), ...options);
    course.value = choice.course;
    propose.hidden = !settings.raceChoice;
  }

  show();
  fill(panel, strength.element, length.element, make("label", { class: "field" }, make("span", {}, say("course.label")), course), propose);
  courses = await shippedCourses();
  show();
}
