/** What racing has shown, laid over the drawing: where dents fall and why, where sleds stop, the way that winners go. */

import { draw, fill, make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {CourseCertificate, Spot} from "../core/types" */

/** @typedef {"dents" | "stops" | "line" | "none"} Layer */

/** @type {Layer[]} */
const LAYERS = ["dents", "stops", "line", "none"];
export const CAUSES = /** @type {const} */ (["speeding", "side", "saplings", "no_cards"]);
/** @typedef {(typeof CAUSES)[number]} Cause */

/** A mark is told by its shape first, then by its colour: its outline around a point. @type {Record<Cause | "stops", (x: number, y: number, r: number) => string>} */
const SHAPES = {
  speeding: circle,
  side: (x, y, r) => `M${f(x - 0.86 * r)} ${f(y - 0.86 * r)}h${f(1.72 * r)} v${f(1.72 * r)} h${f(-1.72 * r)} Z`,
  saplings: (x, y, r) => `M${f(x)} ${f(y - 1.1 * r)}l${f(1.05 * r)} ${f(1.85 * r)}h${f(-2.1 * r)}Z`,
  no_cards: (x, y, r) => `M${f(x)} ${f(y - 1.2 * r)}l${f(1.2 * r)} ${f(1.2 * r)}l${f(-1.2 * r)} ${f(1.2 * r)}l${f(-1.2 * r)} ${f(-1.2 * r)}Z`,
  stops: circle,
};

/** @param {number} value */
const f = (value) => value.toFixed(2);

/** @param {number} x @param {number} y @param {number} r */
function circle(x, y, r) {
  return `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;
}

/**
 * All marks of a kind as one path: the area of each is as large as what it counts. What is hardly there is left out.
 * @param {Cause | "stops"} kind
 * @param {{ x: number, y: number, count: number }[]} places
 * @param {number} most what the largest mark counts
 */
export function marksOf(kind, places, most) {
  const shape = SHAPES[kind];
  return places
    .filter(({ count }) => count > 0.004 * most)
    .map(({ x, y, count }) => shape(x, y, 0.1 + 0.42 * Math.sqrt(count / most)))
    .join("");
}

/**
 * A smooth line through points.
 * @param {{ x: number, y: number }[]} points
 */
export function smoothLine(points) {
  const [first, ...rest] = points;
  if (!first) return "";
  const at = (/** @type {number} */ i) => points[Math.max(0, Math.min(i, points.length - 1))] ?? first;
  const curves = rest.map((to, i) => {
    const [before, from, after] = [at(i - 1), at(i), at(i + 2)];
    const [c1x, c1y] = [from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6];
    const [c2x, c2y] = [to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6];
    return `C${f(c1x)} ${f(c1y)} ${f(c2x)} ${f(c2y)} ${f(to.x)} ${f(to.y)}`;
  });
  return `M${f(first.x)} ${f(first.y)}${curves.join("")}`;
}

/** @param {Spot[]} spots @param {Cause} cause */
const fallen = (spots, cause) => spots.map(({ x, y, dents }) => ({ x, y, count: dents[cause] ?? 0 }));

/** @param {Layer} layer @param {CourseCertificate} certificate @param {Set<Cause>} hidden causes that are not shown */
function drawLayer(layer, { spots, racing_line }, hidden) {
  if (layer === "line") {
    const d = smoothLine(racing_line);
    return [draw("path", { class: "line-casing", d }), draw("path", { class: "line", d })];
  }
  if (layer === "stops") {
    const places = spots.map(({ x, y, stops }) => ({ x, y, count: stops }));
    return [draw("path", { class: "mark stops", d: marksOf("stops", places, Math.max(0.02, ...places.map(({ count }) => count))) })];
  }
  if (layer === "none") return [];
  const most = Math.max(0.05, ...spots.flatMap(({ dents }) => Object.values(dents)));
  return CAUSES.filter((cause) => !hidden.has(cause)).map((cause) => draw("path", { class: `mark ${cause}`, d: marksOf(cause, fallen(spots, cause), most) }));
}

/** The sign of a kind of mark, for legends. @param {Cause | "stops" | "line"} kind */
export function drawSign(kind) {
  const path =
    kind === "line" ? draw("path", { class: "line", d: "M2 13C7 13 9 3 14 3" }) : draw("path", { class: `mark ${kind}`, d: SHAPES[kind](8, 8, 5.4) });
  return draw("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, path);
}

/**
 * The choice of a layer, its legend, and the layer itself, to be put into a drawing.
 * @param {AbortSignal} signal
 */
export function makeLayers(signal) {
  /** @type {Layer} */ let layer = "dents";
  /** @type {Set<Cause>} */ const hidden = new Set();
  /** @type {CourseCertificate | null} */ let certificate = null;
  const drawn = draw("g", { class: "layer" });
  const legend = make("div", { class: "legend" });
  const inputs = LAYERS.map((each) => make("input", { type: "radio", name: "layer", value: each, checked: each === layer, onchange: () => choose(each) }));
  const choice = make(
    "fieldset",
    { class: "layer-choice" },
    make("legend", { class: "visually-hidden" }, say("layers.label")),
    ...LAYERS.map((each, i) => make("label", {}, inputs[i], make("span", {}, say(`layers.${each}`)))),
  );
  const element = make("div", { class: "layers" }, choice, legend);
  /** What the legend tells; it is made anew only for something else. */
  let told = "";
  signal.addEventListener("abort", () => fill(drawn));

  /** @param {Layer} next */
  function choose(next) {
    layer = next;
    for (const input of inputs) input.checked = input.value === next;
    show();
  }

  /** @param {Cause} cause */
  function toggle(cause) {
    if (!hidden.delete(cause)) hidden.add(cause);
    show();
  }

  /** @param {Record<string, number> | null} dents none before anything was raced @param {boolean} won whether anybody has */
  function makeLegend(dents, won) {
    if (layer === "none") return [];
    if (layer === "line") return [make("p", {}, drawSign("line"), say(won ? "layers.line.about" : "layers.line.none"))];
    if (layer === "stops") return [make("p", {}, drawSign("stops"), say("layers.stops.about"))];
    return CAUSES.map((cause) =>
      make(
        "button",
        { type: "button", class: "cause", "data-cause": cause, "aria-pressed": String(!hidden.has(cause)), onclick: () => toggle(cause) },
        drawSign(cause),
        make("span", {}, say(`layers.cause.${cause}`)),
        make("b", {}, dents ? number(Number((dents[cause] ?? 0).toFixed(1))) : ""),
      ),
    );
  }

  function show() {
    fill(drawn, ...(certificate ? drawLayer(layer, certificate, hidden) : []));
    const dents = certificate?.dents ?? null;
    const won = Boolean(certificate?.racing_line.length);
    const now = JSON.stringify([layer, [...hidden], dents, won]);
    if (now === told) return;
    told = now;
    const focused = legend.contains(document.activeElement) ? document.activeElement?.getAttribute("data-cause") : null;
    fill(legend, ...makeLegend(dents, won));
    if (focused) /** @type {HTMLElement | null} */ (legend.querySelector(`[data-cause=${focused}]`))?.focus();
  }

  show();
  return {
    element,
    drawn,
    /** Show the next layer. */
    turn: () => choose(LAYERS[(LAYERS.indexOf(layer) + 1) % LAYERS.length] ?? "none"),
    /** @param {CourseCertificate | null} found */
    show(found) {
      certificate = found;
      show();
    },
  };
}
