/** What was played and what would have been better, drawn on the board beside each other. */

import { drawGhostSled } from "../board/ghost-sled.js";
import { draw, fill } from "../core/dom.js";
import { sledClass } from "../core/sled-colours.js";

/** @import {Board} from "../board/board.js" */
/** @import {Move} from "../core/types" */

/** How far both paths stay from the middle where they share it. */
const APART = 0.13;

/** @typedef {"played" | "better"} Kind */

/** How such a path is drawn, to be put before its words. @param {number} seat @param {Kind} kind */
export const drawWaySample = (seat, kind) =>
  draw("svg", { class: "way-sample", viewBox: "0 0 1.6 0.4", "aria-hidden": "true" }, draw("path", { class: wayClass(seat, kind), d: "M0.2 0.2H1.4" }));

/** @param {number} seat @param {Kind} kind */
const wayClass = (seat, kind) => `coach-way ${kind} ${sledClass(seat)}`;

export class BoardPaths {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = draw("g", { class: "coach-paths" });
    board.marks.append(this.element);
  }

  /** @param {number} seat @param {Move | null} played @param {Move | null} better nothing is shown unless both are known */
  show(seat, played, better) {
    if (!played || !better) return fill(this.element);
    fill(this.element, ...this.#draw(played, seat, "played", -APART), ...this.#draw(better, seat, "better", APART));
  }

  /** @param {Move} move @param {number} seat @param {Kind} kind @param {number} aside */
  #draw(move, seat, kind, aside) {
    const places = move.way.map((space) => this.board.place(space));
    const points = places.map(({ x, y, heading }) => {
      const across = ((heading ?? 0) * Math.PI) / 180;
      return `${(x + Math.cos(across) * aside).toFixed(3)} ${(y + Math.sin(across) * aside).toFixed(3)}`;
    });
    const { x, y, heading } = this.board.place(move.end);
    return [
      draw("path", { class: wayClass(seat, kind), d: `M${points.join("L")}` }),
      draw("g", { class: `coach-ghost ${kind}`, transform: `translate(${x} ${y})rotate(${heading})` }, drawGhostSled(seat, heading)),
    ];
  }
}
