/** The beginning of a solo game: a course, opponents or none, and the games that wait. */

import { get, insist, newKey, post } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { momentOf } from "../core/dates.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { makeWhy } from "../plan/clause-links.js";
import { makeSoloCourse } from "./course-form.js";

/** @import {SoloSummary} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showSolo(go, signal) {
  const problem = make("p", { class: "problem", role: "alert" });
  const begin = make("button", { class: "go" }, say("solo.begin"));
  const wished = new URLSearchParams(location.search).get("course");
  const course = makeSoloCourse(begin, wished ? { line: wished, opponents: false } : undefined, signal);
  const name = make("input", { id: "name", maxlength: 24, autocomplete: "nickname", spellcheck: "false", value: ownName() });
  const games = make("section", { class: "panel", hidden: true });
  const form = make(
    "form",
    { class: "solo-form" },
    make("fieldset", { class: "panel" }, make("legend", {}, say("course.label")), course.element),
    make("div", { class: "form-end" }, make("label", { class: "name-field" }, make("span", {}, say("home.name")), name), problem, begin),
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    begin.disabled = true;
    const key = newKey();
    const known = await introduce(name.value.trim() || ownName());
    const opened = known.ok ? await insist(() => post("/api/solo", { ...course.wish(), key })) : known;
    if (signal.aborted) return;
    begin.disabled = false;
    if (opened.ok) go(`/solo/${opened.value.table}`);
    else problem.textContent = whyNot(opened);
  });

  if (settings.name) void get("/api/solo").then((answer) => answer.ok && showGames(games, answer.value.games, go));

  return make(
    "main",
    { class: "table-screen solo-screen" },
    makeScreenHead(go, say("solo.label"), makeLink(go, "/daily", { class: "button" }, say("daily.label"))),
    make("p", { class: "solo-about" }, say("solo.about"), " ", makeWhy("SOLO-5", say("solo.rules"))),
    games,
    form,
  );
}

/** @param {HTMLElement} place @param {SoloSummary[]} games @param {Go} go */
function showGames(place, games, go) {
  const running = games.filter((each) => each.stage !== "over").slice(0, 5);
  const over = games.filter((each) => each.stage === "over").slice(0, 10);
  place.hidden = !games.length;
  const row = (/** @type {SoloSummary} */ each) =>
    make(
      "li",
      { class: "table" },
      pictureOf(each.course.line),
      make(
        "span",
        { class: "table-facts" },
        make("b", {}, courseName(each.course.name)),
        make("span", {}, told(each)),
        make("span", { class: "aside" }, momentOf(each.updated)),
      ),
      make(
        "span",
        { class: "table-acts" },
        makeLink(go, `/solo/${each.table}`, { class: each.stage === "over" ? "button" : "button go" }, say(each.stage === "over" ? "races.look" : "solo.goOn")),
      ),
    );
  fill(place, make("h2", {}, say("solo.games")), make("ul", { class: "tables" }, ...[...running, ...over].map(row)));
}

/** How a game stands. @param {SoloSummary} game */
function told(game) {
  if (!game.grade) {
    const facts = [
      say("solo.round", { round: game.round, rounds: game.rounds }),
      game.turn ? say("solo.turn", { turn: game.turn }) : "",
      say("solo.points", { points: game.points }),
      game.opponents ? say("solo.opponents") : "",
    ];
    return facts.filter(Boolean).join(" · ");
  }
  const setup = game.scores.reduce((sum, score) => sum + score.setup, 0);
  return say("grade.told", { points: game.points, setup, victory: game.grade.victory ?? "none", level: game.grade.level });
}
