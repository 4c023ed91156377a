/** A race as a picture to keep: the course with the tracks of all sleds, their names below it. */

import { draw, make } from "../core/dom.js";
import { drawLogotype } from "../core/lettering.js";
import { say } from "../core/words.js";
import { groovesOf } from "./tracks.js";

/** @import {Board} from "./board.js" */

/** Who raced, in the order in which they are named. @typedef {{ seat: number, name: string }[]} Racers */

/** How far beside one another sleds are drawn that took the same spaces. */
const APART = 0.15;

/** Pixels across the picture. */
const BREADTH = 1800;

/** Height of the band with the names, as a part of the picture's breadth. */
const BAND = 0.11;

/** Draw the picture as an SVG that stands alone. @param {Board} board @param {string} title @param {Racers} racers */
function drawPicture(board, title, racers) {
  const { x, y, width, height } = board.frame;
  const band = width * BAND;
  const picture = /** @type {SVGSVGElement} */ (board.drawing?.cloneNode(true) ?? draw("svg"));
  for (const [name, value] of Object.entries({
    viewBox: `${x} ${y} ${width} ${height + band}`,
    width: BREADTH,
    height: Math.round(((height + band) / width) * BREADTH),
  }))
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
          move.way.map((space) => board.place(space)),
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

/**
 * A band with the title, the logotype and a name for each colour.
 * @param {Board} board
 * @param {string} title
 * @param {Racers} racers
 * @param {number} height
 */
function drawBand(board, title, racers, height) {
  const { x, y, width, height: above } = board.frame;
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  const edge = height * 0.22;
  const step = (width - 2 * edge) / Math.max(1, racers.length);
  const longest = Math.max(...racers.map(({ name }) => name.length));
  const size = Math.min(height * 0.2, step / (longest * 0.62 + 1.2));
  const put = (
    /** @type {number} */ across,
    /** @type {number} */ down,
    /** @type {number} */ tall,
    /** @type {number} */ weight,
    /** @type {string} */ words,
  ) =>
    draw(
      "text",
      {
        fill: color,
        "font-family": "system-ui, sans-serif",
        "font-size": 20,
        "font-weight": weight,
        transform: `translate(${across} ${y + above + down})scale(${tall / 20})`,
      },
      words,
    );
  return draw(
    "g",
    {},
    draw("rect", { x, y: y + above, width, height, fill: backgroundColor }),
    put(x + edge, height * 0.46, height * 0.3, 800, title),
    drawSignature(x + width - edge, y + above + height * 0.16, height * 0.32, color),
    ...racers.flatMap(({ seat, name }, i) => {
      const at = x + edge + i * step;
      return [
        draw("circle", { cx: at + size * 0.4, cy: y + above + height * 0.76, r: size * 0.4, fill: paintOf(board, seat) }),
        put(at + size * 1.1, height * 0.76 + size * 0.36, size, 600, name),
      ];
    }),
  );
}

/** The logotype with its colours in it, its upper right corner somewhere. @param {number} right @param {number} top @param {number} height @param {string} ink */
function drawSignature(right, top, height, ink) {
  const paints = { runner: ["#f2b134", 9], letters: [ink, 13], flake: ["#d0443a", 5.5] };
  const scale = height / 110;
  const strokes = [...drawLogotype().querySelectorAll("path")].map((stroke) => {
    const [paint, width] = paints[/** @type {keyof typeof paints} */ (stroke.getAttribute("class"))];
    return draw("path", { d: stroke.getAttribute("d"), stroke: paint, "stroke-width": width });
  });
  return draw(
    "g",
    { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", transform: `translate(${right - 504 * scale} ${top})scale(${scale})` },
    ...strokes,
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
  const canvas = make("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
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
