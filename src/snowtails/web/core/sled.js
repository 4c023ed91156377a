/** A sled from above with its two huskies: a colour, a shape of nose and a number of its own. */

import { draw, drawNumber } from "./dom.js";
import { drawHusky } from "./husky.js";
import { colourOf } from "./sled-colours.js";

/** @import {Colour} from "../core/types" */

/** Hulls by colour, nose up, about half a lane wide. @type {Record<Colour, string>} */
const HULLS = {
  charcoal: "M-.23 .44V-.02Q-.23-.2 0-.24Q.23-.2 .23-.02V.44Q0 .52-.23 .44Z",
  blue: "M-.23 .44V.02L0-.27L.23 .02V.44Q0 .52-.23 .44Z",
  vermilion: "M-.24 .44V-.19H.24V.44Q0 .52-.24 .44Z",
  teal: "M-.24 .44V-.24L0-.08L.24-.24V.44Q0 .52-.24 .44Z",
  orchid: "M-.2 .46L-.26 .1L-.13-.22H.13L.26 .1L.2 .46Q0 .52-.2 .46Z",
};

/** Where the hull lies, behind the dogs, and its size. */
const ASTERN = "translate(0 .13)scale(.92)";

/** Size of a dog, and how far before the sled's middle and beside it each of the two runs. */
const DOG = { size: ".0065 .0061", ahead: 0.375, beside: 0.175 };

/** What dents leave on the hull, one after the other; none reaches the number. */
const DENTS = [
  "M.25 .2L.17 .17L.19 .22L.14 .24",
  "M-.25 .06L-.17 .04L-.18 .09L-.13 .1",
  "M-.25 .36L-.16 .33L-.18 .39L-.12 .4",
  "M.25 0L.17 0L.19 .05L.13 .06",
  "M.22 .45L.16 .36L.13 .42L.08 .36",
  "M-.13-.15L-.1-.07L-.06-.1L-.04-.04",
];

/** Snow that the runners throw up: streaks that fan out behind, and flakes. */
const SPRAY = [
  "M-.27 .6Q-.34 .7-.45 .74M.27 .6Q.34 .7 .45 .74",
  "M-.25 .64Q-.27 .76-.34 .86M.25 .64Q.27 .76 .34 .86",
  "M-.23 .66Q-.22 .8-.22 .9M.23 .66Q.22 .8 .22 .9M-.5 .84h.01M.5 .84h.01M-.4 .96h.01M.4 .96h.01",
];

/** A dog of the team. @param {-1 | 1} side */
function drawDog(side) {
  const place = `translate(${side * DOG.beside} ${-DOG.ahead})scale(${DOG.size})`;
  return draw("g", { transform: place }, drawHusky(side < 0 ? "grey" : "copper"));
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
    draw("path", { class: "sled-shadow", d: "M-.2-.64Q-.1-.72 .06-.66Q.24-.74 .32-.6Q.4-.3 .36-.1Q.42 0 .4 .6Q.1 .7-.18 .6Q-.22 .1-.18-.1Q-.26-.4-.2-.64Z" }),
    draw("g", { class: "spray" }, ...SPRAY.map((d) => draw("path", { d }))),
    draw(
      "g",
      { class: "body" },
      draw(
        "g",
        { transform: ASTERN },
        draw("path", { class: "runners", d: "M-.27-.02V.54M.27-.02V.54M-.27-.02Q-.27-.16-.16-.2M.27-.02Q.27-.16 .16-.2" }),
        draw("path", { class: "hull", d: HULLS[colour] }),
        draw("path", { class: "bow", d: "M-.2 .4Q0 .46 .2 .4" }),
        ...DENTS.map((d, i) => draw("path", { class: "dent-mark", "data-dent": i + 1, d })),
        plate(seat),
      ),
    ),
    draw("g", { class: "team" }, draw("path", { class: "tug", d: "M0-.06L-.175-.16M0-.06L.175-.16" }), drawDog(-1), drawDog(1)),
  );
}

/** Let a sled carry its dents. @param {Element} sled what `drawSled` made, or what holds it @param {number} dents */
export function showDents(sled, dents) {
  for (const mark of sled.querySelectorAll(".dent-mark")) mark.classList.toggle("carried", Number(mark.getAttribute("data-dent")) <= dents);
}

/**
 * The same as a small mark beside a name.
 * @param {number} seat
 * @param {Colour} [colour] that of the seat at the table that is shown, unless it is another's
 */
export function drawMark(seat, colour = colourOf(seat)) {
  return draw(
    "svg",
    { viewBox: "-.34 -.34 .68 .92", class: `mark sled-${colour}`, "aria-hidden": "true" },
    draw("path", { class: "hull", d: HULLS[colour] }),
    plate(seat),
  );
}

/** A paw: the Big Paws token, or a dog that is still to be chosen. */
export const drawPaw = () =>
  draw(
    "svg",
    { viewBox: "-10 -10 20 20", class: "paw", "aria-hidden": "true" },
    draw("path", { d: "M-5 5Q-5 0 0 0T5 5Q4 8 0 7T-5 5Z" }),
    ...[-6, -2.3, 2.3, 6].map((x, i) => draw("ellipse", { cx: x, cy: i % 3 ? -5.5 : -1.5, rx: 1.7, ry: 2.4 })),
  );
