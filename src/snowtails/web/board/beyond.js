/** Points at spaces in reach that lie beyond the edges of the board; pressed, it brings them into sight. */

import { make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {Board} from "./board.js" */
/** @import {Space} from "../core/types" */
/** @typedef {"left" | "right" | "up" | "down"} Side */

const SIGNS = /** @type {const} */ ({ left: "‹", right: "›", up: "︿", down: "﹀" });
/** Pixels by which a pointer stays away from the corners. */
const MARGIN = 48;

export class Beyond {
  /** @param {Board} board @param {() => void} look brings everything in reach into sight */
  constructor(board, look) {
    this.board = board;
    const made = Object.entries(SIGNS).map(([side, sign]) => {
      const count = make("span");
      const button = make(
        "button",
        { type: "button", class: `out-of-sight out-of-sight-${side}`, hidden: true, onclick: look },
        make("span", { "aria-hidden": "true" }, sign),
        count,
      );
      return [side, { button, count }];
    });
    this.sides = /** @type {Record<Side, { button: HTMLButtonElement, count: HTMLSpanElement }>} */ (Object.fromEntries(made));
    this.elements = Object.values(this.sides).map(({ button }) => button);
  }

  /** @param {Iterable<Space>} spaces those in reach */
  show(spaces) {
    const { width, height } = this.board.camera.viewport.getBoundingClientRect();
    /** @type {Record<Side, number[]>} */
    const found = { left: [], right: [], up: [], down: [] };
    for (const space of spaces) {
      const { x, y } = this.board.camera.seen(this.board.place(space));
      const out = { left: -x, right: x - width, up: -y, down: y - height };
      const [side, most] = Object.entries(out).reduce((far, each) => (each[1] > far[1] ? each : far));
      if (most > 0) found[/** @type {Side} */ (side)].push(side === "left" || side === "right" ? y / height : x / width);
    }
    for (const [side, { button, count }] of Object.entries(this.sides)) {
      const along = found[/** @type {Side} */ (side)];
      button.hidden = along.length === 0;
      if (!along.length) continue;
      const middle = along.reduce((sum, each) => sum + each, 0) / along.length;
      const length = side === "left" || side === "right" ? height : width;
      const at = Math.min(length - MARGIN, Math.max(MARGIN, middle * length));
      button.style.setProperty("--at", `${Math.round(at)}px`);
      count.textContent = number(along.length);
      button.setAttribute("aria-label", say("view.beyond", { count: along.length }));
      button.title = say("view.beyond", { count: along.length });
    }
  }
}
