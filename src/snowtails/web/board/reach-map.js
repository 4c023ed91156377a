/** The reach map: signs on the snow for everything in reach, and the path of what is pointed at. */

import { draw, drawNumber, fill } from "../core/dom.js";
import { drawGhostSled } from "./ghost-sled.js";

/** @import {Board} from "./board.js" */
/** @import {Move, Space} from "../core/types" */
/** @typedef {"clean" | "dents" | "crash" | "wreck" | "sapling" | "bonus" | "finish"} Sign */

/** What an outcome is shown as; shape first, colour second. @param {Move} outcome @returns {Sign} */
export function signOf(outcome) {
  if (outcome.wrecked) return "wreck";
  if (outcome.finished) return "finish";
  if (outcome.stop) return "crash";
  if (outcome.dents.some(({ cause }) => cause === "saplings")) return "sapling";
  if (outcome.price) return "dents";
  return outcome.bonus ? "bonus" : "clean";
}

/** The figure of a sign, about half a lane wide. @param {Sign} sign @param {number} dents */
export function drawSign(sign, dents) {
  const figure = draw("g", { class: `sign ${sign}` }, draw("circle", { class: "plate", r: 0.31 }));
  if (sign === "clean") figure.append(draw("circle", { class: "solid", r: 0.19 }));
  if (sign === "dents") figure.append(draw("circle", { class: "dashed", r: 0.27 }));
  if (sign === "crash" || sign === "wreck") {
    figure.append(draw("path", { class: "stroke", d: "M-.16-.16L.16 .16M.16-.16L-.16 .16" }));
    if (sign === "wreck") figure.append(draw("circle", { class: "ring", r: 0.28 }));
  }
  if (sign === "sapling") figure.append(draw("path", { class: "solid", d: "M0-.22L.21 .15H-.21Z" }));
  if (sign === "bonus") {
    figure.append(draw("circle", { class: "ring", r: 0.22 }), draw("path", { class: "stroke", d: "M-.12 0H.12M0-.12V.12" }));
  }
  if (sign === "finish") {
    figure.append(draw("path", { class: "stroke", d: "M-.14 .2V-.2" }), draw("path", { class: "solid", d: "M-.14-.2H.2L.1-.08L.2 .04H-.14Z" }));
  }
  if (dents && sign === "dents") {
    figure.append(drawNumber(dents, 0.34, "count"));
  } else if (dents) {
    const badge = draw("circle", { class: "badge", r: 0.15 });
    figure.append(draw("g", { transform: "translate(.24 -.24)" }, badge, drawNumber(dents, 0.22, "badge-count")));
  }
  return figure;
}

/** The ring of a chance around a sign: how far from its middle, and how long all around. */
const RING = 0.385;
const AROUND = 2 * Math.PI * RING;

export class Reach {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.path = draw("g", { class: "path" });
    this.signs = draw("g", { class: "reach" });
    this.ghost = draw("g", { class: "ghost" });
    this.chances = draw("g", { class: "chances" });
    // A chance is read even where the ghost stands.
    board.marks.append(this.path, this.signs, this.ghost, this.chances);
  }

  /**
   * @param {Map<Space, Move[]>} destinations
   * @param {Space | null} chosen
   * @param {boolean} quiet not one's own turn
   */
  show(destinations, chosen, quiet) {
    this.board.offered = new Set(destinations.keys());
    const drawn = [...destinations].flatMap(([space, [cheapest]]) => {
      if (!cheapest) return [];
      const { x, y } = this.board.place(space);
      const sign = signOf(cheapest);
      const outline = this.board.outline(space);
      // The ghost of the sled stands on the chosen space.
      if (space === chosen) return [draw("path", { class: `target ${sign} chosen`, d: outline })];
      return [
        draw("path", { class: `target ${sign}`, d: outline }),
        draw("g", { transform: `translate(${x} ${y})` }, draw("g", { class: "upright" }, drawSign(sign, cheapest.price))),
      ];
    });
    this.signs.classList.toggle("quiet", quiet);
    fill(this.signs, ...drawn);
  }

  /**
   * Offer spaces to stand on.
   * @param {Space[]} spaces
   * @param {Space | null} chosen
   * @param {(space: Space) => string} [label] what is written on each
   */
  showStarts(spaces, chosen, label) {
    this.board.offered = new Set(spaces);
    const drawn = spaces.flatMap((space) => {
      const { x, y } = this.board.place(space);
      const target = draw("path", { class: `target start${space === chosen ? " chosen" : ""}`, d: this.board.outline(space) });
      if (!label) return [target];
      const text = draw("g", { class: "upright" }, drawNumber(label(space), 0.5, "target-label"));
      return [target, draw("g", { transform: `translate(${x} ${y})` }, text)];
    });
    this.signs.classList.remove("quiet");
    fill(this.signs, ...drawn);
  }

  /**
   * Show chances around the signs: a ring for each, a label for some.
   * @param {{ space: Space, win: number, best: boolean, label: string }[]} chances
   */
  showChances(chances) {
    const drawn = chances.map(({ space, win, best, label }) => {
      const { x, y } = this.board.place(space);
      const text =
        label &&
        draw(
          "g",
          { transform: "translate(0 .53)" },
          draw("rect", { class: "chance-plate", x: -0.39, y: -0.17, width: 0.78, height: 0.34, rx: 0.17 }),
          drawNumber(label, 0.25, "chance-label"),
        );
      const ring = draw("circle", { class: "chance-ring", r: RING, "stroke-dasharray": `${win * AROUND} ${AROUND}`, transform: "rotate(-90)" });
      return draw(
        "g",
        { transform: `translate(${x} ${y})` },
        draw("g", { class: best ? "upright chance best" : "upright chance" }, draw("circle", { class: "chance-track", r: RING }), ring, text),
      );
    });
    fill(this.chances, ...drawn);
  }

  /**
   * Show where a move would lead, with the sled's ghost at its end.
   * @param {Move | null} move
   * @param {number} seat
   */
  showPath(move, seat) {
    fill(this.path);
    fill(this.ghost);
    if (!move) return;
    const places = move.way.map((space) => this.board.place(space));
    const line = places.map(({ x, y }) => `${x} ${y}`).join("L");
    const { x, y, heading } = this.board.place(move.end);
    fill(this.path, draw("path", { class: "way", d: `M${line}` }), draw("path", { class: "way-dots", d: `M${line}` }));
    fill(this.ghost, draw("g", { transform: `translate(${x} ${y})rotate(${heading})` }, drawGhostSled(seat, heading)));
  }
}
