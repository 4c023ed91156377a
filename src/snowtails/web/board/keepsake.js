/** A race as a picture to keep: the course with the tracks of all sleds, their names below it. */

import { draw, make } from "../core/dom.js";
import { say } from "../core/words.js";
import { groovesOf } from "./tracks.js";

/** @import {Board} from "./board.js" */

/** Who raced, in the order in which they are named. @typedef {{ seat: number, name: string }[]} Racers */

/** How far beside one another sleds are drawn that took the same spaces. */
const APART = 0.15;

/** Pixels of the picture for a lane width, and how many it is broad at most. */
const SCALE = 32;
const BROADEST = 2400;

/** Height of the band with the names, as a part of the picture's breadth. */
const BAND = 0.075;

/** Draw the picture as an SVG that stands alone. @param {Board} board @param {string} title @param {Racers} racers */
function drawPicture(board, title, racers) {
  const { x, y, width, height } = board.frame;
  const band = width * BAND;
  const picture = /** @type {SVGSVGElement} */ (board.drawing?.cloneNode(true) ?? draw("svg"));
  for (const [name, value] of Object.entries({ viewBox: `${x} ${y} ${width} ${height + band}`, width: width * SCALE, height: (height + band) * SCALE }))
    picture.setAttribute(name, String(value));
  // On the page things stand upright however the ground is turned; here it lies as it was drawn.
  for (const styled of picture.querySelectorAll("[style]")) styled.removeAttribute("style");
  for (const snapped of picture.querySelectorAll(".sapling.snapped")) snapped.remove();
  const ways = racers.map(({ seat }, i) => {
    const aside = (i - (racers.length - 1) / 2) * APART;
    const d = board.tracks.moves
      .filter((each) => each.seat === seat)
      .map(({ move }) =>
        groovesOf(
          [move.start, ...move.path].map((space) => board.place(space)),
          aside,
        ),
      )
      .join("");
    return draw("path", { d, fill: "none", stroke: paintOf(board, seat), "stroke-width": 0.085, "stroke-linecap": "round" });
  });
  const tracks = draw("g", {}, ...ways);
  const hazards = picture.querySelector(".hazards");
  if (hazards) hazards.before(tracks);
  else picture.append(tracks);
  picture.append(drawBand(board, title, racers, band));
  return picture;
}

/** The colour of a sled as it is seen now. @param {Board} board @param {number} seat */
function paintOf(board, seat) {
  const hull = board.sled(seat).querySelector(".hull");
  return hull ? getComputedStyle(hull).fill : "#000";
}

/** @param {Board} board @param {string} title @param {Racers} racers @param {number} height */
function drawBand(board, title, racers, height) {
  const { x, y, width, height: above } = board.frame;
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  const size = height * 0.34;
  const text = { fill: color, "font-family": "system-ui, sans-serif", "font-size": 20 };
  const put = (/** @type {number} */ at, /** @type {string} */ words, /** @type {Record<string, string | number>} */ more) =>
    draw("text", { ...text, ...more, transform: `translate(${at} ${y + above + height * 0.62})scale(${size / 20})` }, words);
  const step = (width * 0.62) / Math.max(1, racers.length);
  return draw(
    "g",
    {},
    draw("rect", { x, y: y + above, width, height, fill: backgroundColor }),
    put(x + height * 0.4, title, { "font-weight": 800 }),
    ...racers.flatMap(({ seat, name }, i) => {
      const at = x + width * 0.36 + i * step;
      return [
        draw("circle", { cx: at, cy: y + above + height * 0.5, r: size * 0.36, fill: paintOf(board, seat) }),
        put(at + size * 0.7, name, { "font-weight": 600 }),
      ];
    }),
  );
}

/** @param {SVGSVGElement} picture */
const addressOf = (picture) => `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** The picture in pixels. @param {SVGSVGElement} picture @returns {Promise<Blob | null>} */
async function pixelsOf(picture) {
  const image = new Image();
  image.src = addressOf(picture);
  await image.decode();
  const [width, height] = [Number(picture.getAttribute("width")), Number(picture.getAttribute("height"))];
  const scale = Math.min(1, BROADEST / width);
  const canvas = make("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * Show the picture with the means to keep it.
 * @param {Board} board after the race
 * @param {string} title
 * @param {Racers} racers
 */
export function makeKeepsake(board, title, racers) {
  const picture = drawPicture(board, title, racers);
  const file = `snow-tails-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
  const keepPixels = async () => {
    const pixels = await pixelsOf(picture);
    if (pixels) save(`${file}.png`, pixels);
  };
  const keepDrawing = () => save(`${file}.svg`, new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
  return make(
    "figure",
    { class: "keepsake" },
    make("figcaption", {}, say("keepsake.label")),
    make("img", { src: addressOf(picture), alt: say("keepsake.alt", { title }) }),
    make(
      "div",
      { class: "actions" },
      make("button", { type: "button", onclick: () => void keepPixels() }, say("keepsake.png")),
      make("button", { type: "button", onclick: keepDrawing }, say("keepsake.svg")),
    ),
  );
}
