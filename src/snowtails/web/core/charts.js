/**
 * Small charts of our own. Each is a picture with a name, and a table with the same numbers beside it
 * for whoever cannot see pictures, or wants to know exactly.
 */

import { draw, make } from "./dom.js";
import { drawMark } from "./sled.js";
import { sledClass } from "./sled-colours.js";
import { number, say } from "./words.js";

/** @typedef {{ seat: number, name: string }} Row */

const WIDTH = 340;
const NAME = 15;
const BARS = 30;
const BAND = 54;
const LINE = 30;
/** Room for marks at both ends of the lines. */
const MARGIN = 26;
/** Lines differ by their dashes, too. */
const DASHES = ["", "7 3", "2 3.5", "9 3 2 3", "1 4"];
/** Bars narrower than this have no room for a number. */
const ROOM = 15;

/**
 * Put a chart under its title, with its numbers in a table that opens.
 * @param {string} title
 * @param {SVGElement} chart
 * @param {(string | Node)[]} head
 * @param {(string | number)[][]} rows
 * @param {...Node} more
 */
export function makeFigure(title, chart, head, rows, ...more) {
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", title);
  const cells = (/** @type {"th" | "td"} */ tag, /** @type {(string | number | Node)[]} */ row) =>
    row.map((each, i) => make(i ? tag : "th", { scope: tag === "th" ? "col" : i ? null : "row" }, typeof each === "number" ? number(each) : each));
  return make(
    "figure",
    {},
    make("figcaption", {}, title),
    chart,
    ...more,
    make(
      "details",
      { class: "numbers" },
      make("summary", { "aria-label": say("about", { what: say("figures.table"), about: title }) }, say("figures.table")),
      make(
        "div",
        { class: "numbers-table", tabindex: 0, role: "region", "aria-label": title },
        make(
          "table",
          {},
          make("thead", {}, make("tr", {}, ...cells("th", head))),
          make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
        ),
      ),
    ),
  );
}

/** @param {number} seat @param {number} x @param {number} y its middle */
function markAt(seat, x, y) {
  const mark = drawMark(seat);
  for (const [name, value] of Object.entries({ x: x - 7, y: y - 9.5, width: 14, height: 19 })) mark.setAttribute(name, String(value));
  return mark;
}

/** @param {Row} row @param {number} y its middle */
function nameAt({ seat, name }, y) {
  return [markAt(seat, 8, y), draw("text", { class: "chart-name", x: 22, y: y + 4 }, name)];
}

/**
 * Bars for each sled, one by round, with a sign under those that cost something.
 * @param {(Row & { values: (number | null)[], costs: number[] })[]} rows
 */
export function drawBars(rows) {
  const rounds = Math.max(1, ...rows.map(({ values }) => values.length));
  const highest = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const width = Math.min(48, WIDTH / rounds);
  const bands = rows.map((row, at) => {
    const top = at * BAND;
    const ground = top + NAME + BARS + 2;
    const bars = row.values.flatMap((value, round) => {
      if (value === null) return [];
      const height = (Math.max(0, value) / highest) * BARS;
      const [x, wide] = [round * width + 1, width - 2];
      return [
        draw("rect", { class: "bar", x, y: ground - height, width: wide, height: Math.max(1, height), rx: 2 }),
        width >= ROOM
          ? draw(
              "text",
              { class: height > 13 ? "bar-number" : "bar-number low", x: x + wide / 2, y: height > 13 ? ground - height + 11 : ground - height - 3 },
              number(value),
            )
          : null,
        row.costs[round] ? draw("path", { class: "cost", d: `M${x + wide / 2} ${ground + 1.5}l3.4 5.5h-6.8Z` }) : null,
      ];
    });
    return draw("g", { class: sledClass(row.seat) }, ...nameAt(row, top + 8), draw("path", { class: "axis", d: `M0 ${ground}H${rounds * width}` }), ...bars);
  });
  return draw("svg", { class: "chart", viewBox: `0 -2 ${WIDTH} ${rows.length * BAND + 2}` }, ...bands);
}

/**
 * A line for each sled through its positions; a cross where it ends early.
 * @param {(Row & { values: (number | null)[] })[]} rows
 */
