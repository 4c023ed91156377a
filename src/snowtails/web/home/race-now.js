/** Race now: a race against mushers within a tap, as proposed or as chosen in two more. */

import { get, insist, newKey, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { pathOf } from "../core/links.js";
import { courseName, shippedName, suggestedName } from "../core/names.js";
import { set, settings } from "../core/settings.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { introduce } from "./introduce.js";
import { COMPANY, coursesOf, LENGTHS, lengthOfCourse, minutesOf, proposed, recordAfter, STRENGTHS } from "./race-choice.js";

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
    const known = await introduce(name.trim() || settings.name || suggestedName());
    return known.ok ? insist(() => post("/api/tables", { course, seats: ["me", ...COMPANY[choice.strength]], begin: true, key }), signal) : known;
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
 * @template {string} Value
 * @param {string} name
 * @param {string} label
 * @param {[value: Value, text: string][]} options
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
function makeRow(name, label, options, chosen, choose) {
  const entries = options.map(([value, text]) =>
    make("label", {}, make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }), make("span", {}, text)),
  );
  return make("fieldset", { class: "choice-row" }, make("legend", {}, label), make("div", {}, ...entries));
}

/** What Race now would open, and another choice for whoever wants one. @returns {{ element: HTMLElement }} */
export function makeRaceChoice() {
  const told = make("p", { class: "against", role: "status" });
  const panel = make("div", { class: "race-choice", id: "race-choice", hidden: true });
  const more = make(
    "button",
    { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": panel.id, onclick: () => void toggle() },
    say("home.change"),
  );
  /** @type {Course[]} */ let courses = [];

  async function toggle() {
    panel.hidden = !panel.hidden;
    more.setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden) return;
    show();
    courses = await shippedCourses();
    show();
  }

  /** @param {RaceChoice | null} choice */
  async function choose(choice) {
    await set("raceChoice", choice);
    show();
  }

  /** @param {Length} length */
  const another = (length) => choose({ ...nextRace(), length, course: "" });

  /** @param {string} name */
  function chooseCourse(name) {
    const found = courses.find((each) => each.name === name);
    void choose(found ? { ...nextRace(), course: name, length: lengthOfCourse(found.tiles.length) } : { ...nextRace(), course: "" });
  }

  function show() {
    const choice = nextRace();
    told.textContent = tellRace(choice);
    if (panel.hidden) return;
    const focused = document.activeElement instanceof HTMLElement && panel.contains(document.activeElement) ? document.activeElement : null;
    const [group, value] = [focused?.getAttribute("name"), focused?.getAttribute("value")];
    const options = coursesOf(courses, choice.length).map(({ name, title }) =>
      make("option", { value: name, selected: name === choice.course }, courseName(title)),
    );
    const select = make(
      "select",
      { name: "course", onchange: () => chooseCourse(select.value) },
      make("option", { value: "", selected: !choice.course }, say("home.course.any")),
      ...options,
    );
    fill(
      panel,
      makeRow(
        "strength",
        say("home.strength"),
        STRENGTHS.map((each) => [each, say(`home.strength.${each}`)]),
        choice.strength,
        (/** @type {Strength} */ strength) => void choose({ ...nextRace(), strength }),
      ),
      makeRow(
        "length",
        say("home.length"),
        LENGTHS.map((each) => [each, say(`home.length.${each}`)]),
        choice.length,
        (/** @type {Length} */ length) => void another(length),
      ),
      make("label", { class: "field" }, make("span", {}, say("course.label")), select),
      settings.raceChoice && make("button", { type: "button", class: "plain", name: "propose", onclick: () => void choose(null) }, say("home.propose")),
    );
    const again = [...panel.querySelectorAll("input, select, button")].find(
      (each) => each.getAttribute("name") === group && (group !== "strength" && group !== "length" ? true : each.getAttribute("value") === value),
    );
    if (again instanceof HTMLElement) again.focus();
  }

  show();
  return { element: make("div", { class: "race-choices" }, make("div", { class: "race-choice-told" }, told, more), panel) };
}
