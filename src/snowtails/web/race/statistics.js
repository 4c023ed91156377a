/** The race in figures: speeds, positions, dents, and how often the lead changed. */

import { drawBars, drawCause, drawDents, drawPositions, makeFigure } from "../core/charts.js";
import { make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { number, say } from "../core/words.js";

/** @import {Figures, Seat} from "../core/types" */

const CAUSES = /** @type {const} */ (["speeding", "saplings", "side", "no_cards"]);

/**
 * @param {Figures} figures
 * @param {{ seats: Pick<Seat, "kind" | "name">[] }} company
 */
export function makeStatistics({ rounds, lead_changes, sleds }, company) {
  const rows = sleds.map((sled, seat) => ({ ...sled, seat, name: nameOf(company, seat) }));
  const fastest = rows.reduce((best, row) => (top(row.speeds) > top(best.speeds) ? row : best), rows[0] ?? { name: "", speeds: [] });
  const numbers = Array.from({ length: rounds }, (_, i) => number(i + 1));
  const none = "–";
  return make(
    "section",
    { class: "figures", "aria-label": say("figures.label") },
    make("h3", {}, say("figures.label")),
    make(
      "dl",
      { class: "facts" },
      fact(say("figures.rounds"), number(rounds)),
      fact(say("figures.lead"), number(lead_changes)),
      fact(say("figures.fastest"), number(top(fastest.speeds)), fastest.name),
    ),
    make(
      "div",
      { class: "charts" },
      makeFigure(
        say("figures.speed"),
        drawBars(rows.map((row) => ({ ...row, values: row.speeds, costs: row.dented }))),
        [say("figures.round"), ...numbers],
        rows.map(({ name, speeds }) => [name, ...speeds.map((speed) => speed ?? none)]),
        make("p", { class: "legend" }, say("figures.speed.legend")),
      ),
      makeFigure(
        say("figures.position"),
        drawPositions(rows.map((row) => ({ ...row, values: row.positions }))),
        [say("figures.round"), say("ribbon.start"), ...numbers],
        rows.map(({ name, positions }) => [name, ...positions.map((place) => place ?? none)]),
      ),
      makeFigure(
        say("figures.dents"),
        drawDents(rows.map((row) => ({ ...row, counts: { ...row.dents } }))),
        [say("figures.cause"), ...CAUSES.map((cause) => say(`figures.dents.${cause}`))],
        rows.map(({ name, dents }) => [name, ...CAUSES.map((cause) => dents[cause])]),
        make("p", { class: "legend" }, ...CAUSES.map((cause) => make("span", {}, drawCause(cause), say(`figures.dents.${cause}`)))),
      ),
    ),
  );
}

/** @param {(number | null)[]} speeds */
const top = (speeds) => Math.max(0, ...speeds.map((speed) => speed ?? 0));

/** @param {string} label @param {string} value @param {string} [whose] */
function fact(label, value, whose) {
  return make("div", {}, make("dt", {}, label), make("dd", {}, make("b", {}, value), whose ? make("span", {}, whose) : null));
}
