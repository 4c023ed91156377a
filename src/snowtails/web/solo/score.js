/** Points of the solo game, line by line with their reasons, and the board of nine grades. */

import { make } from "../core/dom.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { number, say } from "../core/words.js";
import { makeWhy } from "../plan/clause-links.js";

/** @import {Score, Setup, SoloView} from "../core/types" */

/** Points with their sign. @param {number} points */
const signed = (points) => (points < 0 ? `−${number(-points)}` : number(points));

/** @param {Score["lines"][number]} line */
function reasonOf({ reason, count }) {
  const facts = { count };
  switch (reason) {
    case "past":
      return say("score.past");
    case "length":
      return say("score.length", facts);
    case "start":
      return say("score.start");
    case "cards":
      return say("score.cards", facts);
    case "dents":
      return say("score.dents", facts);
    case "setup":
      return say("score.setup");
    default:
      return say("score.wrecked");
  }
}

/** A score as a table; every reason leads to its clause. @param {Score} score @param {string} caption */
export function makeScore(score, caption) {
  const rows = score.lines.map((line) =>
    make("tr", {}, make("th", { scope: "row" }, makeWhy(line.clause, reasonOf(line))), make("td", {}, signed(line.points))),
  );
  const total = make("tr", { class: "total" }, make("th", { scope: "row" }, say("score.total")), make("td", {}, signed(score.total)));
  return make("table", { class: "score" }, make("caption", {}, caption), make("tbody", {}, ...rows, total));
}

/** What the setup points of a course are given for. @param {Setup} setup */
export function makeSetup(setup) {
  const lines = setup.lines.map(({ kind, count, points }) => make("li", {}, make("span", {}, say(`setup.${kind}`, { count })), make("b", {}, number(points))));
  return make(
    "div",
    { class: "setup" },
    make("p", { class: "setup-sum" }, makeWhy("SOLO-2", say("setup.points")), make("b", {}, say("setup.of", { points: setup.points, most: setup.most }))),
    make("ul", { class: "setup-lines" }, ...lines),
  );
}

/** The nine grades, the one that was reached marked. @param {SoloView} game */
export function makeGrades({ grades, grade, points, scores }) {
  const setup = scores.reduce((sum, score) => sum + score.setup, 0);
  const head = grades.levels.map(({ level, setup: least }) =>
    make("th", { scope: "col" }, say(`grade.level.${level}`), make("span", { class: "aside" }, say("grade.setup", { least }))),
  );
  const rows = [...grades.victories].reverse().map(({ victory, points: least }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, say(`grade.${victory}`), make("span", { class: "aside" }, say("grade.points", { least }))),
      ...grades.levels.map(({ level }) => {
        const reached = grade?.level === level && grade.victory === victory;
        return make(
          "td",
          { class: reached ? "reached" : "" },
          reached ? make("span", {}, "★", make("span", { class: "visually-hidden" }, say("grade.yours"))) : make("span", { "aria-hidden": "true" }, "·"),
        );
      }),
    ),
  );
  return make(
    "div",
    { class: "grades" },
    make("p", { class: "grade-told" }, grade ? say("grade.told", { points, setup, victory: grade.victory ?? "none", level: grade.level }) : ""),
    reachWhileScrolling(
      make(
        "div",
        { class: "grades-board" },
        make(
          "table",
          {},
          make("caption", {}, makeWhy("SOLO-19", say("grade.label"))),
          make("thead", {}, make("tr", {}, make("td", {}), ...head)),
          make("tbody", {}, ...rows),
        ),
      ),
    ),
  );
}
