/** The figure of a dent, on cards and in the air. */

import { draw } from "./dom.js";

/** What a dent looks like: a splintered slat. */
export function drawDent() {
  return draw(
    "svg",
    { viewBox: "-10 -10 20 20", "aria-hidden": "true", class: "dent-figure" },
    draw("path", { d: "M-7 5L-2-6L0-1L3-8L7 5Z" }),
    draw("path", { class: "crack", d: "M-2-6L-1 1L1 5M3-8L2-1L4 3" }),
  );
}
