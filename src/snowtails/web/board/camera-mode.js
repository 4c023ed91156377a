/** What the camera follows: a sled, or the whole course, as one likes. */

import { draw, make } from "../core/dom.js";
import { say } from "../core/words.js";

/** @import {Board} from "./board.js" */
/** @import {CourseMap, Place, RaceState, Space} from "../core/types" */
/** @import {Key} from "../core/words.js" */

/**
 * What to look at: the space of a sled, and how much there is to see from it. What is ahead may be out of sight where it would make
 * a space narrower than `least` pixels.
 * @typedef {{ space: Space, ahead: number, reached?: Place[], least?: number }} Sight
 */

/** Drawings on the buttons. */
const FIGURES = /** @type {const} */ ({ sled: "M0-7L5 5L0 2L-5 5Z", whole: "M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3" });

/** Spaces ahead of the own sled that are always in sight. */
export const AHEAD = 7;

/** Pixels around a place that belong to it. */
const ROOM = 14;

/** How much a button zooms. */
const CLOSER = 1.3;

/** The space of a sled that still has some way to go; null for one past the line, where there is only snow. @param {CourseMap} map @param {RaceState | null} race @param {number | null} seat */
export function spaceBeforeFinish(map, race, seat) {
  const sled = seat === null ? null : race?.sleds[seat];
  const space = sled?.status === "racing" ? sled.space : null;
  return space && (map.spaces[space]?.tile ?? map.finish) < map.finish ? space : null;
}

export class CameraMode {
  /**
   * @param {Board} board
   * @param {Key} sledLabel what the view of a sled is called
   * @param {() => Sight | null} sight null if there is no sled to go with
   */
  constructor(board, sledLabel, sight) {
    this.board = board;
    this.sight = sight;
    /** Whether the camera is on its way from the whole course to a sled. */
    this.flying = false;
    this.buttons = { sled: this.#button("sled", say(sledLabel)), whole: this.#button("whole", say("view.whole")) };
    this.element = make(
      "div",
      { class: "views" },
      this.buttons.sled,
      this.buttons.whole,
      this.#zoomButton("view.in", CLOSER, "+"),
      this.#zoomButton("view.out", 1 / CLOSER, "−"),
    );
    board.camera.reframe = () => this.frame(false);
    board.camera.kept = () => {
      const space = this.sight()?.space;
      return space ? board.place(space) : null;
    };
  }

  /** @param {"sled" | "whole"} mode @param {string} label */
  #button(mode, label) {
    const figure = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d: FIGURES[mode] }));
    return make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => this.look(mode) }, figure);
  }

  /** @param {Key} key @param {number} factor @param {string} sign */
  #zoomButton(key, factor, sign) {
    return make("button", { type: "button", class: "icon", "aria-label": say(key), title: say(key), onclick: () => this.board.camera.zoom(factor) }, sign);
  }

  /** @param {"sled" | "whole"} mode */
  look(mode) {
    this.board.camera.mode = mode;
    this.frame(true);
  }

  /** Look the other way. */
  toggle() {
    this.look(this.board.camera.mode === "sled" ? "whole" : "sled");
  }

  /** Show how one looks. */
  showMode() {
    for (const [mode, button] of Object.entries(this.buttons)) button.setAttribute("aria-pressed", String(this.board.camera.mode === mode));
  }

  /** @param {boolean} smoothly @param {number} [time] that it takes, in milliseconds */
  frame(smoothly, time) {
    const { camera } = this.board;
    if (camera.mode === "free" || (this.flying && !smoothly)) return;
    const sight = camera.mode === "sled" ? this.sight() : null;
    const look = () => {
      if (!sight) return camera.showBox(this.board.frame, smoothly);
      const { space, reached = [], least = 0 } = sight;
      const here = this.board.place(space);
      const all = [...reached, ...this.#ahead(sight)];
      camera.showSled(here, camera.spaceWidth(here, all) < least ? reached : all, smoothly, time);
    };
    camera.inset = 0;
    look();
    // What the buttons would cover makes room for them.
    const shown = sight ? [this.board.place(sight.space), ...(sight.reached ?? [])] : Object.values(this.board.map.spaces);
    this.element.classList.remove("below");
    if (shown.some((place) => this.#isCovered(place))) {
      camera.inset = this.board.element.getBoundingClientRect().right - this.element.getBoundingClientRect().left;
      look();
    }
    // Signs are not asked to make room: the buttons go to the lower corner if that is free.
    const { signs } = this.board;
    if (!signs.some((sign) => this.#isCovered(sign))) return;
    this.element.classList.add("below");
    if ([...shown, ...signs].some((place) => this.#isCovered(place))) this.element.classList.remove("below");
  }

  /** Whether the buttons lie over a place. @param {{ x: number, y: number }} place */
  #isCovered(place) {
    const [board, buttons] = [this.board.element.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (!buttons.width) return false;
    const { x, y } = this.board.camera.seen(place);
    const [left, top] = [board.left + x, board.top + y];
    return left > buttons.left - ROOM && left < buttons.right + ROOM && top > buttons.top - ROOM && top < buttons.bottom + ROOM;
  }

  /** The track right ahead, in all lanes. @param {Sight} sight */
  #ahead({ space, ahead }) {
    const { spaces } = this.board.map;
    const here = spaces[space]?.progress ?? 0;
    return Object.values(spaces).filter(({ progress }) => progress > here - 1 && progress <= here + ahead);
  }
}
