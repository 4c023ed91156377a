/** Small pictures of pieces, for buttons and lists. */

import { draw } from "../core/dom.js";

/** The way the track runs, entered from below. */
const WAYS = /** @type {Record<string, string>} */ ({
  straight: "M16 30V2",
  "corner-left": "M21 30V24Q21 11 8 11H2",
  "corner-right": "M11 30V24Q11 11 24 11H30",
  "u-turn-left": "M24 30V14A8 8 0 0 0 8 14V30",
  "u-turn-right": "M8 30V14A8 8 0 0 1 24 14V30",
});

/** What lies on it. */
const MARKS = /** @type {Record<string, string>} */ ({
  "snowdrift-left": "M10.5 8Q17 16 10.5 24Z",
  "snowdrift-right": "M21.5 8Q15 16 21.5 24Z",
  chasm: "M10.5 9H14L12 13 14.5 16 12 20 14 23H10.5ZM21.5 9H18L20 13 17.5 16 20 20 18 23H21.5Z",
  saplings: "M13 6L15.5 11H10.5ZM19 12L21.5 17H16.5ZM13 18L15.5 23H10.5Z",
});

/** Where bends lead to: without it, U-turns of both hands look alike. */
const HEADS = /** @type {Record<string, string>} */ ({
  "corner-left": "M8 7.5L3 11L8 14.5",
  "corner-right": "M24 7.5L29 11L24 14.5",
  "u-turn-left": "M4.5 22L8 27L11.5 22",
  "u-turn-right": "M20.5 22L24 27L27.5 22",
});

/** @param {string} name of a face */
export function drawPiece(name) {
  const way = WAYS[name] ?? WAYS.straight ?? "";
  const [mark, head] = [MARKS[name], HEADS[name]];
  return draw(
    "svg",
    { class: `piece-icon ${name}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    draw("path", { class: "piece-bank", d: way }),
    draw("path", { class: "piece-snow", d: way }),
    mark ? draw("path", { class: "piece-mark", d: mark }) : null,
    head ? draw("path", { class: "piece-head", d: head }) : null,
  );
}
