/** The end of a solo round: the points line by line, then the next round, or the grade. */

import { makeDrivers } from "../coach/drivers.js";
import { get, insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { makeFairness } from "../core/fairness.js";
import { makeLink } from "../core/links.js";
import { trailName } from "../core/names.js";
import { layOver } from "../core/overlay.js";
import { late } from "../core/preload.js";
import { drawSled } from "../core/sled.js";
import { soundVictory } from "../core/sound.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { drawLanterns, makeSnowfall } from "../race/celebration.js";
import { drawMorning } from "../race/podium.js";
import { makeSoloCourse } from "./course-form.js";
import { makeResult } from "./daily.js";
import { makeGrades, makeScore } from "./score.js";

/** @import {Board} from "../board/board.js" */
/** @import {Daily, SoloView} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/** @param {SoloView} game */
function headline(game) {
  const last = game.scores.at(-1);
  const points = last?.total ?? 0;
  if (game.race.end === "wrecked") return say("solo.end.wrecked");
  return game.race.end === "past" ? say("solo.end.past", { points }) : say("solo.end.noCards", { points });
}

/**
 * @param {HTMLElement} screen
 * @param {SoloView} game
 * @param {Go} go
 * @param {Board} board on which it was raced
 * @param {AbortSignal} signal the screen is left
 */
export function showSoloEnding(screen, game, go, board, signal) {
  const back = make("button", { type: "button", class: "go show-ending", hidden: true, onclick: () => cover(true) }, say("end.label"));
  const look = make("button", { type: "button", onclick: () => cover(false) }, say("end.look"));
  const scores = game.scores.map((score, index) => makeScore(score, game.day ? say("score.label") : say("score.round", { round: index + 1 })));
  const keepsake = make("div", { class: "keepsake-place" });
  const panel = make(
    "section",
    { class: "ending solo-ending", "aria-label": say("end.label"), tabindex: -1 },
    make("h2", {}, headline(game)),
    game.race.end === "past"
      ? make("div", { class: "podium celebrated", "aria-hidden": "true" }, drawMorning(), drawLanterns(), makeSnowfall(), drawSled(0))
      : null,
    game.day || game.stage !== "over" ? null : makeGrades(game),
    make("div", { class: "scores" }, ...scores),
    game.stage === "between" && game.you.seat === 0 ? makeNextRound(game, go) : null,
    game.day && game.you.seat === 0 ? makeDay(game, go) : null,
    make("div", { class: "actions" }, ...actions(game, go), look, makeLink(go, "/", { class: "button" }, say("end.home"))),
    makeDrivers(game.table, signal),
    keepsake,
    game.stage === "over" ? makeFairness(`/api/tables/${game.table}`, game.day ? say("daily.cards") : say("check.about")) : null,
  );
  const cover = layOver(screen, panel, back);
  if (game.race.end === "past") soundVictory();
  const racers = [{ seat: 0, name: game.seats[0]?.name ?? "" }];
  void late(() => import("../board/keepsake.js")).then(({ makeKeepsake }) => keepsake.replaceChildren(makeKeepsake(board, trailName(game), racers)));
}

/** @param {SoloView} game @param {Go} go */
function actions(game, go) {
  const replay = makeLink(go, `/replay/${game.table}${game.round > 1 ? `?round=${game.round}` : ""}`, { class: "button" }, say("end.replay"));
  if (game.day) return [makeLink(go, "/daily", { class: "button" }, say("daily.label")), replay];
  return game.stage === "over" ? [makeLink(go, "/solo", { class: "button go" }, say("solo.again")), replay] : [replay];
}

/** The next round, on the same course or another. @param {SoloView} game @param {Go} go */
function makeNextRound(game, go) {
  const problem = make("p", { class: "problem", role: "alert" });
  const begin = make("button", { class: "go" }, say("solo.next", { round: game.round + 1 }));
  const course = makeSoloCourse(begin, { ...game.course, opponents: game.opponents });
  const form = make(
    "form",
    { class: "next-round" },
    begin,
    problem,
    make("details", { class: "change-course" }, make("summary", {}, say("solo.next.course")), course.element),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = { round: game.round + 1, ...course.wish() };
    const answer = await send(begin, problem, () => insist(() => post(`/api/tables/${game.table}/rounds`, wish)));
    if (answer.ok) go(`/solo/${game.table}`);
  });
  return form;
}

/** The line to share, and the next try. @param {SoloView} game @param {Go} go */
function makeDay(game, go) {
  const place = make("div", { class: "day-result", role: "status" });
  void insist(() => get("/api/daily")).then((answer) => {
    if (!answer.ok) return;
    const daily = /** @type {Daily} */ (answer.value);
    const day = [daily, ...daily.history].find((each) => each.day === game.day);
    if (day) place.replaceChildren(makeResult(day, day === daily ? go : null));
  });
  return place;
}
