/**
 * The board: the drawing of a course with sleds on it. It knows places, not rules: it is given
 * where things are and tells which space somebody points at.
 */

import { getText, insist } from "../core/api.js";
import { drawingOf } from "../core/course-picture.js";
import { draw, make } from "../core/dom.js";
import { drawSled, showDents } from "../core/sled.js";
import { say } from "../core/words.js";
import { Camera, UNIT } from "./camera.js";
import { Tracks } from "./tracks.js";

/** @import {CourseMap, Place, Space} from "../core/types" */

const PREFIX = "course-";

export class Board {
  /** @type {SVGSVGElement | null} */ #drawing = null;
  /** @type {HTMLElement[]} */ #sleds = [];

  /**
   * @param {CourseMap} map
   * @param {{ pointed: (space: Space | null) => void, tapped: (space: Space | null) => void, moved: () => void }} told
   */
  constructor(map, told) {
    this.map = map;
    this.paper = make("div", { class: "paper" });
    this.marks = draw("svg", { class: "marks", width: 1, height: 1, "aria-hidden": "true" });
    this.tracks = new Tracks((space) => this.place(space));
    this.sleds = make("div", { class: "sleds" });
    this.ground = make("div", { class: "ground" }, this.paper, this.tracks.element, this.marks, this.sleds);
    this.element = make("section", { class: "board", "aria-label": say("board.label") }, this.ground);
    this.frame = { x: 0, y: 0, width: 1, height: 1 };
    /** Spaces that can be chosen now. @type {Set<Space>} */
    this.offered = new Set();
    /** @type {{ x: number, y: number }[]} points on the signs of safety lines */
    this.signs = [];
    this.camera = new Camera(this.element, this.ground, {
      tapped: (x, y) => told.tapped(this.#spaceAt(x, y)),
      changed: () => told.moved(),
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) told.pointed(this.#spaceAt(event.clientX, event.clientY));
    });
    this.element.addEventListener("pointerleave", () => told.pointed(null));
    // The ground is drawn in lane widths, at a fixed number of pixels for each.
    for (const layer of [this.tracks.element, this.marks]) layer.style.transform = `scale(${UNIT})`;
  }

  /** Put another drawing under the sleds. @param {string} course name or line */
  async lay(course) {
    const answer = await insist(() => getText(drawingOf(course)));
    if (!answer.ok) return;
    const drawing = document.importNode(new DOMParser().parseFromString(answer.value, "image/svg+xml").documentElement, true);
    this.#drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (drawing));
    const { x, y, width, height } = this.#drawing.viewBox.baseVal;
    this.frame = { x, y, width, height };
    this.#drawing.setAttribute("width", String(width * UNIT));
    this.#drawing.setAttribute("height", String(height * UNIT));
    this.paper.style.transform = `translate(${x * UNIT}px, ${y * UNIT}px)`;
    this.paper.replaceChildren(this.#drawing);
    this.signs = [...this.#drawing.querySelectorAll(".sign > use")].flatMap(around);
    for (const standing of this.#drawing.querySelectorAll(".tree, .hut, .sapling, .safety-speed, .start-number, .chequered-flag")) standUp(standing);
  }

  /** The drawing of the course, once it has come. */
  get drawing() {
    return this.#drawing;
  }

  /** The space at a point of the page. Where a bridge passes over another, that which is offered, else the upper one. @param {number} x @param {number} y @returns {Space | null} */
  #spaceAt(x, y) {
    const there = document.elementsFromPoint(x, y);
    if (!there[0]?.classList.contains("space")) return null; // something lies over the board
    const spaces = there.filter((each) => each.classList.contains("space")).map((each) => each.id.slice(PREFIX.length));
    return spaces.find((space) => this.offered.has(space)) ?? spaces[0] ?? null;
  }

  /** The outline of a space. @param {Space} space */
  outline(space) {
    return this.#drawing?.querySelector(`#${PREFIX}${CSS.escape(space)}`)?.getAttribute("d") ?? "";
  }

  /** @param {Space} space @returns {Place} */
  place(space) {
    return this.map.spaces[space] ?? { x: 0, y: 0, heading: 90 };
  }

  /** Bring spaces into sight, if any is not; the camera comes back when it frames again. @param {Space[]} spaces */
  reveal(spaces) {
    const { left, right, top, bottom } = this.element.getBoundingClientRect();
    const hidden = spaces.some((space) => {
      const box = this.#drawing?.querySelector(`#${PREFIX}${CSS.escape(space)}`)?.getBoundingClientRect();
      return box && (box.left < left || box.right > right || box.top < top || box.bottom > bottom);
    });
    if (hidden && this.camera.mode !== "free") this.camera.showBox(this.frame, true);
  }

  /** The element of a sled; it is made when it is first asked for. @param {number} seat */
  sled(seat) {
    return (this.#sleds[seat] ??= this.#makeSled(seat));
  }

  /** @param {number} seat */
  #makeSled(seat) {
    const sled = make("div", { class: "sled-place", "data-seat": seat, hidden: true }, drawSled(seat));
    this.sleds.append(sled);
    return sled;
  }

  /**
   * @param {number} seat
   * @param {Space | null} space null: it is not on the track
   * @param {number} [turn] how far it faces away from the way ahead, in degrees
   */
  putSled(seat, space, turn = 0) {
    const sled = this.sled(seat);
    sled.hidden = space === null;
    if (space === null) return;
    const { x, y, heading } = this.place(space);
    const place = { x, y, heading: heading + turn };
    sled.style.transform = transformAt(place);
    // Dogs that run up to a sled ahead do not hide its number.
    sled.style.zIndex = String(Math.round(4 * (this.map.spaces[space]?.progress ?? 0)));
    sled.style.setProperty("--heading", `${place.heading}deg`);
    sled.classList.toggle("beneath", this.map.spaces[space]?.beneath ?? false);
  }

  /** Let a sled carry its dents. @param {number} seat @param {number} dents */
  showDents(seat, dents) {
    showDents(this.sled(seat), dents);
  }

  /** Show which saplings still stand. @param {Space[]} standing */
  showSaplings(standing) {
    for (const sapling of this.#drawing?.querySelectorAll(".sapling") ?? []) {
      const space = sapling.id.slice(`${PREFIX}sapling-`.length);
      sapling.classList.toggle("snapped", !standing.includes(space));
    }
  }
}

/** Points on a round sign: its middle, and some of its rim. @param {Element} sign */
function around(sign) {
  const { x = 0, y = 0, size = 1 } = placed(sign) ?? {};
  return [
    { x, y },
    { x: x - size, y },
    { x: x + size, y },
    { x, y: y - size },
    { x, y: y + size },
  ];
}

/** Where something stands in the drawing, and how large. @param {Element} standing */
function placed(standing) {
  const [, x, y, size] = /^translate\(([-\d.]+) ([-\d.]+)\)(?:\s*scale\(([\d.]+)\))?/.exec(standing.getAttribute("transform") ?? "") ?? [];
  return x && y ? { x: Number(x), y: Number(y), size: Number(size ?? 1) } : null;
}

/** Let a tree or a number stand upright, however the ground is turned. @param {Element} standing */
function standUp(standing) {
  const [, x, y, size = ""] = /^translate\(([-\d.]+) ([-\d.]+)\)(.*)$/.exec(standing.getAttribute("transform") ?? "") ?? [];
  if (standing instanceof SVGElement && x) standing.style.transform = `translate(${x}px, ${y}px) rotate(var(--upright)) ${size}`;
}

/** @param {Place} place */
export function transformAt({ x, y, heading }) {
  return `translate(${(x * UNIT).toFixed(2)}px, ${(y * UNIT).toFixed(2)}px) rotate(${heading.toFixed(2)}deg)`;
}
