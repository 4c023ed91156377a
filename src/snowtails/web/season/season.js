/** The season at the end of a race: its table, its points race by race, and what comes next. */

import { drawProgress, makeFigure } from "../core/charts.js";
import { make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { drawMark } from "../core/sled.js";
import { number, say } from "../core/words.js";
import { makeNextRace } from "./next-race.js";

/** @import {Go} from "../core/links.js" */
/** @import {Part, Presence, Season, View} from "../core/types" */

/**
 * @param {View} view
 * @param {Season} season
 * @param {Go} go
 * @returns {Part<{ view: View, presence: Presence | null }>}
 */
export function makeSeason(view, season, go) {
  const next = makeNextRace(view, season, go);
  const numbers = Array.from({ length: season.race }, (_, i) => number(i + 1));
  const rows = season.progress.map((values, seat) => ({ seat, name: nameOf(view, seat), values }));
  const element = make(
    "section",
    { class: "season", "aria-label": say("season.label") },
    next.element,
    make("h3", {}, say("season.label")),
    make(
      "div",
      { class: "season-facts" },
      makeTable(view, season),
      makeFigure(
        say("season.progress"),
        drawProgress(rows),
        [say("season.race"), ...numbers],
        rows.map(({ name, values }) => [name, ...values]),
      ),
    ),
    make("a", { class: "button", href: `/api/tables/${view.table}/season`, download: "season.txt" }, say("season.record")),
  );
  return { element, show: (now) => next.show(now) };
}

/** @param {View} view @param {Season} season */
function makeTable(view, season) {
  const head = (/** @type {string} */ text, /** @type {string} */ kind = "") => make("th", { scope: "col", class: kind }, text);
  const headOfRace = (/** @type {number} */ race) =>
    make(
      "th",
      { scope: "col" },
      make("span", { class: "visually-hidden" }, say("season.number", { number: race })),
      make("span", { "aria-hidden": "true" }, `#${number(race)}`),
    );
  const places = (/** @type {(number | null)[]} */ each) =>
    each.map((place) => make("td", {}, place === null ? make("span", { class: "wrecked", role: "img", "aria-label": say("end.wreck") }, "✕") : number(place)));
  return make(
    "div",
    { class: "season-table", role: "region", tabindex: 0, "aria-label": say("season.table") },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          head(say("season.rank")),
          head(say("season.musher"), "who"),
          head(say("season.points")),
          ...Array.from({ length: season.race }, (_, i) => headOfRace(i + 1)),
        ),
      ),
      make(
        "tbody",
        {},
        ...season.rows.map(({ rank, seat, points, places: each }) =>
          make(
            "tr",
            { class: view.you.seats.includes(seat) ? "yours" : "" },
            make("td", { class: "rank" }, number(rank)),
            make("th", { scope: "row", class: "who" }, make("span", {}, drawMark(seat), nameOf(view, seat))),
            make("td", { class: "points" }, number(points)),
            ...places(each),
          ),
        ),
      ),
    ),
  );
}
