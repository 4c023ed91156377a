/** Tracks that runners leave in the snow; they stay for the race. */

import { draw, fill } from "../core/dom.js";
import { sledClass } from "../core/sled-colours.js";

/** @import {Move, Place, Space} from "../core/types" */

/** How far each of the two runners is from the middle of a sled. */
const RUNNERS = 0.1;

/** Part of a step for which a track keeps the direction that it has in the middle of a space; the server draws the same. */
const SHARE = 0.4;

/** The same at least, where a step goes sideways. */
const SIDEWAYS = 0.3;

/** A place so far to the right of another. @param {Place} place @param {number} right @returns {Place} */
function beside({ x, y, heading }, right) {
  const angle = (heading * Math.PI) / 180;
  return { x: x + Math.cos(angle) * right, y: y + Math.sin(angle) * right, heading };
}

/** A place so far ahead of another. @param {Place} place @param {number} forward @returns {Place} */
function ahead({ x, y, heading }, forward) {
  const angle = (heading * Math.PI) / 180;
  return { x: x + Math.sin(angle) * forward, y: y - Math.cos(angle) * forward, heading };
}

/** @param {Place} place */
const written = ({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** How far a step keeps a direction: the less, the more it goes sideways. @param {Place} here @param {Place} there @param {number} heading */
function reach(here, there, heading) {
  const [x, y, angle] = [there.x - here.x, there.y - here.y, (heading * Math.PI) / 180];
  return SHARE * Math.max(x * Math.sin(angle) - y * Math.cos(angle), SIDEWAYS * Math.hypot(x, y));
}

/** A way through places that heads as each of them does. @param {Place[]} places */
function follow(places) {
  return places.reduce((way, there, i) => {
    const here = places[i - 1];
    if (!here) return `M${written(there)}`;
    return `${way}C${written(ahead(here, reach(here, there, here.heading)))} ${written(ahead(there, -reach(here, there, there.heading)))} ${written(there)}`;
  }, "");
}

/** Both grooves of a sled through places. @param {Place[]} places @param {number} [aside] how far beside the middle of the lane */
export function groovesOf(places, aside = 0) {
  return [-RUNNERS, RUNNERS].map((side) => follow(places.map((place) => beside(place, side + aside)))).join("");
}

export class Tracks {
  /** @param {(space: Space) => Place} placeOf */
  constructor(placeOf) {
    this.placeOf = placeOf;
    /** @type {{ seat: number, move: Pick<Move, "way"> }[]} */
    this.moves = [];
    this.element = draw("svg", { class: "tracks", width: 1, height: 1, "aria-hidden": "true" });
  }

  /** @param {number} seat @param {Pick<Move, "way">} move */
  add(seat, move) {
    this.moves.push({ seat, move });
    if (move.way.length > 1)
      this.element.append(draw("path", { class: `groove ${sledClass(seat)}`, "data-seat": seat, d: groovesOf(move.way.map(this.placeOf)) }));
  }

  /** Show the tracks of some moves and no others. @param {{ seat: number | null, move: Pick<Move, "way"> | null }[]} moves */
  show(moves) {
    fill(this.element);
    this.moves = [];
    for (const { seat, move } of moves) if (move && seat !== null) this.add(seat, move);
  }
}
