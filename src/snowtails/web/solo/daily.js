/** The daily trail: one solo round a day, the same for everybody, three tries. */

import { get, insist, post } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { makeLink } from "../core/links.js";
import { makeRanking } from "../core/ranking.js";
import { makeScreenHead } from "../core/screen-head.js";
import { now } from "../core/server-time.js";
import { copied, makePicture, makeShareLink } from "../core/share-link.js";
import { send } from "../core/submit.js";
import { number, say, spoken } from "../core/words.js";
import { makeSetup } from "./score.js";

/** @import {Daily, Day} from "../core/types" */
/** @import {Go} from "../core/links.js" */

const A_DAY = 24 * 3600 * 1000;

/** Weeks in the calendar. */
const WEEKS = 5;

/** A day as people write it. @param {string} day such as `2026-01-31` */
const dayName = (day) => new Intl.DateTimeFormat(spoken(), { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showDaily(go, signal) {
  const screen = make("main", { class: "table-screen daily-screen" });
  const head = makeScreenHead(go, say("daily.label"), makeLink(go, "/solo", { class: "button" }, say("solo.label")));
  const answer = await insist(() => get("/api/daily"), signal);
  signal.throwIfAborted();
  fill(screen, head, ...(answer.ok ? parts(/** @type {Daily} */ (answer.value), go) : [make("p", { class: "problem" }, whyNot(answer))]));
  return screen;
}

/** @param {Daily} daily @param {Go} go */
function parts(daily, go) {
  const hours = Math.max(1, Math.round((daily.ends - now()) / 3600));
  return [
    make("p", { class: "solo-about" }, say("daily.about")),
    make(
      "section",
      { class: "panel trail" },
      make("div", { class: "trail-picture" }, pictureOf(daily.course.line)),
      make(
        "div",
        { class: "trail-facts" },
        make("h2", {}, dayName(daily.day)),
        make("p", { class: "aside" }, say("daily.next", { count: hours })),
        make("p", {}, say(daily.opponents ? "daily.opponents" : "daily.alone")),
        make(
          "p",
          { class: "par", title: say("daily.par.about") },
          daily.par === null ? say("daily.par.wait") : make("b", {}, say("daily.par", { points: daily.par })),
          make("span", { class: "aside" }, say("daily.par.about")),
        ),
        makeSetup(daily.setup),
        makeResult(daily, go),
      ),
    ),
    make("div", { class: "daily-columns" }, makeTable(daily, go), makeCalendar(daily)),
    makeHistory(daily.history, go),
  ];
}

/** Everybody's results of the day. @param {Daily} daily @param {Go} go */
function makeTable({ results, entrants }, go) {
  const rows = results.map(({ rank, name, dog, points, table, yours }) => ({
    ...{ rank, name, dog, yours },
    look: table && `/solo/${table}`,
    told: say("daily.points", { points }),
  }));
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say("daily.results")),
    make("p", { class: "aside" }, say("daily.entrants", { count: entrants })),
    makeRanking(rows, go),
  );
}

/** The days of the last weeks, with what was driven on each. @param {Daily} daily */
function makeCalendar(daily) {
  const { streak } = daily;
  const best = new Map([daily, ...daily.history].map((each) => [each.day, each.best]));
  const today = Date.parse(`${daily.day}T00:00Z`);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const first = today - (weekday + 7 * (WEEKS - 1)) * A_DAY;
  const short = new Intl.DateTimeFormat(spoken(), { day: "numeric", month: "long", timeZone: "UTC" });
  const names = new Intl.DateTimeFormat(spoken(), { weekday: "narrow", timeZone: "UTC" });
  const days = Array.from({ length: weekday + 7 * (WEEKS - 1) + 1 }, (_, i) => first + i * A_DAY).map((at) => {
    const day = new Date(at).toISOString().slice(0, 10);
    const points = best.get(day) ?? null;
    const told = points === null ? say("daily.calendar.none") : say("daily.points", { points });
    const words = say("about", { what: short.format(at), about: told });
    return make(
      "li",
      { class: [points === null ? "" : "driven", at === today ? "today" : ""].filter(Boolean).join(" "), title: words },
      make("span", { class: "visually-hidden" }, words),
      make("span", { class: "cell-day", "aria-hidden": "true" }, number(new Date(at).getUTCDate())),
      make("b", { "aria-hidden": "true" }, points === null ? "" : number(points)),
    );
  });
  return make(
    "section",
    { class: "panel calendar" },
    make("h2", {}, say("daily.calendar")),
    make(
      "p",
      { class: "streak" },
      make("b", {}, say("daily.streak", { count: streak.now })),
      streak.best > streak.now ? make("span", { class: "aside" }, say("daily.streak.best", { count: streak.best })) : null,
    ),
    make("div", { class: "weekdays", "aria-hidden": "true" }, ...Array.from({ length: 7 }, (_, i) => make("span", {}, names.format(first + i * A_DAY)))),
    make("ol", { class: "days" }, ...days),
  );
}

