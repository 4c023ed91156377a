/** The opponents of the solo game on the board: where they stand, which way they go, how they glide. */

import { arrived } from "../board/animations.js";
import { transformAt } from "../board/board.js";
import { draw, fill } from "../core/dom.js";
import { paced } from "../core/settings.js";

/** @import {Board} from "../board/board.js" */
/** @import {SoloHappening, SoloRaceState} from "../core/types" */

const GLIDE = 420;
const SOON = 90;
const ROUND = 180;

export class Opponents {
  /** How many have been seen at once. */ #most = 0;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.arrows = draw("g", { class: "shuttles" });
    board.marks.append(this.arrows);
  }

  /** @param {SoloRaceState["opponents"]} opponents */
  show(opponents) {
    this.#most = Math.max(this.#most, opponents.length);
    for (let i = 0; i < this.#most; i++) {
      const each = opponents[i];
      this.board.putSled(i + 1, each?.space ?? null, each?.facing === "backward" ? ROUND : 0);
    }
    fill(
      this.arrows,
      ...opponents.map(({ space, facing }) => {
        const { x, y, heading } = this.board.place(space);
        const side = facing === "forward" ? 1 : -1;
        return draw("path", { class: "shuttle", d: "M.36 0H.62M.5-.13L.64 0L.5 .13", transform: `translate(${x} ${y})rotate(${heading})scale(${side} 1)` });
      }),
    );
  }

  /** Let those who have moved glide across their rows, one soon after the other. @param {SoloHappening["opponents"]} moved @param {SoloRaceState["opponents"]} before */
  async animateMove(moved, before) {
    const duration = paced(GLIDE);
    if (!duration || moved.every(({ start, end }) => start === end)) return;
    fill(this.arrows);
    await Promise.all(
      moved.map(({ start, end }, i) => {
        const turn = before[i]?.facing === "backward" ? ROUND : 0;
        const frames = [start, end].map((space) => {
          const place = this.board.place(space);
          return { transform: transformAt({ ...place, heading: place.heading + turn }) };
        });
        this.board.putSled(i + 1, end, turn);
        return arrived(this.board.sled(i + 1).animate(frames, { duration, delay: paced(SOON) * i, easing: "ease-in-out", fill: "backwards" }));
      }),
    );
  }
}
