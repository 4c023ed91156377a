/** The certificate of a course: figures, remarks in words, and bars, while it is being raced. */

import { makeFigure } from "../core/charts.js";
import { draw, fill, make } from "../core/dom.js";
import { laneNumber } from "../core/space-names.js";
import { number, percent, rounded, say, sayOr, spoken } from "../core/words.js";
import { makeStandings } from "../library/standing.js";
import { CAUSES } from "./layers.js";
import { pieceName } from "./pieces.js";

/** @import {CourseCertificate, CourseRemark, Share} from "../core/types" */
/** @import {Cause} from "./layers.js" */

const WIDTH = 300;
const ROW = 26;

/** @param {number} value */
const points = (value) => new Intl.NumberFormat(spoken(), { signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(100 * value).replace("-", "−");

/** A remark in the language that is spoken. @param {CourseRemark} remark @param {number} sleds */
export function tellRemark({ code, facts, message }, sleds) {
  const name = typeof facts.name === "string" ? pieceName(facts.name) : "";
  /** @type {Record<string, number>} */
  const lanes = code === "lane" ? { best: laneNumber(String(facts.best)), least: laneNumber(String(facts.least)) } : {};
  return sayOr(`remark.${code}`, message, { ...facts, ...lanes, name, pups: sleds - 1 });
}

/** The figures that are compared with the course before: what each is called, and its value. @param {CourseCertificate} certificate */
function figuresOf(certificate) {
  const { par, rounds, minutes, wrecks, dents, lead_changes, half_leader, skill } = certificate;
  const all = Object.values(dents).reduce((sum, each) => sum + each, 0);
  /** @type {{ key: import("../core/words.js").Key, value: number | null, shown: string, tell: (value: number) => string }[]} */
  const found = [
    { key: "certificate.par", value: par, shown: par === null ? "…" : rounded(par, 1), tell: (value) => rounded(value, 1) },
    { key: "certificate.rounds", value: rounds, shown: rounded(rounds, 1), tell: (value) => rounded(value, 1) },
    { key: "certificate.minutes", value: minutes, shown: rounded(minutes), tell: (value) => rounded(value) },
    { key: "certificate.wrecks", value: wrecks.value, shown: percent(wrecks.value), tell: percent },
    { key: "certificate.dents", value: all, shown: rounded(all, 1), tell: (value) => rounded(value, 1) },
    { key: "certificate.leads", value: lead_changes, shown: rounded(lead_changes, 1), tell: (value) => rounded(value, 1) },
    { key: "certificate.halfway", value: half_leader.value, shown: percent(half_leader.value), tell: percent },
    { key: "certificate.skill", value: skill?.value ?? null, shown: skill ? percent(skill.value) : "…", tell: percent },
  ];
  return found;
}

/** Bars to either side of an even share, with their intervals. @param {Record<string, Share>} starts */
function drawStarts(starts) {
  const rows = Object.entries(starts);
  const most = Math.max(0.05, ...rows.map(([, { value, error }]) => Math.abs(value) + error));
  const x = (/** @type {number} */ value) => 30 + (WIDTH - 80) * (0.5 + value / most / 2);
  return draw(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${rows.length * ROW + 4}` },
    draw("path", { class: "axis", d: `M${x(0)} 0V${rows.length * ROW}` }),
    ...rows.flatMap(([start, { value, error }], i) => {
      const middle = i * ROW + ROW / 2;
      return [
        draw("text", { class: "chart-name", x: 8, y: middle + 4 }, start),
        draw("rect", {
          class: value < 0 ? "gain less" : "gain",
          x: Math.min(x(0), x(value)),
          y: middle - 8,
          width: Math.max(1, Math.abs(x(value) - x(0))),
          height: 16,
          rx: 2,
        }),
        draw("path", {
          class: "interval",
          d: `M${x(value - error)} ${middle}H${x(value + error)}M${x(value - error)} ${middle - 4}v8M${x(value + error)} ${middle - 4}v8`,
        }),
        draw("text", { class: "chart-number", x: WIDTH - 4, y: middle + 4, "text-anchor": "end" }, points(value)),
      ];
    }),
  );
}

/** Two bars for each lane: of all sleds, and of those that win. @param {number[]} lanes @param {number[]} winners */
function drawLanes(lanes, winners) {
  const most = Math.max(0.01, ...lanes, ...winners);
  const wide = WIDTH / lanes.length;
  const bar = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ share) => [
    draw("rect", { class: name, x, y: 76 - 58 * (share / most), width: 18, height: Math.max(1, 58 * (share / most)), rx: 2 }),
    draw("text", { class: "chart-number small", x: x + 9, y: 72 - 58 * (share / most), "text-anchor": "middle" }, rounded(100 * share)),
  ];
  return draw(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} 96` },
    draw("path", { class: "axis", d: `M0 76H${WIDTH}` }),
    ...lanes.flatMap((share, i) => [
      ...bar("gain", (i + 0.5) * wide - 20, share),
      ...bar("gain winners", (i + 0.5) * wide + 2, winners[i] ?? 0),
      draw("text", { class: "chart-name", x: (i + 0.5) * wide, y: 92, "text-anchor": "middle" }, number(i + 1)),
    ]),
  );
}

/** What happens on each tile in a race: dents by cause, and turns that end there. @param {CourseCertificate} certificate */
function byTile({ spots }) {
  /** @type {Map<number, { tile: number, dents: Record<Cause, number>, stops: number }>} */ const found = new Map();
  for (const { space, dents, stops } of spots) {
    const tile = Number.parseInt(space, 10);
    const row = found.get(tile) ?? { tile, dents: { speeding: 0, side: 0, saplings: 0, no_cards: 0 }, stops: 0 };
    for (const cause of CAUSES) row.dents[cause] += dents[cause] ?? 0;
    row.stops += stops;
    found.set(tile, row);
  }
  return [...found.values()].sort((one, two) => one.tile - two.tile);
}

/** A bar of dents for each tile, in pieces by cause. @param {ReturnType<typeof byTile>} rows */
function drawTiles(rows) {
  const sum = (/** @type {(typeof rows)[number]} */ { dents }) => CAUSES.reduce((all, cause) => all + dents[cause], 0);
  const most = Math.max(0.05, ...rows.map(sum));
  const shown = rows.filter((row) => sum(row) > 0.015 * most);
  const wide = WIDTH - 78;
  return draw(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${shown.length * 20 + 2}` },
    ...shown.flatMap((row, i) => {
      let x = 30;
      const parts = CAUSES.map((cause) => {
        const width = (wide * row.dents[cause]) / most;
        x += width;
        return width > 0.2 ? draw("rect", { class: `part ${cause}`, x: x - width, y: i * 20 + 3, width, height: 14 }) : null;
      });
      return [
        draw("text", { class: "chart-name", x: 22, y: i * 20 + 14, "text-anchor": "end" }, number(row.tile)),
        ...parts,
        draw("text", { class: "chart-number", x: x + 6, y: i * 20 + 14 }, rounded(sum(row), 2)),
      ];
    }),
  );
}

/** What the colours of bars mean. @param {[string, string][]} parts a class and what it is called */
const makeKey = (parts) =>
  make(
    "p",
    { class: "chart-key" },
    ...parts.map(([name, text]) =>
      make("span", {}, draw("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, draw("rect", { class: name, width: 12, height: 12, rx: 2 })), text),
    ),
  );

export function makeCertificate() {
  const state = make("p", { class: "aside certificate-state" });
  const progress = make("progress", { max: 1, value: 0, "aria-label": say("certificate.racing") });
  const remarks = make("ul", { class: "remarks" });
  const figures = make("dl", { class: "certificate-figures" });
  const charts = make("div", { class: "certificate-charts" });
  const standing = make("div", { class: "certificate-standing" });
  const element = make(
    "section",
    { class: "certificate", "aria-labelledby": "certificate-title" },
    make("h2", { id: "certificate-title" }, say("certificate.label")),
    state,
    progress,
    remarks,
    figures,
    standing,
    charts,
  );
  /** The certificate of the course before, if that was whole. @type {CourseCertificate | null} */
  let before = null;
  /** @type {CourseCertificate | null} */
  let last = null;

  /** @param {CourseCertificate} certificate */
  function show(certificate) {
    const { races, wanted, done, sleds } = certificate;
    state.textContent = say(done ? "certificate.done" : "certificate.sofar", { races, sleds });
    progress.hidden = done;
    progress.value = races / wanted;
    fill(remarks, ...certificate.remarks.map((each) => make("li", {}, tellRemark(each, sleds))));
    const then = before ? Object.fromEntries(figuresOf(before).map((each) => [each.key, each])) : {};
    fill(
      figures,
      ...figuresOf(certificate).map(({ key, value, shown, tell }) => {
        const old = then[key]?.value;
        const was =
          typeof old === "number" && value !== null && tell(old) !== tell(value)
            ? make("span", { class: "was" }, say("certificate.was", { value: tell(old) }))
            : null;
        return make("div", {}, make("dt", {}, say(key)), make("dd", {}, make("b", {}, shown), was));
      }),
    );
    fill(standing, ...(certificate.standing.length ? [make("h3", {}, say("gallery.standing")), makeStandings(certificate.standing)] : []));
    if (!done && charts.childElementCount) return;
    const tiles = byTile(certificate);
    const open = [...charts.querySelectorAll("details")].map((each) => each.open);
    fill(
      charts,
      makeFigure(
        say("certificate.starts"),
        drawStarts(certificate.starts),
        [say("certificate.start"), say("certificate.points"), "±"],
        Object.entries(certificate.starts).map(([start, { value, error }]) => [start, points(value), rounded(100 * error, 1)]),
      ),
      makeFigure(
        say("certificate.lanes"),
        drawLanes(certificate.lanes, certificate.winners_lanes),
        [say("certificate.lane"), say("certificate.lanes.all"), say("certificate.lanes.winners")],
        certificate.lanes.map((share, i) => [i + 1, percent(share), percent(certificate.winners_lanes[i] ?? 0)]),
        makeKey([
          ["gain", say("certificate.lanes.all")],
          ["gain winners", say("certificate.lanes.winners")],
        ]),
      ),
      makeFigure(
        say("certificate.tiles"),
        drawTiles(tiles),
        [say("certificate.tile"), ...CAUSES.map((cause) => say(`layers.cause.${cause}`)), say("certificate.stops")],
        tiles.map(({ tile, dents, stops }) => [tile, ...CAUSES.map((cause) => rounded(dents[cause], 2)), rounded(stops, 2)]),
        makeKey(CAUSES.map((cause) => [`part ${cause}`, say(`layers.cause.${cause}`)])),
      ),
    );
    for (const [i, each] of charts.querySelectorAll("details").entries()) each.open = open[i] ?? false;
  }

  return {
    element,
    /** The course is another one now, or cannot be raced. @param {boolean} sound */
    begin(sound) {
      if (last?.done) before = last;
      last = null;
      element.classList.toggle("stale", Boolean(before) && sound);
      element.classList.toggle("idle", !sound);
      state.textContent = say(sound ? "certificate.racing" : "certificate.unsound");
      progress.hidden = !sound;
      progress.removeAttribute("value");
      if (sound) return;
      fill(remarks);
      fill(figures);
      fill(standing);
      fill(charts);
    },
    /** @param {CourseCertificate} certificate */
    show(certificate) {
      last = certificate;
      element.classList.remove("stale", "idle");
      show(certificate);
    },
    /** The server is not ready. */
    wait() {
      state.textContent = say("certificate.waiting");
      progress.hidden = true;
    },
  };
}
