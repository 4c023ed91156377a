/** A picture of the help: the server's drawing of a course, with sleds and ways on it. */

import { drawSign } from "../board/reach-map.js";
import { get, getText, insist } from "../core/api.js";
import { drawingOf } from "../core/course-picture.js";
import { draw, drawNumber } from "../core/dom.js";
import { drawSled } from "../core/sled.js";

/** @import {Scene} from "./scenes.js" */
/** @import {CourseMap, MapSpace, Place, Space} from "../core/types" */

/** Lane widths around the spaces that are shown. */
const MARGIN = 0.8;

/** Width by height of a picture, at least. */
const NARROWEST = 1.5;

/** Lengths of a sled on the snow, as on the board. */
const SLED = { width: 1.2, height: 1.5 };

/** How far a step turns off the way ahead, in degrees. */
const TURNS = { "^": 0, "<": -45, ">": 45 };

/** Maps by course line; several pictures show the same course. @type {Map<string, Promise<CourseMap | null>>} */
const maps = new Map();

/** Drawings by address: where on them the course's own origin lies. @type {Map<string, Promise<number[] | null>>} */
const frames = new Map();

/** @param {string} course */
function mapOf(course) {
  const asked = maps.get(course) ?? insist(() => get(`/api/courses/${encodeURIComponent(course)}/map`)).then((answer) => (answer.ok ? answer.value : null));
  maps.set(course, asked);
  return asked;
}

/** @param {string} address */
function frameOf(address) {
  const read = (/** @type {import("../core/types").Answer<string>} */ answer) =>
    /viewBox="([^"]+)"/
      .exec(answer.ok ? answer.value : "")?.[1]
      ?.split(" ")
      .map(Number) ?? null;
  const asked = frames.get(address) ?? insist(() => getText(address)).then(read);
  frames.set(address, asked);
  return asked;
}

/** The spaces that steps lead over, without the first. @param {CourseMap} map @param {Space} from @param {string} steps */
function wayOf(map, from, steps) {
  const ways = /** @type {const} */ ({ "^": "ahead", "<": "left", ">": "right" });
  /** @type {MapSpace[]} */
  const found = [];
  /** @type {MapSpace | undefined} */
  let here = map.spaces[from];
  for (const step of steps) {
    /** @type {Space | null | undefined} */
    const next = here?.[ways[/** @type {"^" | "<" | ">"} */ (step)]];
    here = next ? map.spaces[next] : undefined;
    if (here) found.push(here);
  }
  return found;
}

/** @param {Place} place @param {...Node} what */
const at = ({ x, y }, ...what) => draw("g", { transform: `translate(${x} ${y})` }, ...what);

/** @param {Place} place @param {number} seat @param {boolean} [ghost] */
function standing(place, seat, ghost = false) {
  const sled = drawSled(seat);
  for (const [name, value] of Object.entries({ x: -SLED.width / 2, y: -SLED.height / 2, ...SLED })) sled.setAttribute(name, String(value));
  const turned = draw("g", { class: ghost ? "ghost" : "", transform: `translate(${place.x} ${place.y})rotate(${place.heading})` }, sled);
  turned.style.setProperty("--heading", `${place.heading}deg`);
  return turned;
}

/** A way as points of a line. @param {Place[]} places */
const points = (places) => places.map(({ x, y }) => `${x},${y}`).join(" ");

/** A place right before the dogs of a sled. @param {Place} place */
function ahead({ x, y, heading }) {
  const angle = (heading * Math.PI) / 180;
  return { x: x + Math.sin(angle) * 1.05, y: y - Math.cos(angle) * 1.05, heading };
}

/** Which place a sled has, beside it. @param {Place} place @param {number} rank */
const ranked = ({ x, y }, rank) =>
  draw("g", { class: "rank", transform: `translate(${x - 0.3} ${y - 0.55})` }, draw("circle", { r: 0.3 }), drawNumber(rank, 0.4, "rank-number"));

/** @param {Scene} scene @param {CourseMap} map */
function figuresOf(scene, map) {
  const sleds = Object.entries(scene.sleds ?? {}).flatMap(([seat, space]) => {
    const place = map.spaces[space];
    return place ? [{ seat: Number(seat), space, place }] : [];
  });
  const mover = sleds.find(({ seat }) => seat === scene.mover);
  const figures = [];
  if (mover) {
    const way = wayOf(map, mover.space, scene.steps ?? "");
    const places = [mover.place, ...way];
    const last = places.at(-1) ?? mover.place;
    figures.push(draw("polyline", { class: "way", points: points(places) }));
    figures.push(draw("polyline", { class: "way-dots", points: points(places) }));
    if (scene.bonus) figures.push(draw("polyline", { class: "way-bonus", points: points(places.slice(-scene.bonus - 1)) }));
    figures.push(standing(last, mover.seat, true));
    const price = scene.crash ? "crash" : scene.dents ? "dents" : scene.bonus ? "bonus" : null;
    const side = scene.crash ? TURNS[scene.crash] : 0;
    if (price) figures.push(at(ahead({ ...last, heading: last.heading + side }), draw("g", { transform: "scale(1.3)" }, drawSign(price, scene.dents ?? 0))));
  }
  figures.push(...sleds.map(({ seat, place }) => standing(place, seat)));
  (scene.order ?? []).forEach((space, index) => {
    const place = map.spaces[space];
    if (place) figures.push(ranked(place, index + 1));
  });
  return figures;
}

/**
 * Draw a picture; it stays empty if the server does not answer.
 * @param {Scene} scene
 */
export function drawScene(scene) {
  const picture = draw("svg", { class: "scene", "aria-hidden": "true" });
  void paint(picture, scene);
  return picture;
}

/** @param {SVGSVGElement} picture @param {Scene} scene */
async function paint(picture, scene) {
  const address = drawingOf(scene.course);
  const [map, frame] = await Promise.all([mapOf(scene.course), frameOf(address)]);
  if (!map || !frame) return;
  const [x = 0, y = 0, width = 0, height = 0] = frame;
  const shown = scene.frame.flatMap((space) => map.spaces[space] ?? []);
  const left = Math.min(...shown.map((each) => each.x)) - MARGIN;
  const top = Math.min(...shown.map((each) => each.y)) - MARGIN - (scene.above ?? 0);
  const right = Math.max(...shown.map((each) => each.x)) + MARGIN;
  const bottom = Math.max(...shown.map((each) => each.y)) + MARGIN;
  picture.style.aspectRatio = String(Math.max(NARROWEST, (right - left) / (bottom - top)));
  picture.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  picture.replaceChildren(draw("image", { href: address, x, y, width, height }), ...figuresOf(scene, map));
}
