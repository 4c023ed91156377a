/** What happens around a sled that has hit something: splinters, and dents that fly to their bearer. */

import { drawDent } from "../core/dent.js";
import { make } from "../core/dom.js";
import { paced } from "../core/settings.js";
import { arrived } from "./animations.js";
import { transformAt } from "./board.js";

/** @import {Board} from "./board.js" */
/** @import {Move, Space} from "../core/types" */

const SPLINTERS = 420;
const FLIGHT = 620;
const THROWN = 900;
const ONE_BY_ONE = 90;
/** Twigs: which way each flies, in pixels of the ground, and how far it turns. */
const TWIGS = [
  [-26, -18, -150],
  [-9, -30, 70],
  [14, -26, -60],
  [28, -12, 160],
  [4, 20, 110],
];

/** Flakes thrown up at the line: which way each flies, in pixels of the ground. */
const FLAKES = Array.from({ length: 18 }, (_, i) => {
  const [angle, far] = [i * 2.4, 34 + ((i * 37) % 46)];
  return { x: Math.round(Math.cos(angle) * far), y: Math.round(Math.sin(angle) * far), size: 0.6 + ((i * 7) % 5) * 0.22 };
});

/** Throw up snow where a sled has crossed the line. @param {Board} board @param {Space} space */
export function throwSnow(board, space) {
  const duration = paced(THROWN);
  if (!duration) return;
  const { x, y } = board.place(space);
  const flakes = FLAKES.map(() => make("span", { class: "flake" }));
  const cloud = make("div", { class: "splinters", "aria-hidden": "true" }, ...flakes);
  cloud.style.transform = transformAt({ x, y, heading: 0 });
  board.sleds.append(cloud);
  const flights = FLAKES.map((flake, i) =>
    flakes[i]?.animate(
      [
        { transform: "translate(0, 0) scale(.3)", opacity: 1 },
        { transform: `translate(${flake.x}px, ${flake.y}px) scale(${flake.size})`, opacity: 0.95, offset: 0.5 },
        { transform: `translate(${flake.x * 1.15}px, ${flake.y + 22}px) scale(${flake.size * 0.7})`, opacity: 0 },
      ],
      { duration, easing: "ease-out", fill: "backwards" },
    ),
  );
  void Promise.all(flights.map((flight) => flight && arrived(flight))).then(() => cloud.remove());
}

/**
 * Let the saplings of a move snap as the sled gets there.
 * @param {Board} board
 * @param {Move} move
 * @param {number} duration of the whole move
 */
export function snapSaplings(board, move, duration) {
  for (const { cause, space } of move.dents) {
    if (cause === "saplings") burst(board, space, (duration * move.way.indexOf(space)) / move.way.length);
  }
}

/** @param {Board} board @param {Space} space @param {number} delay */
function burst(board, space, delay) {
  const duration = paced(SPLINTERS);
  if (!duration) return;
  const { x, y } = board.place(space);
  const twigs = TWIGS.map(() => make("span", { class: "twig" }));
  const splinters = make("div", { class: "splinters", "aria-hidden": "true" }, ...twigs);
  splinters.style.transform = transformAt({ x, y, heading: 0 });
  board.sleds.append(splinters);
  const flights = TWIGS.map(([across, down, turn], i) =>
    twigs[i]?.animate(
      [
        { transform: "translate(0, 0) rotate(0)", opacity: 1 },
        { transform: `translate(${across}px, ${down}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration, delay, easing: "ease-out", fill: "backwards" },
    ),
  );
  void Promise.all(flights.map((flight) => flight && arrived(flight))).then(() => splinters.remove());
}

/**
 * Let the dents of a move fly to the hand of whoever took them, or to the name in the standings.
 * @param {Board} board
 * @param {number} seat
 * @param {number} count
 * @param {number} tempo
 */
export function flyDents(board, seat, count, tempo) {
  const duration = paced(FLIGHT) / tempo;
  const bearer = document.querySelector(`[data-hand="${seat}"]`) ?? document.querySelector(`.racer[data-seat="${seat}"]`);
  if (!duration || !count || !bearer) return;
  const [from, to] = [middleOf(board.sled(seat).firstElementChild ?? bearer), middleOf(bearer)];
  for (let i = 0; i < count; i++) {
    const dent = make("div", { class: "flying-dent", "aria-hidden": "true" }, drawDent());
    document.body.append(dent);
    const flight = dent.animate(
      [
        { transform: `translate(${from.x}px, ${from.y}px) scale(.6)`, opacity: 0 },
        { transform: `translate(${from.x}px, ${from.y - 34}px) scale(1.2)`, opacity: 1, offset: 0.3 },
        { transform: `translate(${to.x}px, ${to.y}px) scale(.6)`, opacity: 0.9 },
      ],
      { duration, delay: (i * ONE_BY_ONE) / tempo, easing: "ease-in-out", fill: "backwards" },
    );
    void arrived(flight).then(() => dent.remove());
  }
}

/** @param {Element} element */
function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
