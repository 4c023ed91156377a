/** The whole course in a corner: a line for the track, a dot for each sled. */

import { draw, fill, make } from "../core/dom.js";
import { sledClass } from "../core/sled-colours.js";

/** @import {Board} from "./board.js" */
/** @import {CourseMap, MapSpace, Part, View} from "../core/types" */

const MARGIN = 3.4;
/** How near to the edge a sled is drawn at most. */
const EDGE = 1.6;
const MIDDLE_LANE = 2;
/** Pixels around what must not be covered. */
const ROOM = 16;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(Math.max(value, least), most);

/**
 * The way of the middle lane in parts, each of which lies above those before it.
 * @param {MapSpace[]} middle
 */
export function decksOf(middle) {
  /** @type {MapSpace[][]} */ const decks = [[]];
  let tiles = new Set();
  for (const space of middle) {
    const last = decks.at(-1)?.at(-1);
    // Only what passes over a tile of the same part begins a new one. Browsers keep maps for a while, older ones without bridges too.
    if (last && space.tile !== last.tile && space.over?.some((tile) => tiles.has(tile))) {
      decks.push([last]);
      tiles = new Set();
    }
    tiles.add(space.tile);
    decks.at(-1)?.push(space);
  }
  return decks;
}

/**
 * @param {CourseMap} map
 * @param {Board} board
 * @returns {Part<View> & { avoid: (places: { x: number, y: number }[]) => void }} it goes to another corner, or away, rather than cover places
 */
export function makeMinimap(map, board) {
  const middle = Object.values(map.spaces).filter((space) => space.lane === MIDDLE_LANE && space.tile <= map.finish);
  const [xs, ys] = [middle.map((space) => space.x), middle.map((space) => space.y)];
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - x, Math.max(...ys) + MARGIN - y];
  const dots = draw("g");
  const lines = decksOf(middle).flatMap((deck, i) => {
    const d = `M${deck.map((space) => `${space.x} ${space.y}`).join("L")}`;
    // The upper of two that cross has an edge.
    return [i ? draw("path", { class: "minimap-edge", d }) : null, draw("path", { class: "minimap-track", d })];
  });
  const picture = draw("svg", { viewBox: `${x} ${y} ${width} ${height}` }, ...lines, dots);
  const element = make("div", { class: "minimap", "aria-hidden": "true" }, picture);

  /** Whether it lies over one of some points of the board. @param {{ x: number, y: number }[]} points */
  function covers(points) {
    const [here, ground] = [element.getBoundingClientRect(), board.element.getBoundingClientRect()];
    const [left, top] = [here.left - ground.left - ROOM, here.top - ground.top - ROOM];
    const [right, bottom] = [left + here.width + 2 * ROOM, top + here.height + 2 * ROOM];
    return points.some(({ x, y }) => x > left && x < right && y > top && y < bottom);
  }

  return {
    element,
    avoid(places) {
      const points = places.map((place) => board.camera.seen(place));
      element.classList.remove("away", "elsewhere");
      if (!covers(points)) return;
      element.classList.add("elsewhere");
      if (covers(points)) element.classList.add("away");
    },
    show(view) {
      fill(
        dots,
        ...(view.race?.sleds ?? []).map((sled, seat) => {
          if (!sled.space || sled.status === "wrecked") return null;
          const place = board.place(sled.space);
          // Far past the finish a sled is shown at the edge.
          return draw("circle", {
            class: `${sledClass(seat)} dot${seat === view.you.seat ? " yours" : ""}`,
            cx: within(place.x, x + EDGE, x + width - EDGE),
            cy: within(place.y, y + EDGE, y + height - EDGE),
            r: seat === view.you.seat ? 1.35 : 0.95,
          });
        }),
      );
    },
  };
}