export function drawPositions(rows) {
  const points = Math.max(2, ...rows.map(({ values }) => values.length));
  const x = (/** @type {number} */ at) => MARGIN + (at * (WIDTH - 2 * MARGIN)) / (points - 1);
  const y = (/** @type {number} */ place) => place * LINE - LINE / 2;
  const grid = rows.map((_, at) => draw("path", { class: "axis", d: `M${MARGIN} ${y(at + 1)}H${WIDTH - MARGIN}` }));
  const lines = rows.map(({ seat, values }) => {
    const known = values.flatMap((place, at) => (place === null ? [] : [{ at, place }]));
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return null;
    const d = `M${known.map(({ at, place }) => `${x(at).toFixed(1)} ${y(place)}`).join("L")}`;
    const wrecked = last.at < points - 1;
    return draw(
      "g",
      { class: sledClass(seat) },
      draw("path", { class: "halo", d }),
      draw("path", { class: "line", d, "stroke-dasharray": DASHES[seat] ?? "" }),
      ...known.map(({ at, place }) => draw("circle", { class: "point", cx: x(at), cy: y(place), r: 2.6 })),
      markAt(seat, MARGIN - 14, y(first.place)),
      wrecked
        ? draw("path", { class: "wreck-sign", d: `M${x(last.at) - 5} ${y(last.place) - 5}l10 10m0-10l-10 10` })
        : markAt(seat, WIDTH - MARGIN + 14, y(last.place)),
    );
  });
  return draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${rows.length * LINE}` }, ...grid, ...lines);
}

/** How high the chart of points is, and how close marks at its end may come to each other. */
const [HEIGHT, CLOSEST] = [190, 20];

/**
 * A line for each sled through its points after each race, from nothing on.
 * @param {(Row & { values: number[] })[]} rows
 */
export function drawProgress(rows) {
  const races = Math.max(1, ...rows.map(({ values }) => values.length));
  const most = Math.max(5, ...rows.flatMap(({ values }) => values));
  const [left, right, ground] = [22, WIDTH - MARGIN - 4, HEIGHT - 28];
  const x = (/** @type {number} */ race) => left + (race * (right - left)) / races;
  const y = (/** @type {number} */ points) => ground - (points * (ground - 12)) / most;
  const grid = Array.from({ length: Math.floor(most / 5) + 1 }, (_, i) => i * 5).flatMap((points) => [
    draw("path", { class: "axis", d: `M${left} ${y(points)}H${right}` }),
    draw("text", { class: "chart-number", x: left - 6, y: y(points) + 4, "text-anchor": "end" }, number(points)),
  ]);
  const names = Array.from({ length: races }, (_, i) =>
    draw("text", { class: "chart-number", x: x(i + 1), y: ground + 20, "text-anchor": "middle" }, number(i + 1)),
  );
  const ends = apart(rows.map(({ values }) => y(values.at(-1) ?? 0)));
  const lines = rows.map(({ seat, values }, i) => {
    const d = `M${[0, ...values].map((points, race) => `${x(race).toFixed(1)} ${y(points).toFixed(1)}`).join("L")}`;
    return draw(
      "g",
      { class: sledClass(seat) },
      draw("path", { class: "halo", d }),
      draw("path", { class: "line", d, "stroke-dasharray": DASHES[seat] ?? "" }),
      ...values.map((points, race) => draw("circle", { class: "point", cx: x(race + 1), cy: y(points), r: 3.2 })),
      markAt(seat, right + 16, ends[i] ?? 0),
    );
  });
  return draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, ...grid, ...names, ...lines);
}

/** Move heights apart that are too close for marks beside each other, keeping their order. @param {number[]} heights */
function apart(heights) {
  const moved = [...heights];
  const order = heights.map((_, i) => i).sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || b - a);
  order.forEach((each, at) => {
    const below = moved[order[at - 1] ?? -1];
    if (below !== undefined) moved[each] = Math.min(moved[each] ?? 0, below - CLOSEST);
  });
  return moved;
}

/** Signs of what dents come from: a line crossed, a twig, a bank, an empty hand. */
const SIGNS = /** @type {Record<string, string>} */ ({
  speeding: "M-6-5L0 0L-6 5M0-5L6 0L0 5",
  saplings: "M0-7L6 3H-6ZM0 3V7",
  side: "M-5-5L5 5M5-5L-5 5",
  no_cards: "M-4-6H4V6H-4Z",
});

/** The sign of a cause, for a legend. @param {string} cause */
export const drawCause = (cause) =>
  draw("svg", { class: `cause ${cause}`, viewBox: "-9 -9 18 18", "aria-hidden": "true" }, draw("path", { d: SIGNS[cause] ?? "" }));

/**
 * A sign for every single dent.
 * @param {(Row & { counts: Record<string, number> })[]} rows
 */
export function drawDents(rows) {
  const bands = rows.map((row, at) => {
    const middle = at * LINE + LINE / 2;
    const signs = Object.entries(row.counts).flatMap(([cause, count]) => Array.from({ length: count }, () => cause));
    return draw(
      "g",
      { class: sledClass(row.seat) },
      ...nameAt(row, middle),
      draw("path", { class: "axis", d: `M0 ${middle + LINE / 2}H${WIDTH}` }),
      ...signs.map((cause, i) => draw("path", { class: `cause ${cause}`, d: SIGNS[cause] ?? "", transform: `translate(${150 + i * 21} ${middle})` })),
      signs.length ? null : draw("text", { class: "chart-name none", x: 143, y: middle + 4 }, say("figures.clean")),
    );
  });
  return draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${rows.length * LINE}` }, ...bands);
}
