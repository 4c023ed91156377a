/** The lookout: from where the board is seen, and the buttons that change it. */

import { draw, make } from "./dom.js";
import { say } from "./words.js";

/** @import {Board} from "./board.js" */
/** @import {Space} from "./types" */

/** Spaces ahead of the own sled that are always in sight. */
const AHEAD = 7;

const FIGURES = { sled: "M0-7L5 5L0 2L-5 5Z", whole: "M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3" };

export class Lookout {
  /**
   * @param {Board} board
   * @param {() => { from: Space, reached: Space[] }} scene where the sled stands, and what it could reach
   */
  constructor(board, scene) {
    this.board = board;
    this.scene = scene;
    this.buttons = { sled: this.#button("sled"), whole: this.#button("whole") };
    this.element = make("div", { class: "views" }, this.buttons.sled, this.buttons.whole, this.#zoom("in", 1.3, "+"), this.#zoom("out", 1 / 1.3, "−"));
    board.camera.reframe = () => this.frame(false);
  }

  /** @param {"sled" | "whole"} mode */
  #button(mode) {
    const label = say(`view.${mode}`);
    const figure = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d: FIGURES[mode] }));
    return make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => this.look(mode) }, figure);
  }

  /** @param {"in" | "out"} way @param {number} factor @param {string} sign */
  #zoom(way, factor, sign) {
    const label = say(`view.${way}`);
    return make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => this.board.camera.zoom(factor) }, sign);
  }

  /** @param {"sled" | "whole"} mode */
  look(mode) {
    this.board.camera.mode = mode;
    this.frame(true);
  }

  /** From the sled to the whole course, and back. */
  change() {
    this.look(this.board.camera.mode === "sled" ? "whole" : "sled");
  }

  /** Show which way the board is seen. */
  show() {
    for (const [mode, button] of Object.entries(this.buttons)) button.setAttribute("aria-pressed", String(this.board.camera.mode === mode));
  }

  /** @param {boolean} smoothly */
  frame(smoothly) {
    const { camera, map } = this.board;
    if (camera.mode === "free") return;
    if (camera.mode === "whole") return camera.showBox(this.board.frame, smoothly);
    const { from, reached } = this.scene();
    const here = map.spaces[from]?.progress ?? 0;
    const ahead = Object.values(map.spaces).filter(({ progress }) => progress > here - 1 && progress <= here + AHEAD);
    camera.showSled(this.board.place(from), [...reached.map((space) => this.board.place(space)), ...ahead], smoothly);
  }
}
