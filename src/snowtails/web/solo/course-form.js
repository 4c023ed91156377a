/** A course for a solo round: one that ships, is kept, was published or is made up, its straights laid as wished, the points counting up. */

import { get, insist } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { courseName } from "../core/names.js";
import { joined, say, sayOr, spoken } from "../core/words.js";
import { makeSources } from "../library/sources.js";
import { makeSetup } from "./score.js";

/** @import {LibraryCourse, SoloCourse} from "../core/types" */

const RANDOM = "random";

/** Facts of why a course is not fit, with the piece as it is called. @param {Record<string, any>} facts */
const told = (facts) => ({ ...facts, piece: facts.piece ? sayOr(`build.box.${facts.piece}`, facts.piece) : "" });

/**
 * @param {HTMLButtonElement} begin what begins the round: it waits until the course is laid
 * @param {{ line: string, name?: string, opponents: boolean }} [before] the course of the round before, or the one wished for, by line or name
 * @param {AbortSignal} [signal]
 */
export function makeSoloCourse(begin, before, signal) {
  /** @type {SoloCourse[]} */
  let shipped = [];
  /** @type {SoloCourse | null} */
  let laid = null;
  let asked = 0;
  const cards = make("div", { class: "courses", role: "radiogroup", "aria-label": say("course.label") });
  const about = make("p", { class: "aside" });
  const picture = make("div", { class: "solo-picture" });
  const straights = make("div", { class: "straights" });
  const points = make("div", { role: "status" });
  const problem = make("p", { class: "problem", role: "alert" });
  const opponents = make("input", { type: "checkbox", checked: before?.opponents ?? false, onchange: () => showPoints() });
  const places = make("div", { class: "solo-places" });
  /** What courses are called that do not ship, by line. */
  let names = new Map();
  const element = make(
    "div",
    { class: "solo-course" },
    places,
    cards,
    make(
      "div",
      { class: "solo-laid" },
      make("div", {}, picture, about),
      make(
        "div",
        { class: "solo-wishes" },
        make("p", { class: "aside" }, say("solo.hazards")),
        straights,
        make(
          "label",
          { class: "field tick" },
          opponents,
          make("span", {}, say("solo.opponents"), make("span", { class: "aside" }, say("solo.opponents.aside"))),
        ),
        points,
        problem,
      ),
    ),
  );

  /** @param {string} name @param {string} title @param {string} aside @param {Element} figure */
  const card = (name, title, aside, figure) =>
    make(
      "label",
      { class: "course-card" },
      make("input", { type: "radio", name: "solo-course", value: name, class: "visually-hidden", onchange: () => void lay(name) }),
      figure,
      make("span", { class: "course-title" }, title),
      make("span", { class: "aside" }, aside),
    );

  /** @param {string} course name or line */
  async function lay(course) {
    const number = ++asked;
    begin.disabled = true;
    const answer = await insist(() => get(`/api/solo/courses/${encodeURIComponent(course)}`));
    // Something else was wished for meanwhile.
    if (number !== asked) return;
    fill(problem, answer.ok ? null : whyNot(answer));
    if (answer.ok) show(/** @type {SoloCourse} */ (answer.value));
  }

  /** @param {SoloCourse} course */
  function show(course) {
    laid = course;
    begin.disabled = course.problems.length > 0;
    fill(problem, joined(course.problems.map(({ code, facts, message }) => sayOr(`unfit.${code}`, message, told(facts)))));
    const description = course.description;
    fill(picture, pictureOf(course.line));
    fill(about, description[spoken()] ?? description.en ?? "");
    const focused = straights.contains(document.activeElement) ? document.activeElement?.getAttribute("data-tile") : null;
    fill(straights, ...course.straights.filter((each) => each.faces.length > 1).map(makeStraight));
    if (focused) /** @type {HTMLElement | null} */ (straights.querySelector(`[data-tile="${focused}"]`))?.focus();
    showPoints();
  }

  /** @param {SoloCourse["straights"][number]} straight */
  function makeStraight({ tile, face, faces }) {
    const select = make(
      "select",
      { "data-tile": tile, onchange: () => void lay(select.value) },
      ...faces.map((each) => make("option", { value: each.line, selected: each.face === face }, sayOr(`face.${each.face}`, each.face))),
    );
    return make("label", { class: "straight" }, make("span", {}, say("choices.tile", { tile })), select);
  }

  function showPoints() {
    if (!laid) return;
    fill(points, makeSetup(opponents.checked ? laid.with_opponents : laid.setup));
  }

  async function open() {
    begin.disabled = true;
    const answer = await insist(() => get("/api/solo/courses"));
    shipped = answer.ok ? answer.value.courses : [];
    fill(problem, answer.ok ? null : whyNot(answer));
    const sign = make("span", { class: "course-sign", "aria-hidden": "true" }, "?");
    const offered = {
      shipped: shipped.map((each) => card(each.name, courseName(each.title), say("solo.setup", { points: each.setup.points }), pictureOf(each.name))),
      always: [card(RANDOM, say("course.random"), say("solo.random"), sign)],
      card,
      fits: (/** @type {LibraryCourse} */ each) => each.setup !== null,
    };
    const sources = makeSources(cards, offered, signal);
    names = sources.names;
    fill(places, sources.element, sources.none);
    const known = shipped.find((each) => !before || each.line === before.line || each.name === before.line);
    const chosen = cards.querySelector(`input[value="${known?.name ?? ""}"]`);
    if (chosen instanceof HTMLInputElement) chosen.checked = true;
    if (known) return show(known);
    if (!before) return;
    if (before.name) names.set(before.line, before.name);
    void lay(before.line);
    await sources.turnToCourse(before.line);
  }
  void open();

  return {
    element,
    /** What is wished for a round; a course that ships goes by its name. */
    wish() {
      const known = shipped.find((each) => each.line === laid?.line);
      const line = laid?.line ?? "";
      return { course: known?.name ?? line, course_name: names.get(line) ?? "", opponents: opponents.checked };
    },
  };
}
