/** A sled from above with its two huskies: a colour, a shape of nose and a number of its own. */

import { draw } from "./dom.js";

/** Hulls by seat, nose up, about half a lane wide. */
const HULLS = [
  "M-.23 .44V-.02Q-.23-.2 0-.24Q.23-.2 .23-.02V.44Q0 .52-.23 .44Z",
  "M-.23 .44V.02L0-.27L.23 .02V.44Q0 .52-.23 .44Z",
  "M-.24 .44V-.19H.24V.44Q0 .52-.24 .44Z",
  "M-.24 .44V-.24L0-.08L.24-.24V.44Q0 .52-.24 .44Z",
  "M-.2 .46L-.26 .1L-.13-.22H.13L.26 .1L.2 .46Q0 .52-.2 .46Z",
];

/** One dog that runs up the page, its paws under it. */
function husky() {
  return [
    draw("path", { class: "fur", d: "M-.02 .2Q-.1 .26-.05 .33Q.03 .27 .03 .19Z" }),
    draw("path", { class: "fur", d: "M-.075-.1Q-.1 .1-.065 .21Q0 .25 .065 .21Q.1 .1 .075-.1Q0-.16-.075-.1Z" }),
    draw("path", { class: "belly", d: "M-.035-.08Q-.05 .08-.02 .17Q0 .19 .02 .17Q.05 .08 .035-.08Z" }),
    draw("path", { class: "fur", d: "M-.085-.26L-.05-.17H.05L.085-.26L.03-.22H-.03Z" }),
    draw("circle", { class: "fur", cy: -0.16, r: 0.078 }),
    draw("path", { class: "belly", d: "M-.045-.19Q0-.3 .045-.19Q0-.14-.045-.19Z" }),
    draw("circle", { class: "nose", cy: -0.245, r: 0.018 }),
  ];
}

/**
 * Draw a sled that points up, its middle at the origin, within a space one wide and 1.25 long.
 * @param {number} seat
 */
export function drawSled(seat) {
  return draw(
    "svg",
    { viewBox: "-.6 -.75 1.2 1.5", class: `sled sled-${seat}`, "aria-hidden": "true" },
    draw("ellipse", { class: "sled-shadow", cx: 0.1, cy: 0.2, rx: 0.3, ry: 0.42 }),
    draw(
      "g",
      { class: "team" },
      draw("path", { class: "tug", d: "M0-.15L-.16-.42M0-.15L.16-.42" }),
      draw("g", { transform: "translate(-.16 -.44)" }, ...husky()),
      draw("g", { transform: "translate(.16 -.44)" }, ...husky()),
    ),
    draw("path", { class: "runners", d: "M-.27-.1V.52M.27-.1V.52" }),
    draw("path", { class: "hull", d: HULLS[seat] ?? HULLS[0] }),
    draw("path", { class: "bow", d: "M-.2 .4Q0 .46 .2 .4" }),
    draw(
      "text",
      { class: "sled-number", "text-anchor": "middle", y: 0.15, "font-size": 0.34, dy: "0.36em" },
      String(seat + 1),
    ),
  );
}

/**
 * The same as a small mark beside a name.
 * @param {number} seat
 */
export function drawMark(seat) {
  return draw(
    "svg",
    { viewBox: "-.34 -.34 .68 .92", class: `mark sled-${seat}`, "aria-hidden": "true" },
    draw("path", { class: "hull", d: HULLS[seat] ?? HULLS[0] }),
    draw(
      "text",
      { class: "sled-number", "text-anchor": "middle", y: 0.15, "font-size": 0.36, dy: "0.36em" },
      String(seat + 1),
    ),
  );
}
