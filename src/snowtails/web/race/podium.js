/** The podium: three steps of snow for the first three, and a list of those behind them. */

import { draw, make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { nameOf } from "../core/names.js";
import { drawMark, drawSled } from "../core/sled.js";
import { drawTree } from "../core/trees.js";
import { number, say } from "../core/words.js";
import { drawLanterns, makeSnowfall } from "./celebration.js";

/** @import {RaceState, View} from "../core/types" */
/** @typedef {Pick<RaceState["standings"][number], "sled" | "place"> & { told?: string, shown?: string }} Standing what is told of it, and shown on its step in place of the place */

const STEPS = 3;

/** A husky that sits and howls, from the side. */
const HOWLER =
  "M-34 0C-48-2-54-16-45-27C-43-17-39-13-33-13C-32-31-22-45-11-55C-5-62-1-69 1-77L-9-90L8-86C12-92 18-99 27-109L31-105L27-97L36-99L31-90C27-84 23-80 21-73C25-61 23-48 18-38L21-3L25 0H8L8-22C4-14 1-8 2 0Z";

/** Hills and a low sun behind the winner. */
export function drawMorning() {
  return draw(
    "svg",
    { class: "morning", viewBox: "0 0 600 240", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("circle", { class: "sun", cx: 300, cy: 132, r: 62 }),
    draw("path", { class: "hill far", d: "M0 150Q90 90 200 140T380 120T600 100V240H0Z" }),
    draw("path", { class: "hill near", d: "M0 200Q150 150 310 190T600 170V240H0Z" }),
    draw("path", { class: "howler", d: HOWLER, transform: "translate(537 181)scale(.6)" }),
    drawTree("spruce", 46, 196, 60),
    drawTree("fir", 82, 206, 84),
    drawTree("spruce", 112, 204, 52),
    drawTree("spruce", 584, 188, 78),
    drawTree("fir", 496, 194, 58),
  );
}

/** @param {View} view @param {Standing} standing */
function makeStep(view, { sled, place, told, shown }) {
  const seat = view.seats[sled];
  const name = nameOf(view, sled);
  return make(
    "li",
    { class: `step step-${place}${view.you.seats.includes(sled) ? " yours" : ""}` },
    seat ? makeFace(seat, name) : null,
    make("span", { class: "step-name" }, name, told ? make("span", { class: "step-told" }, told) : null),
    make("span", { class: "block" }, make("b", { class: shown ? "shown" : "place" }, shown ?? number(place ?? 0)), drawSled(sled)),
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
