/** The lobby: tables with free seats, races to watch, and one's own races, all live. */

import { makeConnectionStatus } from "../core/connection-status.js";
import { pictureOf } from "../core/course-picture.js";
import { momentOf } from "../core/dates.js";
import { arrange, make } from "../core/dom.js";
import { makeLink, pathOf } from "../core/links.js";
import { courseName, legOf, nameOf } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { drawMark } from "../core/sled.js";
import { Stream } from "../core/stream.js";
import { listed, say } from "../core/words.js";
import { lengthOf } from "./clock.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Go} from "../core/links.js" */
/** @import {OwnSummary, Summary} from "../core/types" */

const MOST_RACES = 20;

/** What comes first in the list of one's races. @param {OwnSummary} race */
const urgency = (race) => (race.your_turn ? 0 : { racing: 1, waiting: 2, between: 2, over: 3, closed: 4 }[race.stage]);

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showLobby(go, signal) {
  const tables = make("ul", { class: "tables", "aria-live": "polite" }, make("li", { class: "none" }, say("connection.connecting")));
  const races = make("ul", { class: "tables" });
  const mine = make("section", { class: "panel", "aria-labelledby": "my-races", hidden: true }, make("h2", { id: "my-races" }, say("races.label")), races);
  const running = make("ul", { class: "tables" });
  const watch = make(
    "section",
    { class: "panel", "aria-labelledby": "running-races", hidden: true },
    make("h2", { id: "running-races" }, say("lobby.watch")),
    running,
  );
  const connection = makeConnectionStatus();

  const stream = new Stream(
    { lobby: true, races: true },
    {
      lobby: (told) => {
        /** @type {Summary[]} */
        const open = told.tables;
        arrange(tables, open.length ? open.map((each) => openTable(go, each)) : [make("li", { class: "none" }, say("lobby.none"))]);
        watch.hidden = !told.watch.length;
        arrange(
          running,
          told.watch.map((/** @type {Summary} */ each) => runningRace(go, each)),
        );
      },
      races: (told) => {
        /** @type {OwnSummary[]} */
        const found = told.races.filter((/** @type {OwnSummary} */ each) => each.stage !== "closed");
        found.sort((a, b) => urgency(a) - urgency(b) || b.updated - a.updated);
        mine.hidden = !found.length;
        arrange(
          races,
          found.slice(0, MOST_RACES).map((each) => ownRace(go, each)),
        );
      },
      connection: (state) => connection.show(state),
    },
  );
  signal.addEventListener("abort", () => stream.close());

  return make(
    "main",
    { class: "table-screen lobby" },
    makeScreenHead(go, say("lobby.label"), connection.element, makeLink(go, "/friends", { class: "button go" }, say("friends.new"))),
    mine,
    make("section", { class: "panel", "aria-labelledby": "open-tables" }, make("h2", { id: "open-tables" }, say("lobby.open")), tables),
    watch,
  );
}

/** @param {Summary} table @param {string} told @param {...Child} acts */
function row(table, told, ...acts) {
  const names = table.seats.map((_, seat) => nameOf(table, seat)).filter(Boolean);
  return make(
    "li",
    { class: "table", "data-key": table.table },
    pictureOf(table.options.course.line),
    make(
      "div",
      { class: "table-facts" },
      make("b", {}, courseName(table.options.course.name)),
      make("span", {}, names.length ? listed(names) : say("lobby.empty")),
      make("span", { class: "aside" }, told),
    ),
    make("div", { class: "table-acts" }, ...acts),
  );
}

/** @param {Go} go @param {Summary} table */
function openTable(go, table) {
  const free = table.seats.find((each) => each.kind === "open");
  const season = table.season ? ` · ${say("season.length", { count: table.season.races })}` : "";
  const told = `${say("lobby.free", { count: table.free })} · ${lengthOf(table.options.clock)}${season}`;
  return row(
    table,
    told,
    free
      ? makeLink(go, pathOf(table.table, { seat: free.seat }), { class: "button go", "aria-label": labelOf(table, say("lobby.sit")) }, say("lobby.sit"))
      : null,
    watchLink(go, table),
  );
}

/** @param {Go} go @param {Summary} race */
const runningRace = (go, race) => row(race, race.round ? say("lobby.racing", { round: race.round }) : say("lobby.lining"), watchLink(go, race));

/** @param {Go} go @param {Summary} table */
const watchLink = (go, table) => makeLink(go, pathOf(table.table), { class: "button", "aria-label": labelOf(table, say("lobby.look")) }, say("lobby.look"));

/** @param {Summary} table @param {string} what one can do there */
const labelOf = (table, what) => say("about", { what, about: courseName(table.options.course.name) });

/** @param {Go} go @param {OwnSummary} race */
function ownRace(go, race) {
  const layer = race.season?.layer ?? null;
  const told = () => {
    if (layer !== null) return race.your_turn ? say("season.yours") : say("season.theirs", { name: nameOf(race, layer) });
    if (race.stage === "over") return say("races.over");
    if (race.stage === "waiting") return say("races.waiting", { count: race.seats.filter((each) => each.kind === "open" || each.kind === "invited").length });
    if (race.your_turn) return say("races.yours");
    return say("races.theirs", { round: race.round, name: nameOf(race, race.actor ?? -1) });
  };
  const leg = race.season ? `${legOf(race.season)} · ` : "";
  const way = race.stage === "over" && layer === null ? "races.look" : "races.back";
  const found = row(
    race,
    `${leg}${told()} · ${momentOf(race.updated)}`,
    makeLink(go, pathOf(race.table), { class: race.your_turn ? "button go" : "button" }, say(way)),
  );
  found.classList.toggle("your-turn", race.your_turn);
  if (race.yours[0] !== undefined) found.querySelector("b")?.prepend(drawMark(race.yours[0], race.seats[race.yours[0]]?.colour));
  return found;
}
