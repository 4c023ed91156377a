/** Moves as they are seen: a sled glides along the middle of its spaces; only transforms change. */

import { make } from "../core/dom.js";
import { paced } from "../core/settings.js";
import { drawMark } from "../core/sled.js";
import { sledClass } from "../core/sled-colours.js";
import { soundMove } from "../core/sound.js";
import { say } from "../core/words.js";
import { arrived } from "./animations.js";
import { transformAt } from "./board.js";
import { nearest } from "./camera.js";
import { flyDents, snapSaplings, throwSnow } from "./impact-effects.js";
import { showPlayed } from "./played-cards.js";

/** @import {Board} from "./board.js" */
/** @import {Mat} from "./played-cards.js" */
/** @import {Move, Place} from "../core/types" */

const SHORTEST = 260;
const PER_STEP = 70;
const LONGEST = 900;
const SHAKE = 260;
const JOLT = 200;
/** More jolts than this are too many to watch. */
const MOST_JOLTS = 3;
/** Speed from which on runners throw up snow. */
const FAST = 7;
const TAG = 1100;

const SHAKEN = [0, -4, 4, -3, 2, 0].map((x) => ({ transform: `translateX(${x}%)` }));
const JOLTED = ["none", "translateY(4%) rotate(5deg)", "translateY(-2%) rotate(-4deg)", "none"].map((transform) => ({ transform }));

/**
 * Let a sled glide along its move; done when it has arrived.
 * @param {Board} board
 * @param {number} seat
 * @param {Move} move
 * @param {{ tempo?: number, mat?: Mat | null }} [how] how many times faster than usual; the mat on which to show the cards
 */
export async function animateMove(board, seat, move, { tempo = 1, mat = null } = {}) {
  const sled = board.sled(seat);
  const places = along(move.way.map((space) => board.place(space)));
  const played = mat && showPlayed(board, seat, move.turn, mat, tempo);
  sled.hidden = false;
  sled.style.transform = transformAt(/** @type {Place} */ (places.at(-1)));
  const duration = paced(Math.min(LONGEST, SHORTEST + PER_STEP * places.length)) / tempo;
  soundMove(move, duration);
  snapSaplings(board, move, duration);
  const easing = "cubic-bezier(.3,.1,.3,1)";
  if (played) accompany(played, places, { duration, easing });
  delete sled.dataset.crashed;
  if (duration && places.length > 1) {
    sled.dataset.running = "";
    sled.dataset.lean = move.drift < 0 ? "left" : move.drift > 0 ? "right" : "";
    if (move.speed >= FAST) sled.dataset.fast = "";
    const frames = places.map((place) => ({ transform: transformAt(place) }));
    await arrived(sled.animate(frames, { duration, easing }));
    for (const how of ["running", "lean", "fast"]) delete sled.dataset[how];
  }
  board.tracks.add(seat, move);
  const dents = move.dents.reduce((sum, dent) => sum + dent.count, 0);
  if (move.finished) throwSnow(board, move.end);
  if (move.stop) sled.dataset.crashed = "";
  const figure = /** @type {Element} */ (sled.firstElementChild);
  const jolts = Math.min(dents, MOST_JOLTS);
  if (move.stop && paced(SHAKE)) await arrived(figure.animate(SHAKEN, { duration: paced(SHAKE) / tempo }));
  else if (jolts && paced(JOLT)) await arrived(figure.animate(JOLTED, { duration: paced(JOLT) / tempo, iterations: jolts }));
  if (dents) floatTag(board, seat, move.end, `+${say("price.dents", { count: dents })}`);
  flyDents(board, seat, dents, tempo);
}

/** Let something go where a sled goes, without its turning. @param {HTMLElement} element @param {Place[]} places @param {KeyframeAnimationOptions} timing */
function accompany(element, places, timing) {
  const frames = places.map(({ x, y }) => ({ transform: transformAt({ x, y, heading: 0 }) }));
  element.style.transform = frames.at(-1)?.transform ?? "";
  if (frames.length > 1) void arrived(element.animate(frames, timing));
}

/**
 * The same places with headings that never turn the long way round.
 * @param {Place[]} places
 */
function along(places) {
  let heading = places[0]?.heading ?? 0;
  return places.map((place) => {
    heading = nearest(place.heading, heading);
    return { ...place, heading };
  });
}

/** Let a text rise from a sled, in its colour and with its mark: another may stand right above it. @param {Board} board @param {number} seat @param {string} space @param {string} text */
function floatTag(board, seat, space, text) {
  const duration = paced(TAG);
  if (!duration) return;
  const { x, y } = board.place(space);
  const tag = make("div", { class: `tag ${sledClass(seat)}`, "aria-hidden": "true" }, make("span", {}, drawMark(seat), text));
  tag.style.transform = `${transformAt({ x, y, heading: 0 })} rotate(var(--upright))`;
  board.sleds.append(tag);
  const rise = [
    { transform: "translate(-50%, -50%)", opacity: 1 },
    { transform: "translate(-50%, -120%)", opacity: 1, offset: 0.7 },
    { transform: "translate(-50%, -140%)", opacity: 0 },
  ];
  const figure = /** @type {Element} */ (tag.firstElementChild);
  void arrived(figure.animate(rise, { duration, easing: "ease-out" })).then(() => tag.remove());
}
