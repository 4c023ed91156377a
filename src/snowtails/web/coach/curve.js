/** The curve of everybody's chances to win, moment by moment. */

import { draw, fill } from "../core/dom.js";
import { drawMark } from "../core/sled.js";
import { sledClass } from "../core/sled-colours.js";
import { chanceOf, number, say } from "../core/words.js";

const [WIDTH, HEIGHT] = [340, 170];
const [LEFT, RIGHT, TOP, GROUND] = [36, WIDTH - 26, 8, HEIGHT - 20];
/** Lines differ by their dashes, too. */
const DASHES = ["", "7 3", "2 3.5", "9 3 2 3", "1 4"];
/** How close the numbers of rounds may come to each other. */
const BESIDE = 24;
/** How close marks at the end may come to each other. */
const CLOSEST = 19;

/** Where a round begins. @typedef {{ at: number, round: number }} Round */

/**
 * @typedef {object} Curve
 * @property {SVGSVGElement} element
 * @property {(frame: number) => void} show a moment
 * @property {(seat: number, frames: number[]) => void} mark moments of a sled, by their order
 */

/**
 * @param {number[][]} chances by moment, then by sled
 * @param {number} moments in all; fewer may be known yet
 * @param {Round[]} rounds
 * @param {(frame: number) => void} jump
 * @returns {Curve}
 */
export function drawCurve(chances, moments, rounds, jump) {
  const last = Math.max(moments - 1, 1);
  const x = (/** @type {number} */ at) => LEFT + (at * (RIGHT - LEFT)) / last;
  const y = (/** @type {number} */ chance) => GROUND - chance * (GROUND - TOP);
  const grid = [0, 0.5, 1].flatMap((chance) => [
    draw("path", { class: "axis", d: `M${LEFT} ${y(chance)}H${RIGHT}` }),
    draw("text", { class: "chart-number", x: LEFT - 5, y: y(chance) + 4, "text-anchor": "end" }, chanceOf(chance)),
  ]);
  const names = spaced(rounds.map((each) => ({ ...each, x: x(each.at) }))).map(({ at, round }) =>
    draw("text", { class: "chart-number", x: x(at), y: GROUND + 15, "text-anchor": "middle" }, number(round)),
  );
  const sleds = chances[0]?.map((_, seat) => seat) ?? [];
  const ends = apart(sleds.map((seat) => y(chances.at(-1)?.[seat] ?? 0)));
  const lines = sleds.map((seat) => {
    const d = `M${chances.map((each, at) => `${x(at).toFixed(1)} ${y(each[seat] ?? 0).toFixed(1)}`).join("L")}`;
    const mark = drawMark(seat);
    for (const [name, value] of Object.entries({ x: x(chances.length - 1) + 6, y: (ends[seat] ?? 0) - 9.5, width: 14, height: 19 }))
      mark.setAttribute(name, String(value));
    return draw(
      "g",
      { class: sledClass(seat) },
      draw("path", { class: "halo", d }),
      draw("path", { class: "line", d, "stroke-dasharray": DASHES[seat] ?? "" }),
      mark,
    );
  });
  const now = draw("path", { class: "now", d: "" });
  const attributes = { class: "chart curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say("coach.back.curve") };
  const marks = draw("g", { class: "turn-marks" });
  const element = draw("svg", attributes, ...grid, ...names, now, ...lines, marks);
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH;
    jump(Math.round(Math.min(1, Math.max(0, (place - LEFT) / (RIGHT - LEFT))) * last));
  });
  return {
    element,
    show: (frame) => now.setAttribute("d", `M${x(frame).toFixed(1)} ${TOP - 4}V${GROUND + 3}`),
    mark: (seat, frames) =>
      fill(
        marks,
        ...frames.map((frame, at) =>
          draw(
            "g",
            { class: sledClass(seat), transform: `translate(${x(frame).toFixed(1)} ${y(chances[frame]?.[seat] ?? 0).toFixed(1)})` },
            draw("circle", { class: "turn-mark", r: 8 }),
            draw("text", { class: "turn-number", "text-anchor": "middle", y: 4 }, number(at + 1)),
          ),
        ),
      ),
  };
}

/** Those of some names that do not come too close to the one before. @template {{ x: number }} Named @param {Named[]} names @returns {Named[]} */
export function spaced(names) {
  /** @type {Named[]} */
  const kept = [];
  for (const each of names) if (each.x - (kept.at(-1)?.x ?? -BESIDE) >= BESIDE) kept.push(each);
  return kept;
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