/** A link and a picture of the best try; neither shows the way before the day is over. @param {Day} day */
function makeShareResult(day) {
  const best = day.tries.filter((each) => each.stage === "over").sort((one, other) => (other.score?.total ?? 0) - (one.score?.total ?? 0))[0];
  if (!best) return null;
  const open = () =>
    openDialog(
      say("daily.share"),
      makePicture(`/api/tables/${best.table}/picture`, say("daily.picture")),
      makeShareLink(say("daily.share.what"), `/daily?result=${best.table}`),
    );
  return make("button", { type: "button", onclick: open }, say("daily.share"));
}

/**
 * The tries of a day, the line to share, and the next try.
 * @param {Day} day
 * @param {Go | null} go null if no more tries can begin
 */
export function makeResult(day, go) {
  const problem = make("p", { class: "problem", role: "alert" });
  const running = day.tries.find((each) => each.stage !== "over");
  const label = running ? say("daily.goOn", { attempt: running.attempt }) : say("daily.begin", { attempt: day.tries.length + 1 });
  const next = make("button", { type: "button", class: "go", onclick: begin }, label);

  async function begin() {
    if (!go) return;
    const opened = await send(next, problem, async () => {
      const known = await introduce(ownName());
      return known.ok ? insist(() => post(`/api/daily/${day.day}/tries`)) : known;
    });
    if (opened.ok) go(`/solo/${opened.value.table}`);
  }

  return make(
    "div",
    { class: "day" },
    makeTries(day),
    day.line ? makeShare(day.line) : null,
    makeShareResult(day),
    go && (running || day.left > 0) ? next : null,
    go ? make("p", { class: "aside" }, say("daily.left", { count: day.left })) : null,
    problem,
  );
}

/** @param {Day} day */
function makeTries({ tries }) {
  return make(
    "ol",
    { class: "tries", "aria-label": say("daily.tries") },
    ...tries.map(({ attempt, stage, score }) =>
      make(
        "li",
        {},
        make("span", {}, say("daily.each", { attempt })),
        make("b", {}, stage === "over" ? say("daily.points", { points: score?.total ?? 0 }) : say("daily.running")),
      ),
    ),
  );
}

/** The line to share; it gives no way away. @param {string} line */
function makeShare(line) {
  const field = make("input", { class: "address", readonly: true, value: line, "aria-label": say("daily.line"), onfocus: () => field.select() });
  const told = make("span", { class: "copied", role: "status" });
  const copy = make(
    "button",
    { type: "button", onclick: async () => fill(told, say((await copied(field)) ? "invite.copied" : "invite.select")) },
    say("daily.copy"),
  );
  return make("div", { class: "share" }, field, copy, told);
}

/** @param {Day[]} days @param {Go} go */
function makeHistory(days, go) {
  const rows = days.map((day) => {
    const running = day.tries.find((each) => each.stage !== "over");
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, dayName(day.day)),
      make("td", {}, number(day.tries.length)),
      make("td", {}, day.best === null ? "–" : number(day.best)),
      make("td", {}, running ? makeLink(go, `/solo/${running.table}`, {}, say("solo.goOn")) : (day.line ?? "")),
    );
  });
  if (!rows.length) return null;
  const head = [say("daily.day"), say("daily.tries"), say("daily.best"), say("daily.line")];
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say("daily.history")),
    make(
      "div",
      { class: "history", tabindex: 0, role: "region", "aria-label": say("daily.history") },
      make("table", {}, make("thead", {}, make("tr", {}, ...head.map((each) => make("th", { scope: "col" }, each)))), make("tbody", {}, ...rows)),
    ),
  );
}
