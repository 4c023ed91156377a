/** Race now: a race against mushers within a tap, as proposed or as chosen in two more. */

import { get, insist, newKey, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeFace } from "../core/face.js";
import { introduce, ownName } from "../core/introduce.js";
import { pathOf } from "../core/links.js";
import { courseName, shippedName } from "../core/names.js";
import { set, settings } from "../core/settings.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { COMPANY, coursesOf, LENGTHS, minutesOf, proposed, recordAfter, STRENGTHS } from "./race-choice.js";

/** @import {Course, View} from "../core/types" */
/** @import {Length, RaceChoice, Strength} from "./race-choice.js" */

export { FIRST_RACE } from "./race-choice.js";

/** What Race now would open: what was chosen, or what is proposed. @returns {RaceChoice} */
export const nextRace = () => settings.raceChoice ?? proposed(settings.raceRecord);

/** @returns {Promise<Course[]>} */
async function shippedCourses() {
  const answer = await insist(() => get("/api/courses"));
  return answer.ok ? answer.value.courses : [];
}

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

/** A quick race in a line. @param {RaceChoice} choice */
export function tellRace({ strength, length, course }) {
  return say("home.choice", {
    against: say(`home.against.${strength}`),
    course: course ? shippedName(course) : say("home.course.any"),
    minutes: minutesOf(length),
  });
}

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

/** What Race now would open, and another choice for whoever wants one. @returns {{ element: HTMLElement }} */
export function makeRaceChoice() {
  const rivals = make("div", { class: "rivals", "aria-hidden": "true" });
  const told = make("p", { class: "against", role: "status" });
  const panel = make("div", { class: "race-choice", id: "race-choice", hidden: true });
  const more = make(
    "button",
    { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": panel.id, onclick: () => toggle() },
    say("home.change"),
  );
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
  panel.append(strength.element, length.element, make("label", { class: "field" }, make("span", {}, say("course.label")), course), propose);
  /** Courses that ship, once somebody wants to choose. @type {Course[]} */ let courses = [];

  async function toggle() {
    panel.hidden = !panel.hidden;
    more.setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden || courses.length) return;
    courses = await shippedCourses();
    show();
  }

  /** @param {RaceChoice | null} choice */
  async function choose(choice) {
    await set("raceChoice", choice);
    show();
  }

  function show() {
    const choice = nextRace();
    fill(rivals, ...COMPANY[choice.strength].map((name, i) => makeFace({ seat: i + 1, kind: "musher", name }, name)));
    // A line breaks between its parts only.
    const parts = tellRace(choice).split(" · ");
    fill(told, ...parts.flatMap((part, at) => [make("span", {}, at < parts.length - 1 ? `${part} ·` : part), " "]));
    strength.show(choice.strength);
    length.show(choice.length);
    const options = coursesOf(courses, choice.length).map(({ name, title }) => make("option", { value: name }, courseName(title)));
    fill(course, make("option", { value: "" }, say("home.course.any")), ...options);
    course.value = choice.course;
    propose.hidden = !settings.raceChoice;
  }

  show();
  return { element: make("div", { class: "race-choices" }, rivals, make("div", { class: "race-choice-told" }, told, more), panel) };
}
