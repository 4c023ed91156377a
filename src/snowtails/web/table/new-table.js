/** Making a table: to play with others, or for a season. */

import { get, insist, newKey, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { introduce, ownName } from "../core/introduce.js";
import { makeLink, pathOf } from "../core/links.js";
import { makeScreenHead } from "../core/screen-head.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { lengthOf } from "./clock.js";
import { makeCoursePicker } from "./course-picker.js";
import { addedBytes, makeSeatForm } from "./seat-form.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Go} from "../core/links.js" */

/** Seconds for each decision. */
const CLOCKS = [null, 30, 60, 120, 300, 86_400];

/** Races of a season; a single race is none. */
const RACES = Array.from({ length: 12 }, (_, i) => i + 1);

/** What a form offers at first. @typedef {{ title: "friends.label" | "season.label", about: "season.about" | null, button: "friends.make" | "season.begin", seats: string[], races: number }} Offer */

/** A table for you and a friend, with free places for more. @type {Offer} */
const FRIENDS = { title: "friends.label", about: null, button: "friends.make", seats: ["me", "friend", "nobody", "nobody", "nobody"], races: 1 };

/** You and three bots, each of whom lays a course. @type {Offer} */
const SEASON = { title: "season.label", about: "season.about", button: "season.begin", seats: ["me", "pup", "yearling", "husky", "nobody"], races: 4 };

/** @param {Go} go @param {AbortSignal} signal */
export const showFriends = (go, signal) => showForm(go, signal, FRIENDS);

/** @param {Go} go @param {AbortSignal} signal */
export const showSeasonForm = (go, signal) => showForm(go, signal, SEASON);

/** @param {string} legend @param {...Child} content */
const group = (legend, ...content) => make("fieldset", { class: "panel" }, make("legend", {}, legend), ...content);

/** @param {string} label @param {string} aside @param {boolean} on */
function makeTick(label, aside, on) {
  const box = make("input", { type: "checkbox", checked: on });
  const element = make("label", { class: "field tick" }, box, make("span", {}, label, make("span", { class: "aside" }, aside)));
  return { element, box };
}

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {Offer} offer
 * @returns {Promise<HTMLElement>}
 */
async function showForm(go, signal, offer) {
  const [shipped, known] = await Promise.all([insist(() => get("/api/courses"), signal), insist(() => get("/api/mushers"), signal)]);
  signal.throwIfAborted();
  const courses = makeCoursePicker(shipped.ok ? shipped.value.courses : [], new URLSearchParams(location.search).get("course") ?? undefined, null, signal);
  const seats = makeSeatForm(known.ok ? known.value.mushers : [], offer.seats);
  const races = make(
    "select",
    {},
    ...RACES.map((each) => make("option", { value: each, selected: each === offer.races }, say("season.length", { count: each }))),
  );
  const clock = make("select", {}, ...CLOCKS.map((each) => make("option", { value: each ?? "" }, lengthOf(each))));
  const listed = makeTick(say("friends.listed"), say("friends.listed.aside"), false);
  const hints = makeTick(say("friends.hints"), say("friends.hints.aside"), true);
  const name = make("input", { id: "name", maxlength: 24, autocomplete: "nickname", spellcheck: "false", value: ownName() });
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { class: "go" });
  // Before somebody has come the race cannot begin.
  const nameButton = () => fill(button, say(seats.waits() ? "friends.make" : offer.button));
  seats.element.addEventListener("change", nameButton);
  nameButton();
  const form = make(
    "form",
    { class: "friends-form" },
    group(say("course.label"), courses.element),
    group(say("friends.seats"), make("p", { class: "aside" }, say("friends.seats.aside")), seats.element),
    group(
      say("friends.ways"),
      make("label", { class: "field" }, make("span", {}, say("season.races")), races),
      make("label", { class: "field" }, make("span", {}, say("friends.clock")), clock),
      listed.element,
      hints.element,
      make("label", { class: "field" }, make("span", {}, say("home.name")), name),
    ),
    make("div", { class: "form-end" }, problem, button),
  );

  /** @param {string} key */
  async function open(key) {
    const introduced = await introduce(name.value.trim() || ownName());
    if (!introduced.ok) return introduced;
    const wish = {
      course: courses.wish(),
      course_name: courses.title(),
      seats: seats.wishes(listed.box.checked),
      clock: clock.value ? Number(clock.value) : null,
      listed: listed.box.checked,
      hints: hints.box.checked,
      hot_seat: seats.shared(),
      season: Number(races.value) > 1 ? Number(races.value) : null,
      key,
    };
    const opened = await insist(() => post("/api/tables", wish), signal);
    // Only now, when the server has committed itself to its secret.
    const path = opened.ok && `/api/tables/${opened.value.table}/seats`;
    for (const seat of opened.ok ? opened.value.you.seats : []) await insist(() => post(`${path}/${seat}/sit`, { added: addedBytes() }), signal);
    return opened;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const opened = await send(button, problem, () => open(newKey()));
    if (opened.ok) go(pathOf(opened.value.table));
  });

  return make(
    "main",
    { class: "table-screen friends" },
    makeScreenHead(go, say(offer.title), makeLink(go, "/lobby", { class: "button" }, say("lobby.label"))),
    offer.about && make("p", { class: "form-about" }, say(offer.about)),
    form,
  );
}
