/** What celebrates a winner: lanterns over the podium and snow that falls for a while. Without motion there is no snow. */

import { draw, make } from "../core/dom.js";
import { paced } from "../core/settings.js";

/** Places of the lanterns on their string, in a box 600 wide. */
const LANTERNS = [
  [60, 30],
  [150, 47],
  [240, 55],
  [360, 55],
  [450, 47],
  [540, 30],
];

const FLAKES = 26;

/** A string of paper lanterns, each in its pool of light. */
export function drawLanterns() {
  return draw(
    "svg",
    { class: "lanterns", viewBox: "0 0 600 110", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true" },
    draw("path", { class: "string", d: "M-20 0Q60 28 150 44T300 56T450 44T620 0" }),
    ...LANTERNS.map(([x, y]) =>
      draw(
        "g",
        { transform: `translate(${x} ${y})` },
        draw("circle", { class: "halo wide", cy: 18, r: 40 }),
        draw("circle", { class: "halo", cy: 18, r: 24 }),
        draw("path", { class: "paper-light", d: "M-11 6Q-15 18-11 30Q0 34 11 30Q15 18 11 6Q0 2-11 6Z" }),
        draw("path", { class: "ribs", d: "M-6 5Q-8 18-6 31M6 5Q8 18 6 31M-8 4H8M-8 32H8M0-2V4M0 32V38" }),
      ),
    ),
  );
}

/** Snow that falls once over whatever holds it. @returns {HTMLElement | null} */
export function makeSnowfall() {
  if (!paced(1)) return null;
  const flakes = Array.from({ length: FLAKES }, (_, i) => {
    const flake = make("span");
    flake.style.left = `${(i * 61.8) % 100}%`;
    flake.style.setProperty("--size", String(0.5 + ((i * 3) % 7) / 7));
    flake.style.animationDelay = `${(i * 0.37) % 5}s`;
    flake.style.animationDuration = `${4 + ((i * 5) % 7) * 0.5}s`;
    return flake;
  });
  return make("div", { class: "snowfall", "aria-hidden": "true" }, ...flakes);
}
