/**
 * The drawing of a course that is being built: at once as a sketch of its tiles, then as the picture that the server paints. It
 * knows places, not rules: it is given a draft and tells which tile, piece or space was tapped.
 */

import { drawingOf } from "../core/course-picture.js";
import { draw, drawNumber, fill, make } from "../core/dom.js";
import { changes } from "../core/settings.js";
import { say } from "../core/words.js";
import { makeCamera } from "./camera.js";
import { makeDraggable, numberAfterDrop } from "./drag.js";
import { drawPiece } from "./piece-icon.js";

/** @import {Draft, DraftProblem, FittingPiece, LaidTile} from "../core/types" */
/** @import {View} from "./viewport.js" */

/**
 * @typedef {object} Told
 * @property {(tile: number | null) => void} chosen
 * @property {(name: string) => void} appended
 * @property {(from: number, to: number) => void} moved
 * @property {(space: { row: number, lane: number }) => void} planted
 */

/** Milliseconds without another edit after which the picture is asked for. */
const CALM = 120;
/** Length of a space of a straight, in lane widths. */
const LENGTH = 1.25;
/** Room around what can be tapped. */
const ROOM = 1.6;
/** What is seen of the land around a tile whose spaces are planted, in lane widths. */
const NEAR = 16;
const LANES = 5;

/**
 * @param {Told} told
 * @param {SVGElement} layer what racing has shown
 * @param {(problem: DraftProblem) => HTMLElement[]} tellProblem what is said at a tile that is wrong
 * @param {AbortSignal} signal
 */
