/** What celebrates a winner: lanterns over the podium and snow that falls for a while. Without motion there is no snow. */

import { draw, make } from "../core/dom.js";
import { paced } from "../core/settings.js";

/** Places of the lanterns on their string, in a box 600 wide. */
const LANTERNS = [
  [34, 17],
  [112, 34],
  [228, 47],
  [372, 47],
  [488, 34],
  [566, 17],
];

const FLAKES = 26;

/** A string of paper lanterns, each in its pool of light. */
export function drawLanterns() {
  return draw(
    "svg",
    { class: "lanterns", viewBox: "0 0 600 110", "aria-hidden": "true" },
    draw("path", { class: "string", d: "M-10 4Q90 30 190 44Q300 54 410 44Q510 30 610 4" }),
    ...LANTERNS.map(([x, y]) =>
      draw(
        "g",
        { transform: `translate(${x} ${y})` },
        ...[34, 27, 20].map((r) => draw("circle", { class: "halo", cy: 18, r })),
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
