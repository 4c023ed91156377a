/** The way to the next race of a season: whoever lays its course chooses it, the others follow. */

import { pathToLaying } from "../build/laying.js";
import { get, insist, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { makeLink, pathOf } from "../core/links.js";
import { nameOf } from "../core/names.js";
import { now } from "../core/server-time.js";
import { send } from "../core/submit.js";
import { say, sayOr } from "../core/words.js";
import { makeCoursePicker } from "../table/course-picker.js";
import { isAway } from "../table/participants.js";
import { addedBytes } from "../table/seat-form.js";

/** @import {CourseWish} from "../table/course-picker.js" */
/** @import {Go} from "../core/links.js" */
/** @import {Answer, Course, Now, Part, Season, View} from "../core/types" */
/** Who goes on: the one who lays, anybody for a bot, nobody but somebody else; or it has gone on. @typedef {"lay" | "bot" | "away" | "late" | "wait" | "gone-on" | "over"} Way */

/** How long the layer alone may have the course laid. @param {View} view */
const secondsLeft = (view) => (view.season?.lay_by ?? 0) - now();

/** @param {Now} now @returns {Way} */
function wayOf({ view, presence }) {
  const layer = view.season?.layer ?? null;
  const seat = layer === null ? undefined : view.seats[layer];
  if (layer === null || !seat) return view.season?.champions.length || !view.rematch ? "over" : "gone-on";
  if (view.you.seats.includes(layer)) return "lay";
  if (!view.you.seats.length) return "wait";
  if (seat.kind === "musher") return "bot";
  if (seat.reins || isAway({ view, presence }, seat)) return "away";
  return secondsLeft(view) > 0 ? "wait" : "late";
}

/**
 * @param {View} view
 * @param {Season} season
 * @param {Go} go
 * @returns {Part<Now>}
 */
export function makeNextRace(view, season, go) {
  const told = make("p", { class: "next-told", role: "status" });
  const problem = make("p", { class: "problem", role: "alert" });
  const choice = make("div", { class: "next-choice" });
  const element = make("div", { class: "next-race" }, told, choice, problem);
  const following = { number: season.race + 1 };
  const layer = season.layer === null ? "" : nameOf(view, season.layer);
  const relief = sayOr(`musher.${view.options.relief}`, view.options.relief);
  /** @type {Way | null} */ let way = null;
  let timer = 0;

  /** @param {{ course: CourseWish, course_name: string } | null} [laid] null for one that a musher lays */
  function begin(laid = null) {
    const wish = { ...laid, added: addedBytes() };
    return insist(() => post(`/api/tables/${view.table}/next`, wish));
  }

  /** Follow the season from table to table, to the race that is on. @param {string} table @returns {Promise<Answer<View>>} */
  async function catchUp(table) {
    const seen = await insist(() => get(`/api/tables/${table}`));
    const onward = seen.ok && !seen.value.season?.champions.length ? seen.value.rematch : null;
    return onward ? catchUp(onward) : seen;
  }

  /** A button that leads to a table. @param {string} label @param {() => Promise<Answer<{ table: string }>>} find */
  function button(label, find) {
    const made = make("button", { type: "button", class: "go", onclick: () => void lead() }, label);
    async function lead() {
      const answer = await send(made, problem, find);
      if (answer.ok) go(pathOf(answer.value.table));
    }
    return made;
  }

  async function offerCourses() {
    const shipped = await insist(() => get("/api/courses"));
    /** @type {Course[]} */
    const known = shipped.ok ? shipped.value.courses : [];
    const raced = [...season.past.map((each) => each.course.line), view.options.course.line];
    const build = makeLink(
      go,
      pathToLaying(view.table),
      { class: "course-card" },
      make("span", { class: "course-sign", "aria-hidden": "true" }, "+"),
      make("span", { class: "course-title" }, say("pick.build")),
      make("span", { class: "aside" }, say("pick.build.aside")),
    );
    const courses = makeCoursePicker(known, known.find((each) => !raced.includes(each.line))?.name, build);
    if (way === "lay")
      fill(
        choice,
        courses.element,
        button(say("season.begin.race", following), () => begin({ course: courses.wish(), course_name: courses.title() })),
      );
  }

  /** @param {Now} seen */
  function show(seen) {
    const before = way;
    way = wayOf(seen);
    clearTimeout(timer);
    const left = secondsLeft(seen.view);
    if (way === "wait" && left > 0) timer = setTimeout(() => show(seen), left * 1000);
    if (way === before) return;
    // Whoever has seen the end is taken along; whoever comes back later is shown the way.
    if (way === "gone-on" && before) return go(pathOf(seen.view.rematch ?? ""));
    element.hidden = way === "over";
    element.classList.toggle("yours", way === "lay");
    told.textContent = {
      lay: say("season.yours"),
      bot: say("season.theirs", { name: layer }),
      away: say("season.away", { name: layer }),
      late: say("season.late", { name: layer }),
      wait: say("season.theirs", { name: layer }),
      "gone-on": say("season.gone-on"),
      over: "",
    }[way];
    fill(choice);
    if (way === "lay") void offerCourses();
    if (way === "bot")
      fill(
        choice,
        button(say("season.begin.race", following), () => begin()),
      );
    if (way === "away" || way === "late")
      fill(
        choice,
        button(say("season.relief", { musher: relief }), () => begin()),
      );
    if (way === "gone-on")
      fill(
        choice,
        button(say("season.catch-up"), () => catchUp(seen.view.rematch ?? "")),
      );
  }

  return { element, show };
}