export function makeDrawing(told, layer, tellProblem, signal) {
  const picture = draw("image", { preserveAspectRatio: "none" });
  const sketch = draw("g", { class: "sketch" });
  const tiles = draw("g", { class: "tiles" });
  const ghosts = draw("g", { class: "ghosts" });
  const numbers = draw("g", { class: "tile-numbers" });
  const cells = draw("g", { class: "plots" });
  // All of it is also in the list of tiles and among the pieces.
  const svg = draw("svg", { class: "build-course", "aria-hidden": "true", "data-drop": 0 }, picture, sketch, tiles, layer, ghosts, numbers, cells);
  const callout = make("div", { class: "callout", hidden: true });
  const zoom = (/** @type {import("../core/words.js").Key} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    make("button", { type: "button", class: "icon", "aria-label": say(key), title: say(key), onclick: act }, sign);
  const zooms = make(
    "div",
    { class: "zooms", role: "group", "aria-label": say("build.zoom") },
    zoom("build.zoom.in", "+", () => camera.closer()),
    zoom("build.zoom.out", "−", () => camera.away()),
    zoom("build.zoom.fit", "⤢", () => camera.fit()),
  );
  const element = make("section", { class: "build-drawing", "aria-label": say("board.label") }, svg, callout, zooms);
  /** @type {Draft | null} */ let draft = null;
  /** What is seen. @type {View} */ let view = { x: 0, y: 0, width: 1, height: 1 };
  let selected = -1;
  let planting = false;
  let painted = "";
  let timer = 0;
  const sizes = new ResizeObserver(() => frame());
  sizes.observe(element);
  signal.addEventListener("abort", () => sizes.disconnect());

  /** The tile under a pointer that would be dragged: any by mouse, the chosen one by finger. @param {PointerEvent} event */
  function tileUnder(event) {
    const tile = event.target instanceof Element ? event.target.closest("[data-tile]")?.getAttribute("data-tile") : null;
    if (planting || tile === null || tile === undefined) return null;
    return event.pointerType === "touch" && Number(tile) !== selected ? null : Number(tile);
  }
  const camera = makeCamera(
    svg,
    (next) => {
      view = next;
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
      placeCallout();
    },
    (event) => tileUnder(event) === null,
    signal,
  );
  makeDraggable(
    svg,
    (event) => {
      const from = tileUnder(event);
      const name = from === null ? null : draft?.tiles[from]?.name;
      if (from === null || !name) return null;
      return { picture: () => drawPiece(name), drop: (place, target) => told.moved(from, numberAfterDrop(from, place, target)) };
    },
    signal,
  );

  svg.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const piece = target?.closest("[data-piece]")?.getAttribute("data-piece");
    const tile = target?.closest("[data-tile]")?.getAttribute("data-tile");
    const plot = target?.closest("[data-plot]")?.getAttribute("data-plot");
    if (plot) told.planted({ row: Math.floor(Number(plot) / LANES), lane: Number(plot) % LANES });
    else if (piece) told.appended(piece);
    else told.chosen(tile ? Number(tile) : null);
  });
  changes.addEventListener("change", (event) => event instanceof CustomEvent && event.detail === "theme" && void paint(), { signal });

  /** Ask for the picture of a course that can be raced, and put it up when it has come. */
  async function paint() {
    if (!draft?.sound) return;
    const { line } = draft;
    const address = drawingOf(line);
    const image = new Image();
    image.src = address;
    try {
      await image.decode();
    } catch {
      return; // too many at once: the sketch stays
    }
    if (signal.aborted || draft?.line !== line) return;
    picture.setAttribute("data-address", address);
    painted = line;
    placePicture();
    showPicture();
  }

  /** What can be seen at most. @returns {View} */
  function bounds() {
    const { ends = [], frame: shown = [] } = draft ?? {};
    const [x = 0, y = 0, width = 1, height = 1] = shown;
    const left = Math.min(x, ...ends.map((each) => each.x - ROOM));
    const top = Math.min(y, ...ends.map((each) => each.y - ROOM));
    const right = Math.max(x + width, ...ends.map((each) => each.x + ROOM));
    const bottom = Math.max(y + height, ...ends.map((each) => each.y + ROOM));
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Have the picture show all that can be seen: its land goes on past the course. */
  function placePicture() {
    const address = picture.getAttribute("data-address");
    if (!address || !element.clientHeight) return;
    const { x, y, width, height } = camera.home();
    const href = `${address}#svgView(viewBox(${[x, y, width, height].map((each) => each.toFixed(2)).join(",")}))`;
    for (const [name, value] of Object.entries({ href, x, y, width, height })) {
      if (picture.getAttribute(name) !== String(value)) picture.setAttribute(name, String(value));
    }
  }

  /** While there is no picture of the course as it is now, its tiles are sketched over the one before. */
  function showPicture() {
    svg.classList.toggle("painted", Boolean(draft?.sound) && painted === draft?.line);
    svg.classList.toggle("unsound", !draft?.sound);
  }

  /** Fill the element with as much as is to be seen. */
  function frame() {
    if (!draft || !element.clientWidth || !element.clientHeight) return;
    camera.frame(bounds(), element.clientWidth / element.clientHeight);
    placePicture();
  }

  /** @param {LaidTile} laid @param {number} number counted as on the track */
  function drawTile(laid, number) {
    const inner = draft && number > 0 && number <= draft.tiles.length;
    const wrong = draft?.problems.some((each) => each.tile === number);
    const warned = draft?.warnings.some((each) => each.tile === number);
    const name = ["tile", wrong ? "wrong" : warned ? "warned" : "", inner && number - 1 === selected ? "chosen" : ""].join(" ");
    return draw("path", { class: name, d: laid.outline, "data-tile": inner ? number - 1 : null, "data-drop": Math.min(number, draft?.tiles.length ?? 0) });
  }

  /** @param {LaidTile} laid @param {number} number */
  function drawTileNumber(laid, number) {
    const inner = draft && number > 0 && number <= draft.tiles.length;
    if (!inner) return null;
    const wrong = draft?.problems.some((each) => each.tile === number);
    return draw(
      "g",
      { class: `tile-number ${wrong ? "wrong" : ""} ${number - 1 === selected ? "chosen" : ""}`, transform: `translate(${laid.x} ${laid.y})` },
      draw("circle", { r: 0.72 }),
      drawNumber(wrong ? "!" : number, 0.85, "number"),
    );
  }

  /** What stands on a straight, while there is no picture. @param {LaidTile} laid */
  function drawMap({ map, x, y, heading }) {
    const marks = map.flatMap((row, i) =>
      [...row].map((cell, lane) => {
        const [left, top] = [lane - 2, (i - 2) * LENGTH];
        if (cell === "#") return draw("rect", { class: "rock", x: left - 0.5, y: top - LENGTH / 2, width: 1, height: LENGTH });
        return cell === "t" ? draw("path", { class: "tree", d: `M${left} ${top - 0.45}l.4 .8h-.8Z` }) : null;
      }),
    );
    return draw("g", { transform: `translate(${x} ${y})rotate(${heading})` }, ...marks);
  }

  /** The spaces of the chosen straight, to be planted. @param {LaidTile} laid */
  function drawPlots({ x, y, heading }) {
    const plots = Array.from({ length: LANES * LANES }, (_, plot) => {
      const [lane, row] = [plot % LANES, Math.floor(plot / LANES)];
      return draw("rect", { class: "plot", "data-plot": plot, x: lane - 2.5, y: (row - 2.5) * LENGTH, width: 1, height: LENGTH, rx: 0.14 });
    });
    return draw("g", { transform: `translate(${x} ${y})rotate(${heading})` }, ...plots);
  }

  /** @param {FittingPiece} piece */
  function drawGhost({ name, outline, x, y, flat }) {
    const icon = drawPiece(name);
    for (const [key, value] of Object.entries({ x: -0.85, y: -0.85, width: 1.7, height: 1.7 })) icon.setAttribute(key, String(value));
    return draw(
      "g",
      { class: flat ? "ghost" : "ghost bridge", "data-piece": name },
      draw("path", { class: "ghost-outline", d: outline }),
      draw("g", { class: "ghost-button", transform: `translate(${x} ${y})` }, draw("circle", { r: 1.25 }), icon),
    );
  }

  /** What is wrong, said at its tile: that of the chosen one, else the first. */
  function showCallout() {
    const at = (draft?.problems ?? []).filter(({ tile }) => tile !== null && draft?.laid[tile]);
    const problem = at.find(({ tile }) => tile === selected + 1) ?? at[0];
    callout.hidden = !problem;
    callout.dataset.tile = String(problem?.tile ?? "");
    if (!problem) return fill(callout);
    const focused = callout.contains(document.activeElement);
    fill(callout, ...tellProblem(problem));
    if (focused) callout.querySelector("button")?.focus({ preventScroll: true });
    placeCallout();
  }

  /** Put the callout beside its tile, always within sight. */
  function placeCallout() {
    const laid = draft?.laid[Number(callout.dataset.tile)];
    if (callout.hidden || !laid) return;
    const [wide, tall] = [element.clientWidth, element.clientHeight];
    const [x, y] = [((laid.x - view.x) / view.width) * wide, ((laid.y - view.y) / view.height) * tall];
    const radius = (3.4 / view.width) * wide;
    const below = y + radius + callout.offsetHeight + 8 < tall;
    const left = Math.min(Math.max(x - callout.offsetWidth / 2, 8), Math.max(8, wide - callout.offsetWidth - 8));
    const top = below ? y + radius : Math.max(8, y - radius - callout.offsetHeight);
    callout.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.min(top, tall - callout.offsetHeight - 8))}px)`;
    callout.classList.toggle("below", below);
    callout.style.setProperty("--tip", `${Math.round(Math.min(Math.max(x - left, 18), callout.offsetWidth - 18))}px`);
  }

  function show() {
    if (!draft) return;
    const { laid, ends } = draft;
    frame();
    svg.setAttribute("data-drop", String(draft.tiles.length));
    svg.classList.toggle("planting", planting);
    const last = laid.length - 1;
    fill(
      sketch,
      ...laid.map((each, i) => draw("path", { class: i === 0 || i === last ? "ground end" : "ground", d: each.outline })),
      ...laid.filter((each) => each.map.length).map(drawMap),
    );
    fill(tiles, ...laid.map(drawTile));
    fill(numbers, ...(planting ? [] : laid.map(drawTileNumber)));
    fill(ghosts, ...(planting ? [] : ends.map(drawGhost)));
    const chosen = laid[selected + 1];
    fill(cells, planting && chosen?.cells ? drawPlots(chosen) : null);
    showPicture();
    showCallout();
  }

  return {
    element,
    camera,
    /** @param {Draft} next @param {number} tile the chosen one, from 0; -1 for none @param {boolean} plots whether its spaces are planted */
    show(next, tile, plots) {
      const moved = plots && (!planting || tile !== selected);
      draft = next;
      selected = tile;
      planting = plots;
      show();
      const laid = next.laid[tile + 1];
      if (moved && laid) camera.lookAt(laid, NEAR);
      clearTimeout(timer);
      if (next.sound && painted !== next.line) timer = setTimeout(() => void paint(), CALM);
    },
  };
}
