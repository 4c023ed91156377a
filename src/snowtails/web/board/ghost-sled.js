/** A sled on the marks of a board: where one would be, or where another run was. */

import { drawSled } from "../core/sled.js";

/** As large as a sled on the snow, its middle at the origin. */
const FRAME = Object.entries({ x: -0.6, y: -0.75, width: 1.2, height: 1.5 });

/** Draw a sled that points up until its group is turned by the heading; its number stays upright. @param {number} seat @param {number} heading */
export function drawGhostSled(seat, heading) {
  const sled = drawSled(seat);
  sled.style.setProperty("--heading", `${heading}deg`);
  for (const [name, value] of FRAME) sled.setAttribute(name, String(value));
  return sled;
}
