/** Choosing a course: one that ships, is kept or was published, by its picture; one made up as wished; or any by its line. */

import { get, post } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { courseName } from "../core/names.js";
import { say, spoken } from "../core/words.js";
import { makeSources } from "../library/sources.js";

/** @import {Course} from "../core/types" */
/** @typedef {string | { tiles?: number, hazards?: number }} CourseWish */

const USUAL = "nutcracker";
const RANDOM = "?";
const LINE = "/";
const CHECK_AFTER = 400;

/**
 * @param {Course[]} shipped
 * @param {string} [offered] what is offered at first: a course that ships, by name or line, or any other line
 * @param {HTMLElement | null} [build] a card that leads to the editor
 * @param {AbortSignal} [signal]
 */
export function makeCoursePicker(shipped, offered = USUAL, build = null, signal) {
  const known = shipped.find((each) => each.name === offered || each.line === offered);
  const usual = known?.name ?? (shipped.length ? LINE : offered);
  const tiles = makeNumber(say("course.tiles"), 1, 30, 8);
  const hazards = makeNumber(say("course.hazards"), 0, 30, 2);
  const line = make("input", {
    class: "line",
    value: known ? "srsrs" : offered,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    maxlength: 2000,
  });
  const found = make("div", { class: "line-found", role: "status" });
  const made = make("div", { class: "made-up", role: "status" });
  const another = make("button", { type: "button", onclick: () => void makeUp() }, say("course.another"));
  const randomWish = make("div", { class: "course-wish" }, tiles.element, hazards.element, another, made);
  /** The course made up, while it is as wished. @type {string | null} */ let madeUp = null;
  const lineWish = make("div", { class: "course-wish" }, make("label", { class: "field" }, make("span", {}, say("course.line")), line), found);
  const about = make("p", { class: "aside course-about", role: "status" });
  let timer = 0;

  const wanted = () => ({ tiles: tiles.value(), hazards: hazards.value() });
  async function makeUp() {
    const wish = wanted();
    const answer = await post("/api/courses", wish);
    if (JSON.stringify(wish) !== JSON.stringify(wanted())) return;
    madeUp = answer.ok ? answer.value.line : null;
    if (answer.ok) fill(made, pictureOf(answer.value.line), say("course.length", { count: answer.value.tiles.length }));
    else fill(made, make("span", { class: "problem" }, whyNot(answer)));
  }
  randomWish.addEventListener("change", () => (madeUp = null));

  async function check() {
    const wished = line.value.trim();
    const answer = await get(`/api/courses/${encodeURIComponent(wished)}`);
    if (wished !== line.value.trim()) return;
    if (answer.ok) fill(found, pictureOf(wished), say("course.length", { count: answer.value.tiles.length }));
    else fill(found, make("span", { class: "problem" }, whyNot(answer)));
  }
  line.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), CHECK_AFTER);
  });

  const choice = (/** @type {string} */ value, /** @type {string} */ title, /** @type {string} */ aside, /** @type {Element} */ picture) =>
    make(
      "label",
      { class: "course-card" },
      make("input", { type: "radio", name: "course", value, checked: value === usual, class: "visually-hidden" }),
      picture,
      make("span", { class: "course-title" }, title),
      make("span", { class: "aside" }, aside),
    );
  const sign = (/** @type {string} */ text) => make("span", { class: "course-sign", "aria-hidden": "true" }, text);
  const group = make("div", { class: "courses", role: "radiogroup", "aria-label": say("course.label") });
  const cards = {
    shipped: shipped.map((each) => choice(each.name, courseName(each.title), say("course.length", { count: each.tiles.length }), pictureOf(each.name))),
    always: [
      choice(RANDOM, say("course.random"), say("course.random.aside"), sign("?")),
      choice(LINE, say("course.own"), say("course.own.aside"), sign("✎")),
      ...(build ? [build] : []),
    ],
    card: choice,
  };
  const sources = makeSources(group, cards, signal);
  const element = make("div", { class: "courses-choice" }, sources.element, sources.none, group, about, randomWish, lineWish);
  const chosen = () => element.querySelector("input[name=course]:checked")?.getAttribute("value") ?? usual;
  const show = () => {
    const description = shipped.find((each) => each.name === chosen())?.description ?? {};
    fill(about, description[spoken()] ?? description.en ?? "");
    randomWish.hidden = chosen() !== RANDOM;
    lineWish.hidden = chosen() !== LINE;
  };
  element.addEventListener("change", () => {
    show();
    if (chosen() === LINE) void check();
    if (chosen() === RANDOM && !madeUp) void makeUp();
  });
  show();
  if (usual === LINE) {
    void check();
    void sources.turnToCourse(offered);
  }

  return {
    element,
    /** @returns {CourseWish} */
    wish() {
      if (chosen() === RANDOM) return madeUp ?? wanted();
      return chosen() === LINE ? line.value.trim() : chosen();
    },
    /** What a course is called that is kept in this browser or was published; empty for all others. */
    title: () => sources.names.get(chosen()) ?? "",
  };
}

/** @param {string} label @param {number} least @param {number} most @param {number} usual */
function makeNumber(label, least, most, usual) {
  const input = make("input", { type: "number", min: least, max: most, value: usual, inputmode: "numeric" });
  return {
    element: make("label", { class: "field" }, make("span", {}, label), input),
    value: () => (Number.isNaN(input.valueAsNumber) ? usual : Math.min(most, Math.max(least, Math.round(input.valueAsNumber)))),
  };
}
