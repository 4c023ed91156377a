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

/** Hills, a low sun or the moon, and a track that winds away. */
export function drawLandscape() {
  return draw(
    "svg",
    { class: "landscape", viewBox: "0 0 1200 520", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("g", { class: "stars" }, ...STARS.map(([cx, cy, r]) => draw("circle", { cx, cy, r }))),
    draw("circle", { class: "sun", cx: 880, cy: 150, r: 58 }),
    draw("path", { class: "hill far", d: "M0 250Q160 150 330 220T640 190T900 215T1200 160V520H0Z" }),
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
