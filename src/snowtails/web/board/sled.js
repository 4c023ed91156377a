/** A sled from above with its two huskies: a colour, a shape of nose and a number of its own. */

import { draw, drawNumber } from "../core/dom.js";
import { colourOf } from "../core/sled-colours.js";

/** @import {Colour} from "../core/types" */

/** Hulls by colour, nose up, about half a lane wide. @type {Record<Colour, string>} */
const HULLS = {
  charcoal: "M-.23 .44V-.02Q-.23-.2 0-.24Q.23-.2 .23-.02V.44Q0 .52-.23 .44Z",
  blue: "M-.23 .44V.02L0-.27L.23 .02V.44Q0 .52-.23 .44Z",
  vermilion: "M-.24 .44V-.19H.24V.44Q0 .52-.24 .44Z",
  teal: "M-.24 .44V-.24L0-.08L.24-.24V.44Q0 .52-.24 .44Z",
  orchid: "M-.2 .46L-.26 .1L-.13-.22H.13L.26 .1L.2 .46Q0 .52-.2 .46Z",
};

/** One dog that runs up the page: tail, back, mane, ears, and a white face. */
function husky() {
  return [
    draw("path", { class: "fur", d: "M-.03 .2Q-.16 .27-.1 .36Q.02 .33 .04 .2Z" }),
    draw("path", { class: "fur", d: "M-.09 .16L-.13 .25H-.06ZM.09 .16L.13 .25H.06ZM-.09-.08L-.14-.17H-.06ZM.09-.08L.14-.17H.06Z" }),
    draw("path", { class: "fur", d: "M-.1-.1Q-.13 .1-.085 .22Q0 .27 .085 .22Q.13 .1 .1-.1Q0-.17-.1-.1Z" }),
    draw("path", { class: "fur", d: "M-.12-.3L-.1-.17H.1L.12-.3L.045-.24H-.045Z" }),
    draw("circle", { class: "fur", cy: -0.18, r: 0.1 }),
    draw("path", { class: "belly", d: "M-.065-.2Q-.05-.31 0-.32T.065-.2Q0-.13-.065-.2Z" }),
    draw("circle", { class: "nose", cy: -0.3, r: 0.024 }),
  ];
}

/** The number on the hull; it stands upright however the sled is turned. @param {number} seat */
function plate(seat) {
  const number = draw("g", { class: "sled-plate" }, drawNumber(seat + 1, 0.36, "sled-number"));
  return draw("g", { transform: "translate(0 .15)" }, number);
}

/**
 * Draw a sled that points up, its middle at the origin, within a space one wide and 1.25 long.
 * @param {number} seat
 * @param {Colour} [colour] that of the seat at the table that is shown, unless it is another's
 */
export function drawSled(seat, colour = colourOf(seat)) {
  return draw(
    "svg",
    { viewBox: "-.6 -.75 1.2 1.5", class: `sled sled-${colour}`, "aria-hidden": "true" },
    draw("ellipse", { class: "sled-shadow", cx: 0.1, cy: 0.2, rx: 0.3, ry: 0.42 }),
    draw(
      "g",
      { class: "team" },
      draw("path", { class: "tug", d: "M0-.15L-.16-.42M0-.15L.16-.42" }),
      draw("g", { transform: "translate(-.17 -.42)" }, ...husky()),
      draw("g", { transform: "translate(.17 -.42)" }, ...husky()),
    ),
    draw("path", { class: "runners", d: "M-.27-.1V.52M.27-.1V.52" }),
    draw("path", { class: "hull", d: HULLS[colour] }),
    draw("path", { class: "bow", d: "M-.2 .4Q0 .46 .2 .4" }),
    plate(seat),
  );
}

/**
 * The same as a small mark beside a name.
 * @param {number} seat
 * @param {Colour} [colour]
 */
export function drawMark(seat, colour = colourOf(seat)) {
  return draw(
    "svg",
    { viewBox: "-.34 -.34 .68 .92", class: `mark sled-${colour}`, "aria-hidden": "true" },
    draw("path", { class: "hull", d: HULLS[colour] }),
    plate(seat),
  );
}
