/** The daily trail: one solo round a day, the same for everybody, three tries. */

import { get, insist, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeLink } from "../core/links.js";
import { suggestedName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { now } from "../core/server-time.js";
import { settings } from "../core/settings.js";
import { copied } from "../core/share-link.js";
import { send } from "../core/submit.js";
import { number, say, spoken } from "../core/words.js";
import { introduce } from "../home/home.js";
import { pictureOf } from "../table/course-picker.js";
import { makeSetup } from "./score.js";

/** @import {Daily, Day} from "../core/types" */
/** @import {Go} from "../core/links.js" */

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
        makeSetup(daily.setup),
        makeResult(daily, go),
      ),
    ),
    makeHistory(daily.history, go),
  ];
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
      const known = await introduce(settings.name || suggestedName());
      return known.ok ? insist(() => post(`/api/daily/${day.day}/tries`)) : known;
    });
    if (opened.ok) go(`/solo/${opened.value.table}`);
  }

  return make(
    "div",
    { class: "day" },
    makeTries(day),
    day.line ? makeShare(day.line) : null,
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
