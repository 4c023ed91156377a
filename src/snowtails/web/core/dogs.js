/** Faces of dogs that people choose from, each drawn from the same head with looks of its own. */

import { draw } from "./dom.js";

/** @import {Dog} from "./types" */

/**
 * Looks of a dog: colours of what is behind it, its ring, coat, shaded coat, collar and both eyes; how its
 * mask, ears, eyes and mouth are.
 * @typedef {{ sky: string, ring: string, coat: string, shade: string, collar: string, eyes: [string, string], mask?: "open" | "blaze", ear?: "pricked" | "folded", gaze?: "keen" | "round", mouth?: "calm" | "smile" | "tongue" }} Looks
 */

/** @type {Record<Dog, Looks>} */
const LOOKS = {
  anori: { sky: "#bfd9ec", ring: "#5e8db4", coat: "#4a5d72", shade: "#2e3e50", collar: "#0b8f6a", eyes: ["#58bdf6", "#58bdf6"] },
  kaya: { sky: "#f6dcb9", ring: "#c98a4b", coat: "#a8653f", shade: "#743f27", collar: "#00856e", eyes: ["#f0b53c", "#f0b53c"], mask: "blaze", mouth: "smile" },
  miska: { sky: "#f6c65b", ring: "#c98512", coat: "#30353d", shade: "#171a20", collar: "#c7361f", eyes: ["#58bdf6", "#9a5b2e"], mouth: "tongue" },
  nanuk: { sky: "#4d7ea8", ring: "#24506f", coat: "#dde7f0", shade: "#a9bdd0", collar: "#003099", eyes: ["#5b3d2b", "#5b3d2b"], gaze: "round" },
  pika: {
    sky: "#f8cdc6",
    ring: "#d8837b",
    coat: "#94a2b4",
    shade: "#66758a",
    collar: "#8c5bb5",
    eyes: ["#3b2a22", "#3b2a22"],
    ear: "folded",
    gaze: "round",
    mouth: "tongue",
  },
  sila: { sky: "#d3caef", ring: "#8b7bc4", coat: "#6c6a8a", shade: "#454361", collar: "#f2b134", eyes: ["#8fd2ff", "#8fd2ff"], mask: "blaze" },
  taiga: { sky: "#b9dcc4", ring: "#4e8a6b", coat: "#75634b", shade: "#463a2b", collar: "#b3261e", eyes: ["#b9cf4d", "#b9cf4d"], ear: "folded", mouth: "smile" },
  yuki: { sky: "#9ed6da", ring: "#3c97a0", coat: "#ead6b6", shade: "#c4a77e", collar: "#d0443a", eyes: ["#58bdf6", "#58bdf6"], mouth: "smile" },
};

/** The names of all dogs. */
export const DOGS = /** @type {Dog[]} */ (Object.keys(LOOKS));

const INK = "#13222f";
const HILLS = "M3 56L15 38L25 50L40 24L60 50L76 33L93 56A46 46 0 0 1 3 56Z";
const BODY = "M22 58C18 68 17 75 15 80A46 46 0 0 0 81 80C79 75 78 68 74 58Z";
const COLLAR = "M18.5 69Q30 88 48 88T77.5 69L79.5 75Q66 94 48 94T16.5 75Z";
const LEFT_EAR = "M20 46C19 34 21 22 24 13Q26 10 29 13C36 18 41 23 45 30Z";
const LEFT_INSIDE = "M25 35C24 29 25 24 26.5 18.5C31 22 34 25 37 29Z";
const RIGHT_EAR = { pricked: "M76 46C77 34 75 22 72 13Q70 10 67 13C60 18 55 23 51 30Z", folded: "M54 27Q60 15 70 16Q80 19 84 38Q83 45 79 45Q74 33 66 29Z" };
const RIGHT_INSIDE = "M71 35C72 29 71 24 69.5 18.5C65 22 62 25 59 29Z";
const HEAD = "M48 23C60 23 71 28 76 39C79 46 82 52 86 59Q82 61 79 60L70 66H26L17 60Q14 61 10 59C14 52 17 46 20 39C25 28 36 23 48 23Z";
const MASK = {
  open: "M48 55C47 44 44 35 37 34C29 34 26 40 25 46C23 52 20 57 17 60Q15 64 15 68Q19 69 23 67C27 77 36 84 48 84C60 84 69 77 73 67Q77 69 81 68Q81 64 79 60C76 57 73 52 71 46C70 40 67 34 59 34C52 35 49 44 48 55Z",
  blaze:
    "M48 24Q44 36 43 47C40 54 28 56 20 60Q15 64 15 68Q19 69 23 67C27 77 36 84 48 84C60 84 69 77 73 67Q77 69 81 68Q81 64 76 60C68 56 56 54 53 47Q52 36 48 24Z",
};
const SHADED = "M48 23C60 23 71 28 76 39C79 46 82 52 86 59Q82 61 79 60Q81 64 81 68Q77 69 73 67C69 77 60 84 48 84Z";
const MUZZLE = "M33 69Q34 59 48 57Q62 59 63 69Q57 79 48 78Q39 79 33 69Z";
const NOSE = "M41 61Q48 57 55 61Q55 66 48 69Q41 66 41 61Z";
const ALMONDS = "M26.5 48.5Q30 43 37 43.5Q43 45 44 51Q33 55.5 26.5 48.5ZM69.5 48.5Q66 43 59 43.5Q53 45 52 51Q63 55.5 69.5 48.5Z";
const IRISES = ["M31.6 46.6Q36 44.6 40.4 47A4.3 4.3 0 1 1 31.6 46.6Z", "M64.4 46.6Q60 44.6 55.6 47A4.3 4.3 0 1 0 64.4 46.6Z"];

