/** Trees of the land, standing upright beside titles and podiums. */

import { draw } from "./dom.js";

/** A spruce and a fir, 100 tall on the origin: skirts of branches, the side that the light falls on, the snow on them. */
const TREES = {
  spruce: [
    "M0-28Q8-14 27-3Q0 2-27-3Q-8-14 0-28ZM0-52Q7-34 24-20Q0-13-24-20Q-7-34 0-52ZM0-76Q6-56 19-40Q0-32-19-40Q-6-56 0-76ZM0-100Q4-78 14-60Q0-51-14-60Q-4-78 0-100Z",
    "M0-28Q-8-14-27-3Q-14 0-4-0Q3-13 0-28ZM0-52Q-7-34-24-20Q-12-16-4-16Q2-33 0-52ZM0-76Q-6-56-19-40Q-10-35-3-36Q2-54 0-76ZM0-100Q-4-78-14-60Q-7-55-2-56Q1-76 0-100Z",
    "M-27-3Q-17-8-8-18Q-11-8-14-1Q-22-2-27-3ZM-24-20Q-15-27-7-40Q-10-26-12-17Q-19-19-24-20ZM-19-40Q-12-48-6-62Q-8-47-10-37Q-15-39-19-40ZM-14-60Q-8-69-4-85Q-6-68-7-57Q-11-58-14-60Z",
  ],
  fir: [
    "M0-46Q11-22 36-3Q0 6-36-3Q-11-22 0-46ZM0-74Q9-49 29-28Q0-18-29-28Q-9-49 0-74ZM0-100Q6-75 20-54Q0-44-20-54Q-6-75 0-100Z",
    "M0-46Q-11-22-36-3Q-18 3-6 2Q4-20 0-46ZM0-74Q-9-49-29-28Q-14-22-5-23Q3-46 0-74ZM0-100Q-6-75-20-54Q-10-48-3-49Q2-72 0-100Z",
    "M-36-3Q-22-12-11-30Q-15-12-18 0Q-29-1-36-3ZM-29-28Q-18-38-9-56Q-12-37-14-24Q-23-26-29-28ZM-20-54Q-12-64-6-82Q-8-63-10-50Q-16-52-20-54Z",
  ],
};

/** @param {keyof typeof TREES} kind @param {number} x @param {number} y of its foot @param {number} height */
export function drawTree(kind, x, y, height) {
  const [skirts, lit, snow] = TREES[kind];
  return draw(
    "g",
    { class: "conifer", transform: `translate(${x} ${y})scale(${height / 100})` },
    draw("path", { class: "trunk", d: "M-4-8H4V3H-4Z" }),
    draw("path", { class: "skirts", d: skirts }),
    draw("path", { class: "lit", d: lit }),
    draw("path", { class: "snow", d: snow }),
  );
}
