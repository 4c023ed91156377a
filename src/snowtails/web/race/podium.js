/** The podium: three steps of snow for the first three, and a list of those behind them. */

import { drawMark, drawSled } from "../board/sled.js";
import { draw, make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { nameOf } from "../core/names.js";
import { drawTree } from "../core/trees.js";
import { number, say } from "../core/words.js";
import { drawLanterns, makeSnowfall } from "./celebration.js";

/** @import {RaceState, View} from "../core/types" */
/** @typedef {Pick<RaceState["standings"][number], "sled" | "place"> & { told?: string }} Standing */

const STEPS = 3;

/** Hills and a low sun behind the winner. */
export function drawMorning() {
  return draw(
    "svg",
    { class: "morning", viewBox: "0 0 600 240", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("circle", { class: "sun", cx: 300, cy: 132, r: 62 }),
    draw("path", { class: "hill far", d: "M0 150Q90 90 200 140T380 120T600 100V240H0Z" }),
    draw("path", { class: "hill near", d: "M0 200Q150 150 310 190T600 170V240H0Z" }),
    drawTree("spruce", 46, 196, 60),
    drawTree("fir", 82, 206, 84),
    drawTree("spruce", 112, 204, 52),
    drawTree("spruce", 520, 186, 78),
    drawTree("fir", 560, 194, 58),
  );
}

/** @param {View} view @param {Standing} standing */
function makeStep(view, { sled, place, told }) {
  const seat = view.seats[sled];
  const name = nameOf(view, sled);
  return make(
    "li",
    { class: `step step-${place}${view.you.seats.includes(sled) ? " yours" : ""}` },
    seat ? makeFace(seat, name) : null,
    make("span", { class: "step-name" }, name, told ? make("span", { class: "step-told" }, told) : null),
    make("span", { class: "block" }, make("b", { class: "place" }, number(place ?? 0)), drawSled(sled)),
  );
}

/** @param {View} view @param {Standing} standing */
function makeRow(view, { sled, place, told }) {
  return make(
    "li",
    { class: view.you.seats.includes(sled) ? "yours" : "" },
    make("b", { class: "place", "aria-hidden": place === null }, place === null ? "✕" : number(place)),
    drawMark(sled),
    make("span", {}, nameOf(view, sled)),
    told || place === null ? make("span", { class: "racer-facts" }, told ?? say("end.wreck")) : null,
  );
}

/** @param {View} view @param {Standing[]} standings */
export function makePodium(view, standings) {
  const onSteps = standings.filter(({ place }) => place !== null && place <= STEPS).slice(0, STEPS);
  const behind = standings.filter((each) => !onSteps.includes(each));
  return make(
    "div",
    { class: "standings" },
    onSteps.length
      ? make("div", { class: "podium" }, drawMorning(), drawLanterns(), makeSnowfall(), make("ol", {}, ...onSteps.map((each) => makeStep(view, each))))
      : null,
    behind.length ? make("ol", { class: "behind" }, ...behind.map((each) => makeRow(view, each))) : null,
  );
}
