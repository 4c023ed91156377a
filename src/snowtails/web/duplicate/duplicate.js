/** Duplicate races: the same course and cards for everybody with the link, against a Husky's ghost. */

import { get, insist, post } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { fill, make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { makeFace } from "../core/face.js";
import { introduce, ownName } from "../core/introduce.js";
import { makeLink, pathOf } from "../core/links.js";
import { courseName } from "../core/names.js";
import { makeRanking } from "../core/ranking.js";
import { makeScreenHead } from "../core/screen-head.js";
import { makeShareLink } from "../core/share-link.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { makeCoursePicker } from "../table/course-picker.js";
import { BEST, chooseGhost, chosenGhost, NOBODY } from "./chosen-ghost.js";
import { rankedRuns } from "./ranked-runs.js";
import { tellRun } from "./run-text.js";

/** @import {Duplicate, DuplicateRun} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/** How many Huskies may race along; without any it is a time trial. */
const RIVALS = [0, 1, 2, 3, 4];
const USUAL_RIVALS = 2;

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [key] without it, one is made
 * @returns {Promise<HTMLElement>}
 */
export async function showDuplicate(go, signal, key) {
  if (!key) return showForm(go, signal);
  const found = await insist(() => get(`/api/duplicates/${key}`), signal);
  signal.throwIfAborted();
  if (!found.ok) return makeRefusalScreen(go, found);
  const duplicate = /** @type {Duplicate} */ (found.value);
  const race = make(
    "section",
    { class: "panel trail" },
    make("div", { class: "trail-picture" }, pictureOf(duplicate.course.line)),
    make("div", { class: "trail-facts" }, ...facts(duplicate, go, signal)),
  );
  const results = makeResults(duplicate, go);
  return make(
    "main",
    { class: "table-screen daily-screen duplicate-screen" },
    makeScreenHead(go, say("duplicate.label")),
    make("p", { class: "solo-about" }, say("duplicate.about")),
    // Whoever has raced it comes for the results.
    ...(duplicate.over ? [results, race] : [race, results]),
  );
}

/** @param {Duplicate} told @param {Go} go @param {AbortSignal} signal */
function facts(told, go, signal) {
  const { duplicate, course, mushers, table, over } = told;
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { type: "button", class: "go", onclick: takeUp }, say(table ? (over ? "duplicate.look" : "duplicate.goOn") : "duplicate.take"));

  async function takeUp() {
    if (table) return go(pathOf(table));
    const opened = await send(button, problem, async () => {
      const known = await introduce(ownName());
      return known.ok ? insist(() => post(`/api/duplicates/${duplicate}/tables`), signal) : known;
    });
    if (opened.ok) go(pathOf(opened.value.table));
  }

  return [
    make("h2", {}, courseName(course.name)),
    make("p", {}, say("duplicate.against", { count: mushers.length })),
    over ? null : makeGhostChoice(told),
    button,
    problem,
    over ? makeLink(go, "/duplicate", { class: "button" }, say("duplicate.another")) : null,
    makeShareLink(say("duplicate.share"), `/duplicate/${duplicate}`),
  ];
}

/** Whose run drives along, if there is one. @param {Duplicate} duplicate */
function makeGhostChoice({ duplicate, runs, mushers }) {
  if (!runs.length) return null;
  const chosen = chosenGhost(duplicate);
  const options = [
    { of: BEST, label: say("duplicate.beside.best") },
    ...runs.map((run) => ({ of: run.run, label: say("about", { what: run.name, about: tellRun(run, !mushers.length) }) })),
    { of: NOBODY, label: say("duplicate.beside.nobody") },
  ];
  const select = make("select", { onchange: keep }, ...options.map(({ of, label }) => make("option", { value: of, selected: of === chosen }, label)));

  function keep() {
    chooseGhost(duplicate, select.value);
  }

  keep(); // what was chosen may be gone
  return make("label", { class: "ghost-choice" }, make("span", {}, say("duplicate.beside")), select);
}

/** Everybody's results, with the Husky's among them. @param {Duplicate} duplicate @param {Go} go */
function makeResults({ runs, husky, entrants, over, mushers }, go) {
  const botDrove = over && !runs.some(({ yours }) => yours);
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say("duplicate.results")),
    make("p", { class: "aside" }, say("duplicate.entrants", { count: entrants })),
    botDrove ? make("p", { class: "aside" }, say("duplicate.bot")) : null,
    makeRanking(
      rankedRuns(runs, husky).map((ranked) => rowOf(ranked, !mushers.length)),
      go,
    ),
  );
}

/** @param {{ run: DuplicateRun, ghost: boolean }} ranked @param {boolean} alone */
function rowOf({ run, ghost }, alone) {
  const { rank, name, dog, place, table, yours } = run;
  const told = tellRun(run, alone);
  if (!ghost) return { rank: place ? rank : null, name, dog, yours, told, look: table && `/replay/${table}` };
  const husky = say("duplicate.ghost.husky");
  return { name: husky, face: makeFace({ seat: 0, kind: "musher", name: "husky" }, husky), aside: say("duplicate.ghost"), told };
}

/** @param {Go} go @param {AbortSignal} signal */
async function showForm(go, signal) {
  const shipped = await insist(() => get("/api/courses"), signal);
  signal.throwIfAborted();
  const courses = makeCoursePicker(shipped.ok ? shipped.value.courses : [], undefined, null, signal);
  const rivals = make(
    "select",
    { "aria-label": say("duplicate.company") },
    ...RIVALS.map((each) => make("option", { value: each, selected: each === USUAL_RIVALS }, say("duplicate.rivals", { count: each }))),
  );
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { class: "go" }, say("duplicate.make"));
  const form = make(
    "form",
    { class: "friends-form duplicate-form" },
    make("fieldset", { class: "panel" }, make("legend", {}, say("course.label")), courses.element),
    make("fieldset", { class: "panel one-choice" }, make("legend", {}, say("duplicate.company")), rivals),
    make("div", { class: "form-end" }, problem, button),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const made = await send(button, problem, async () => {
      const known = await introduce(ownName());
      const mushers = Array.from({ length: Number(rivals.value) }, () => "husky");
      return known.ok ? insist(() => post("/api/duplicates", { course: courses.wish(), course_name: courses.title(), mushers }), signal) : known;
    });
    if (made.ok) go(`/duplicate/${made.value.duplicate}`);
  });
  const screen = make("main", { class: "table-screen friends" });
  fill(screen, makeScreenHead(go, say("duplicate.label")), make("p", { class: "form-about" }, say("duplicate.about")), form);
  return screen;
}
