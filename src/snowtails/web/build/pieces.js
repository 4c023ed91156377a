/** The pieces that can be laid, and how many of them are left in the box. */

import { fill, make } from "../core/dom.js";
import { number, say, sayOr } from "../core/words.js";
import { makeDraggable } from "./drag.js";
import { BENDS, STRAIGHTS } from "./edits.js";
import { drawPiece } from "./piece-icon.js";

/** @import {Draft} from "../core/types" */

/** In the order in which they are shown. */
const SHOWN = ["straight", ...BENDS, ...STRAIGHTS.slice(1)];

/** Keys that lay pieces. */
export const PIECE_KEYS = /** @type {Record<string, string>} */ ({
  s: "straight",
  l: "corner-left",
  r: "corner-right",
  u: "u-turn-left",
  n: "u-turn-right",
  d: "snowdrift-left",
  e: "snowdrift-right",
  t: "saplings",
  c: "chasm",
});

/** @param {string} name of a face */
export const pieceName = (name) => sayOr(`build.piece.${name}`, name);

/** What the box calls a face. @param {string} name */
const pieceOf = (name) => name.replace(/^(corner|u-turn)-.*/, "$1");

/** How many of each piece are left in the box; fewer than none where a course takes more. @param {Draft} draft */
export function leftInBox(draft) {
  const left = Object.fromEntries(draft.box.map(({ piece, needed, held }) => [piece, held - needed]));
  // Hazards are the backs of straights.
  for (const name of STRAIGHTS.slice(1)) left[name] = Math.min(left[name] ?? 0, left.straight ?? 0);
  return /** @type {Record<string, number>} */ (left);
}

/** @param {{ lay: (name: string) => void, dropped: (name: string, at: number) => void }} told @param {AbortSignal} signal */
export function makePieces(told, signal) {
  const buttons = SHOWN.map((name) => {
    const left = make("span", { class: "piece-left" });
    const key = Object.entries(PIECE_KEYS).find(([, face]) => face === name)?.[0];
    const button = make(
      "button",
      { type: "button", class: "piece", "data-name": name, "aria-keyshortcuts": key ?? null, onclick: () => told.lay(name) },
      drawPiece(name),
      make("span", { class: "piece-name" }, pieceName(name)),
      left,
    );
    makeDraggable(button, () => ({ picture: () => drawPiece(name), drop: (at) => told.dropped(name, at) }), signal);
    return { name, button, left };
  });
  const where = make("p", { class: "aside where" });
  const beyond = make("p", { class: "beyond", role: "status" });
  const element = make(
    "section",
    { class: "pieces", "aria-labelledby": "pieces-title" },
    make("h2", { id: "pieces-title" }, say("build.pieces")),
    where,
    make("div", { class: "piece-row" }, ...buttons.map(({ button }) => button)),
    beyond,
  );
  return {
    element,
    /** Say where a piece would be laid. @param {number} selected the chosen tile, from 0 @param {number} count of tiles */
    aim(selected, count) {
      where.textContent = selected >= 0 && selected < count - 1 ? say("build.where.behind", { tile: selected + 1 }) : say("build.where.end");
    },
    /** @param {Draft} draft */
    show(draft) {
      const left = leftInBox(draft);
      for (const { name, button, left: shown } of buttons) {
        const count = left[pieceOf(name)] ?? 0;
        fill(
          shown,
          make("span", { "aria-hidden": "true" }, number(Math.max(0, count))),
          make("span", { class: "visually-hidden" }, say("build.left", { count: Math.max(0, count) })),
        );
        button.classList.toggle("used-up", count <= 0);
      }
      const missing = draft.box.filter(({ needed, held }) => needed > held);
      beyond.textContent = missing.length
        ? say("build.beyond", {
            what: missing
              .map(({ piece, needed, held }) => say("build.beyond.piece", { piece: sayOr(`build.box.${piece}`, piece), count: needed - held }))
              .join(say("list.gap")),
          })
        : "";
    },
  };
}
