/**
 * The camera over the board: it pans, zooms and turns the ground, and nothing else.
 *
 * Modes: "sled" turns the track so that the own sled points up, "whole" shows the whole course,
 * "free" is wherever somebody has dragged the ground to.
 */

import { paced } from "../core/settings.js";
import { arrived } from "./animations.js";

/** @import {Place} from "../core/types" */
/** @typedef {"sled" | "whole" | "free"} Mode */
/** @typedef {{ x: number, y: number, turn: number, scale: number, across: number, down: number }} Aim */

/** Pixels of the ground for one lane width at scale 1. */
export const UNIT = 48;

const CLOSEST = 2.2;
const FARTHEST = 0.16;
const TAP = 6;
/** Pixels from the edge within which what is kept in sight stays. */
const EDGE = 44;
const GLIDE = 600;

export class Camera {
  /** @type {Mode} */ mode = "sled";
  /** @type {Aim} */ #aim = { x: 0, y: 0, turn: 0, scale: 1, across: 0.5, down: 0.5 };
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  #dragged = false;

  /**
   * @param {HTMLElement} viewport
   * @param {HTMLElement} ground its origin is the origin of the course
   * @param {{ tapped: (x: number, y: number) => void, changed: () => void }} told
   */
  constructor(viewport, ground, told) {
    this.viewport = viewport;
    this.ground = ground;
    this.told = told;
    /** @type {() => void} */
    this.reframe = () => {};
    /** What zooming never loses from sight: one's own sled. @type {() => { x: number, y: number } | null} */
    this.kept = () => null;
    /** Pixels at the right that buttons cover. */
    this.inset = 0;
    viewport.addEventListener("pointerdown", (event) => this.#down(event));
    viewport.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      viewport.addEventListener(end, (event) => this.#up(event));
    }
    viewport.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.reframe()).observe(viewport);
  }

  /**
   * Show some places, with one of them and the way it heads as up.
   * @param {Place} up
   * @param {{ x: number, y: number }[]} places
   * @param {boolean} glide
   * @param {number} [time] that a glide takes, in milliseconds
   */
  showSled(up, places, glide, time) {
    const { x, y, turn, scale } = this.#around(up, places);
    this.#look({ x, y, turn: nearest(turn, this.#aim.turn), scale, across: this.#across, down: 0.5 }, glide, time);
  }

  /** How many pixels wide a space is, if some places are shown with one of them as up. @param {Place} up @param {{ x: number, y: number }[]} places */
  spaceWidth(up, places) {
    return this.#around(up, places).scale * UNIT;
  }

  /** The middle of some places, seen with one of them as up, and the scale at which all are in sight. @param {Place} up @param {{ x: number, y: number }[]} places */
  #around(up, places) {
    const turn = -up.heading;
    const seen = places.map((place) => turned(place.x - up.x, place.y - up.y, turn));
    const [left, right] = [Math.min(-1, ...seen.map((p) => p.x)), Math.max(1, ...seen.map((p) => p.x))];
    const [top, bottom] = [Math.min(-5, ...seen.map((p) => p.y)), Math.max(1, ...seen.map((p) => p.y))];
    const middle = turned((left + right) / 2, (top + bottom) / 2, -turn);
    return { x: up.x + middle.x, y: up.y + middle.y, turn, scale: this.#fitting(right - left + 2, bottom - top + 2) };
  }

  /** Where a place of the ground is seen, in pixels of the viewport. @param {{ x: number, y: number }} place */
  seen(place) {
    return this.#seen(this.#aim, place);
  }

