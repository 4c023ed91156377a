/**
 * A husky from above that runs up the page: dark saddle, white mask, pricked ears, harness, bushy tail.
 *
 * It has every pose at once; the style sheet shows one. At rest it sits with its tail curled and its tongue
 * out; while its sled is `data-running` it gallops through four strides, and `data-crashed` lays its ears back.
 */

import { draw } from "./dom.js";

/** Coats of the left dog and of the right one. @typedef {"grey" | "copper"} Coat */

/** Breadth and height of the box that a dog runs in, its shoulders at the middle. */
const BOX = { width: 60, height: 144 };

const BODY =
  "M0-24C-10-24-16-18-16.5-9C-17 1-12 6-12 14C-12 20-15 22-14 29C-13 36-6 39 0 39C6 39 13 36 14 29C15 22 12 20 12 14C12 6 17 1 16.5-9C16-18 10-24 0-24Z";
const SADDLE =
  "M0-30C-7-30-9-24-11-20L-9-17L-13-11L-10-8L-13.5-1L-9.5 1L-11 8L-8 11L-10 18L-8 21L-11.5 28C-10 34-4 37 0 37C4 37 10 34 11.5 28L8 21L10 18L8 11L11 8L9.5 1L13.5-1L10-8L13-11L9-17L11-20C9-24 7-30 0-30Z";
const SPINE = "M0-8L-3-2L-1.5 1L-3.5 8L-1.5 11L-3 18L0 27L3 18L1.5 11L3.5 8L1.5 1L3-2Z";
const COLLAR = "M-16-6Q0-12 16-6L15.6 0Q0-6-15.6 0Z";
const STRAPS = "M-11.5 8L0 33L11.5 8";
const HEAD =
  "M0-62C-4.6-62-7.4-59-7.8-55C-8.4-50-14-47-16-40L-21-33L-16.5-31.5L-17.5-26C-11-18.5 11-18.5 17.5-26L16.5-31.5L21-33L16-40C14-47 8.4-50 7.8-55C7.4-59 4.6-62 0-62Z";
const CAP = "M-15.5-31C-16.5-39-13-43-9-44C-6-44-4.4-41-3.4-37L-1.3-48Q0-51 1.3-48L3.4-37C4.4-41 6-44 9-44C13-43 16.5-39 15.5-31L16.5-26C11-19-11-19-16.5-26Z";
const TONGUE = "M2-58Q7-67 9.5-62.5T5-55Z";
const EYES = "M-8-46.7a2.7 3.2 0 1 0 .01 0ZM8-46.7a2.7 3.2 0 1 0 .01 0Z";
const PUPILS = "M-7.6-45.4a1.4 1.4 0 1 0 .01 0ZM7.6-45.4a1.4 1.4 0 1 0 .01 0Z";
const NOSE = "M0-62.4a3.8 2.9 0 1 0 .01 0Z";

/** Ears as they are pricked and as they are laid back, and their insides. */
const EARS = {
  pricked: [
    "M-4-28C-8-23-15-25-16.5-31L-21-48C-13-46-7-39-4-28ZM4-28C8-23 15-25 16.5-31L21-48C13-46 7-39 4-28Z",
    "M-8-31C-10-28.5-13-29.5-14-33L-17.5-43C-12.5-41-9.5-37-8-31ZM8-31C10-28.5 13-29.5 14-33L17.5-43C12.5-41 9.5-37 8-31Z",
  ],
  back: [
    "M-3.5-32C-7-38-14-38-17-33L-22-13C-13-14-6-21-3.5-32ZM3.5-32C7-38 14-38 17-33L22-13C13-14 6-21 3.5-32Z",
    "M-7.5-30C-9-33-13-33.5-14.5-30L-18-18C-13-19.5-9-24-7.5-30ZM7.5-30C9-33 13-33.5 14.5-30L18-18C13-19.5 9-24 7.5-30Z",
  ],
};

/** The tail at rest and in the wind, and its white tip. */
const TAILS = {
  curled: [
    "M-5 31C-9 43-4 56 9 57C20 57 23 46 17 39C14 35 9 38 11 42C8 43 6 38 5 31Z",
    "M9 57C20 57 23 46 17 39C14 35 9 38 11 42C14 46 12 53 3 55.4C5 56.5 7 57 9 57Z",
  ],
  streaming: ["M-4 31C-11 40-10 54 0 66C10 54 11 40 4 31Z", "M-7.6 50C-6 56-3 62 0 66C3 62 6 56 7.6 50L4 53L0 49L-4 53Z"],
};

/** Legs at rest, then those of four strides: stretched out, landing, gathered, pushing off. */
const STRIDES = [
  "M-9-12L-15-20M9-12L15-20M-10 24L-17 30M10 24L17 30",
  "M-9-14L-14-47M9-14L15-41M-9 24L-13 50M9 24L14 45",
  "M-10-12L-17-28M10-12L17-35M-10 24L-15 41M10 24L14 46",
  "M-10-8L-16 4M10-8L16-2M-10 24L-18 12M10 24L18 17",
  "M-10-10L-17-18M10-10L17-25M-10 24L-18 30M10 24L18 24",
];

/** The strides side by side behind a window as broad as one; to run, they are moved along. */
function drawLegs() {
  const strides = STRIDES.map((d, i) =>
    draw(
      "g",
      { transform: `translate(${BOX.width * (i + 0.5)} ${BOX.height / 2})` },
      draw("path", { class: "leg-edge", d }),
      draw("path", { class: "leg", d }),
    ),
  );
  return draw(
    "svg",
    { class: "legs", x: -BOX.width / 2, y: -BOX.height / 2, ...BOX, viewBox: `0 0 ${BOX.width} ${BOX.height}` },
    draw("g", { class: "strides" }, ...strides),
  );
}

/** @param {string} name @param {string[]} paths the tail, its tip */
const drawTail = (name, [tail = "", tip = ""]) =>
  draw("g", { class: `tail ${name}` }, draw("path", { class: "coat edge", d: tail }), draw("path", { class: "pale", d: tip }));

/** @param {string} name @param {string[]} paths the ears, their insides */
const drawEars = (name, [ears = "", insides = ""]) =>
  draw("g", { class: `ears ${name}` }, draw("path", { class: "coat edge", d: ears }), draw("path", { class: "inside", d: insides }));

/** Draw a dog about 130 long, its nose up. @param {Coat} coat */
export function drawHusky(coat) {
  return draw(
    "g",
    { class: `husky ${coat}` },
    draw(
      "g",
      { class: "stretching" },
      drawLegs(),
      drawTail("curled", TAILS.curled),
      drawTail("streaming", TAILS.streaming),
      draw("path", { class: "pale edge", d: BODY }),
      draw("path", { class: "coat", d: SADDLE }),
      draw("path", { class: "spine", d: SPINE }),
      draw("path", { class: "straps", d: STRAPS }),
      draw("path", { class: "collar", d: COLLAR }),
      draw("path", { class: "tongue", d: TONGUE }),
      draw("path", { class: "pale edge", d: HEAD }),
      draw("path", { class: "coat", d: CAP }),
      drawEars("pricked", EARS.pricked),
      drawEars("back", EARS.back),
      draw("path", { class: "eyes", d: EYES }),
      draw("path", { class: "pupils", d: PUPILS }),
      draw("path", { class: "nose", d: NOSE }),
    ),
  );
}
