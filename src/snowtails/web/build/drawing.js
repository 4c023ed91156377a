/**
 * The drawing of a course that is being built: at once as a sketch of its tiles, then as the picture that the server paints. It
 * knows places, not rules: it is given a draft and tells which tile or piece was tapped.
 */

import { draw, drawNumber, fill, make } from "../core/dom.js";
import { changes, theme } from "../core/settings.js";
import { say } from "../core/words.js";
import { drawPiece } from "./piece-icon.js";

/** @import {CourseCertificate, Draft, FittingPiece, LaidTile} from "../core/types" */

/** Milliseconds without another edit after which the picture is asked for. */
const CALM = 120;
/** Length of a space of a straight, in lane widths. */
const LENGTH = 1.25;
/** Room around what can be tapped. */
const ROOM = 1.6;

/** @param {{ chosen: (tile: number | null) => void, appended: (name: string) => void }} told @param {AbortSignal} signal */
export function makeDrawing(told, signal) {
  const picture = draw("image", { preserveAspectRatio: "none" });
  const sketch = draw("g", { class: "sketch" });
  const heat = draw("g", { class: "heat" });
  const tiles = draw("g", { class: "tiles" });
  const ghosts = draw("g", { class: "ghosts" });
  const numbers = draw("g", { class: "tile-numbers" });
  // All of it is also in the list of tiles and among the pieces.
  const svg = draw("svg", { class: "build-course", "aria-hidden": "true", "data-drop": 0 }, picture, sketch, tiles, heat, ghosts, numbers);
  const element = make("section", { class: "build-drawing", "aria-label": say("board.label") }, svg);
  /** @type {Draft | null} */ let draft = null;
  /** What is seen: x, y, width, height. */
  let view = [0, 0, 1, 1];
  let selected = -1;
  let painted = "";
  let timer = 0;
  const sizes = new ResizeObserver(() => frame());
  sizes.observe(element);
  signal.addEventListener("abort", () => sizes.disconnect());

  svg.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const piece = target?.closest("[data-piece]")?.getAttribute("data-piece");
    const tile = target?.closest("[data-tile]")?.getAttribute("data-tile");
    if (piece) told.appended(piece);
    else told.chosen(tile ? Number(tile) : null);
  });
  changes.addEventListener("change", (event) => event instanceof CustomEvent && event.detail === "theme" && void paint(), { signal });

  /** Ask for the picture of a course that can be raced, and put it up when it has come. */
  async function paint() {
    if (!draft?.sound) return;
    const { line } = draft;
    const address = `/api/courses/${encodeURIComponent(line)}/drawing?theme=${theme()}`;
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

  /** Have the picture show all that is seen: its land goes on past the course. */
  function placePicture() {
    const address = picture.getAttribute("data-address");
    if (!address) return;
    const [x = 0, y = 0, width = 1, height = 1] = view;
    const href = `${address}#svgView(viewBox(${view.map((each) => each.toFixed(2)).join(",")}))`;
    for (const [name, value] of Object.entries({ href, x, y, width, height })) picture.setAttribute(name, String(value));
  }

  /** While there is no picture of the course as it is now, its tiles are sketched over the one before. */
  function showPicture() {
    svg.classList.toggle("painted", Boolean(draft?.sound) && painted === draft?.line);
    svg.classList.toggle("unsound", !draft?.sound);
  }

  /** Fill the element with as much as is to be seen. */
  function frame() {
    if (!draft || !element.clientWidth || !element.clientHeight) return;
    const { ends, frame: shown } = draft;
    const [x = 0, y = 0, width = 1, height = 1] = shown;
    const [left, top] = [Math.min(x, ...ends.map((each) => each.x - ROOM)), Math.min(y, ...ends.map((each) => each.y - ROOM))];
    const right = Math.max(x + width, ...ends.map((each) => each.x + ROOM));
    const bottom = Math.max(y + height, ...ends.map((each) => each.y + ROOM));
    const aspect = element.clientWidth / element.clientHeight;
    const wide = Math.max(right - left, (bottom - top) * aspect);
    const tall = wide / aspect;
    view = [(left + right - wide) / 2, (top + bottom - tall) / 2, wide, tall];
    svg.setAttribute("viewBox", view.join(" "));
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

  function show() {
    if (!draft) return;
    const { laid, ends } = draft;
    frame();
    svg.setAttribute("data-drop", String(draft.tiles.length));
    const last = laid.length - 1;
    fill(
      sketch,
      ...laid.map((each, i) => draw("path", { class: i === 0 || i === last ? "ground end" : "ground", d: each.outline })),
      ...laid.filter((each) => each.map.length).map(drawMap),
    );
    fill(tiles, ...laid.map(drawTile));
    fill(numbers, ...laid.map(drawTileNumber));
    fill(ghosts, ...ends.map(drawGhost));
    showPicture();
  }

  return {
    element,
    /** @param {Draft} next @param {number} tile the chosen one, from 0; -1 for none */
    show(next, tile) {
      const other = next.line !== draft?.line || !next.sound;
      draft = next;
      selected = tile;
      if (other) fill(heat);
      show();
      clearTimeout(timer);
      if (next.sound && painted !== next.line) timer = setTimeout(() => void paint(), CALM);
    },
    /** Show where dents fall: larger circles for more of them. @param {CourseCertificate | null} certificate */
    showHeat(certificate) {
      const spots = (certificate?.spots ?? []).filter((each) => each.dents > 0);
      const most = Math.max(0.05, ...spots.map((each) => each.dents));
      fill(heat, ...spots.map(({ x, y, dents }) => draw("circle", { class: "hot", cx: x, cy: y, r: (0.12 + 0.55 * Math.sqrt(dents / most)).toFixed(2) })));
    },
  };
}