  /** @param {Aim} aim @param {{ x: number, y: number }} place */
  #seen(aim, { x, y }) {
    const { width, height } = this.viewport.getBoundingClientRect();
    const unit = UNIT * aim.scale;
    const off = turned((x - aim.x) * unit, (y - aim.y) * unit, aim.turn);
    return { x: width * aim.across + off.x, y: height * aim.down + off.y };
  }

  /** An aim from which what was in sight and must not be lost still is. @param {Aim} aim @returns {Aim} */
  #keeping(aim) {
    const kept = this.kept();
    if (!kept) return aim;
    const { width, height } = this.viewport.getBoundingClientRect();
    const before = this.#seen(this.#aim, kept);
    if (before.x < 0 || before.x > width || before.y < 0 || before.y > height) return aim;
    const after = this.#seen(aim, kept);
    const within = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(size - Math.min(EDGE, size / 2), Math.max(Math.min(EDGE, size / 2), at));
    const step = turned(within(after.x, width) - after.x, within(after.y, height) - after.y, -aim.turn);
    const unit = UNIT * aim.scale;
    return { ...aim, x: aim.x - step.x / unit, y: aim.y - step.y / unit };
  }

  /** Where the middle of what is not covered lies, as a share of the width. */
  get #across() {
    const { width } = this.viewport.getBoundingClientRect();
    return width ? (width - this.inset) / 2 / width : 0.5;
  }

  /**
   * Show a part of the ground, as it lies unless it is turned.
   * @param {{ x: number, y: number, width: number, height: number }} box
   * @param {boolean} glide
   * @param {number} [turn] degrees by which the ground is turned
   */
  showBox(box, glide, turn = 0) {
    const { x, y, width, height } = box;
    const across = turned(width, height, turn);
    const against = turned(width, -height, turn);
    const scale = this.#fitting(Math.max(Math.abs(across.x), Math.abs(against.x)), Math.max(Math.abs(across.y), Math.abs(against.y)));
    this.#look({ x: x + width / 2, y: y + height / 2, turn: nearest(turn, this.#aim.turn), scale, across: this.#across, down: 0.5 }, glide);
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] a point that stays where it is */
  zoom(factor, x, y) {
    const { width, height, left, top } = this.viewport.getBoundingClientRect();
    const { across, down, turn } = this.#aim;
    const scale = clamp(this.#aim.scale * factor);
    const [dx, dy] = [(x ?? left + width / 2) - left - width * across, (y ?? top + height / 2) - top - height * down];
    const held = turned(dx, dy, -turn);
    const gained = 1 / this.#aim.scale - 1 / scale;
    const aim = { ...this.#aim, x: this.#aim.x + (held.x * gained) / UNIT, y: this.#aim.y + (held.y * gained) / UNIT, scale };
    this.#free();
    this.#look(this.#keeping(aim), x === undefined);
  }

  /** @param {number} width @param {number} height in lane widths */
  #fitting(width, height) {
    const box = this.viewport.getBoundingClientRect();
    return clamp(Math.min((box.width - this.inset) / width, box.height / height) / UNIT);
  }

  #free() {
    if (this.mode === "free") return;
    this.mode = "free";
    this.told.changed();
  }

  /** @param {Aim} aim @param {boolean} glide @param {number} [time] */
  #look(aim, glide, time = GLIDE) {
    this.#aim = aim;
    const { width, height } = this.viewport.getBoundingClientRect();
    const duration = glide ? paced(time) : 0;
    const before = duration ? getComputedStyle(this.ground).transform : "none";
    const transform = [
      `translate(${width * aim.across}px, ${height * aim.down}px)`,
      `rotate(${aim.turn}deg)`,
      `scale(${aim.scale})`,
      `translate(${-aim.x * UNIT}px, ${-aim.y * UNIT}px)`,
    ].join(" ");
    this.ground.style.transform = transform;
    // What stands upright is turned at once and comes to stand with the ground: to turn each tree in each frame is dear.
    this.ground.style.setProperty("--upright", `${-aim.turn}deg`);
    this.ground.style.setProperty("--scale", String(aim.scale));
    for (const running of this.ground.getAnimations()) running.cancel();
    const easing = time > GLIDE ? "cubic-bezier(.5,0,.2,1)" : "ease-out";
    if (before !== "none") void arrived(this.ground.animate([{ transform: before }, { transform }], { duration, easing }));
    this.told.changed();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    if (this.#pointers.size === 0) this.#dragged = false;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size > 1) this.#dragged = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    // Let go of outside the board, where nobody saw it.
    if (!event.buttons) return void this.#pointers.delete(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < TAP) return;
    if (!this.#dragged) this.viewport.setPointerCapture(event.pointerId);
    this.#dragged = true;
    this.#pointers.set(event.pointerId, now);
    if (other) {
      const grown = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      if (Number.isFinite(grown) && grown > 0) this.zoom(grown, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    const share = other ? 0.5 : 1;
    const step = turned((now.x - before.x) * share, (now.y - before.y) * share, -this.#aim.turn);
    const unit = UNIT * this.#aim.scale;
    this.#free();
    this.#look({ ...this.#aim, x: this.#aim.x - step.x / unit, y: this.#aim.y - step.y / unit }, false);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const known = this.#pointers.delete(event.pointerId);
    if (known && !this.#dragged && event.type === "pointerup") this.told.tapped(event.clientX, event.clientY);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }
}

/** @param {number} scale */
const clamp = (scale) => Math.min(CLOSEST, Math.max(FARTHEST, scale));

/** @param {number} x @param {number} y @param {number} degrees clockwise */
function turned(x, y, degrees) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

/** The same direction as `turn`, by the shorter way from `from`. @param {number} turn @param {number} from */
export function nearest(turn, from) {
  return from + (((((turn - from) % 360) + 540) % 360) - 180);
}
