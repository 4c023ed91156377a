/** The land of the first screen and of those that have nothing to show: hills, woods, a low sun or the moon. */

import { draw } from "./dom.js";
import { drawTree } from "./trees.js";

/** Stars by place and size; none behind the words in the middle. */
const STARS = Array.from({ length: 46 }, (_, i) => [(i * 353) % 1200, ((i * 97) % 190) - 60, 0.7 + (i % 3) * 0.5]).filter(([x = 0]) => Math.abs(x - 600) > 190);
/** Trees by place of the foot and height. */
const FAR_TREES = [
  [352, 284, 46],
  [376, 288, 60],
  [402, 291, 50],
  [428, 296, 40],
  [930, 286, 44],
  [956, 290, 62],
  [984, 292, 48],
  [1012, 296, 36],
  [206, 262, 40],
  [228, 260, 54],
  [250, 262, 42],
];
const NEAR_TREES = [
  [52, 402, 150],
  [104, 412, 190],
  [160, 408, 126],
  [206, 396, 92],
  [1004, 384, 104],
  [1052, 398, 168],
  [1104, 392, 128],
  [1150, 406, 196],
  [1194, 398, 120],
  [262, 386, 70],
];

/** A husky at full stretch, from the side, 48 long with its paws on the origin; the far legs apart. */
const HUSKY =
  "M-15-13C-12-18-2-18 8-17L13-21L13.5-26L16.5-22.5L18.5-26L20-21.5L26-18L25-16L19-15C16-12 14-10.5 12-10L17-4L22-3L21-1L15-2L8-8C3-7-4-7-8-9L-14-5L-19 0L-21.5-2L-17-7L-14-11C-19-11-25-15-23-22C-21-17-18-15-15-13Z";
const FAR_LEGS = "M7-9L4-3L8-1L7 .5L1-1L2-8ZM-8-10L-10-4L-14-.5L-12 1L-6-3L-4-9Z";
const SLED = "M-34-2C-20 1 0 1 14-1C22-2 24-8 20-12M-30-1L-34-22M-12 0L-14-9M4 0L3-9M-31-9H12L20-11";
const MUSHER = "M-34-3L-33-13L-37-27C-37-32-32-34-29-31L-24-24L-20-21L-21-19L-26-21L-29-25L-28-14L-30-3ZM-36-34a4.6 4.6 0 1 1 8.6 2.4Q-32-29-36-34Z";

/** Where sled and dogs run down the far hill, before the sun: place and slope. */
const DOWNHILL = { sled: "translate(806 152.5)rotate(17)", dogs: ["translate(841 168)rotate(30)", "translate(871 188)rotate(39)"], scale: "scale(.62)" };

/** A team that runs down a hill: two huskies in a line, sled and musher. */
function drawDownhillTeam() {
  const { sled, dogs, scale } = DOWNHILL;
  return draw(
    "g",
    { class: "downhill-team" },
    draw("path", { class: "line", d: "M820 150L842 160L868 179" }),
    draw("g", { transform: sled + scale }, draw("path", { class: "line runners", d: SLED }), draw("path", { d: MUSHER })),
    ...dogs.map((place) => draw("g", { transform: place + scale }, draw("path", { class: "far-legs", d: FAR_LEGS }), draw("path", { d: HUSKY }))),
  );
}

/** Hills, a low sun or the moon, and a track that winds away. */
export function drawLandscape() {
  return draw(
    "svg",
    { class: "landscape", viewBox: "0 0 1200 520", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("g", { class: "stars" }, ...STARS.map(([cx, cy, r]) => draw("circle", { cx, cy, r }))),
    draw("circle", { class: "sun", cx: 852, cy: 146, r: 66 }),
    draw("path", { class: "hill far", d: "M0 250Q160 150 330 220T640 190T900 215T1200 160V520H0Z" }),
    drawDownhillTeam(),
    draw("path", { class: "hill middle", d: "M0 330Q220 220 470 300T860 270T1200 290V520H0Z" }),
    ...FAR_TREES.map(([x = 0, y = 0, height = 0], i) => drawTree(i % 3 ? "spruce" : "fir", x, y, height)),
    draw("path", { class: "hill near", d: "M0 400Q300 310 620 380T1200 360V520H0Z" }),
    draw("path", {
      class: "piste",
      d: "M420 520C520 470 760 470 740 420S560 380 640 345S780 325 760 300L772 300C800 330 700 345 690 372S900 400 890 440S760 500 740 520Z",
    }),
    ...NEAR_TREES.map(([x = 0, y = 0, height = 0], i) => drawTree(i % 2 ? "fir" : "spruce", x, y, height)),
  );
}