/** @param {string} fill @param {string} d @param {Record<string, string | number>} [more] */
const shape = (fill, d, more = {}) => draw("path", { fill, d, ...more });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
const dot = (cx, cy, r, fill) => draw("circle", { cx, cy, r, fill });

/** @param {Looks} looks */
function eyes({ eyes: [left, right], gaze = "keen" }) {
  if (gaze === "round")
    return [34, 62].flatMap((x, i) => [
      dot(x, 48, 6.6, INK),
      dot(x, 48.6, 5, i ? right : left),
      dot(x, 48.4, 3.2, INK),
      dot(x + 2, 45.8, 2, "#fff"),
      dot(x - 2, 50.6, 1, "#fff"),
    ]);
  return [
    shape(INK, ALMONDS),
    shape(left, IRISES[0] ?? ""),
    shape(right, IRISES[1] ?? ""),
    ...[36, 60].flatMap((x) => [dot(x, 48.3, 1.8, INK), dot(x + 1.6, 47, 1, "#fff")]),
  ];
}

/** @param {Looks} looks */
function mouth({ mouth: how = "calm" }) {
  const line = shape("none", how === "smile" ? "M48 68V72M35 70Q38 73 42 73Q46 74 48 72Q50 74 54 73Q58 73 61 70" : "M48 68V72M38 73Q44 77 48 72Q52 77 58 73", {
    stroke: INK,
    "stroke-width": 2,
    "stroke-linecap": "round",
  });
  if (how === "smile")
    return [
      shape("#6e2730", "M38 73Q43 75 48 72.500Q53 75 58 73Q57 83 48 83.500Q39 83 38 73Z"),
      shape("#ee7c86", "M41.5 79.500Q48 74.5 54.5 79.500Q52 83.4 48 83.400Q44 83.4 41.5 79.500Z"),
      line,
    ];
  if (how === "tongue")
    return [
      line,
      shape("#ee7c86", "M43.5 74.800Q48.5 77.5 53.5 74.800V82Q53.5 88 48.5 88T43.5 82Z", { stroke: INK, "stroke-width": 1.4 }),
      shape("none", "M48.5 77.500V82.5", { stroke: "#c9525f", "stroke-width": 1.4, "stroke-linecap": "round" }),
    ];
  return [line];
}

/** Draw the face of a dog, in a round of 96. @param {Dog} name */
export function drawDog(name) {
  const looks = LOOKS[name];
  const { sky, ring, coat, shade, collar, mask = "open", ear = "pricked" } = looks;
  return draw(
    "svg",
    { viewBox: "0 0 96 96", class: "dog-face", "aria-hidden": "true" },
    dot(48, 48, 46, sky),
    shape("#fff", HILLS, { opacity: 0.3 }),
    shape(shade, BODY),
    shape(collar, COLLAR),
    shape(shade, LEFT_EAR + (ear === "pricked" ? RIGHT_EAR.pricked : "")),
    shape("#d9a39c", LEFT_INSIDE + (ear === "pricked" ? RIGHT_INSIDE : "")),
    shape(coat, HEAD),
    shape("#f7fafc", MASK[mask]),
    shape(INK, SHADED, { opacity: 0.1 }),
    ear === "folded" ? shape(shade, RIGHT_EAR.folded) : null,
    shape("#fff", MUZZLE),
    ...eyes(looks),
    shape(INK, NOSE),
    ...mouth(looks),
    draw("circle", { cx: 48, cy: 48, r: 46, fill: "none", stroke: ring, "stroke-width": 2.5 }),
  );
}
