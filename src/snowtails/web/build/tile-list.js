/** The tiles of a course as a list: for whoever does not see the drawing, or has only keys. */

import { fill, make } from "../core/dom.js";
import { say } from "../core/words.js";
import { makeDraggable, numberAfterDrop } from "./drag.js";
import { drawPiece } from "./piece-icon.js";
import { pieceName } from "./pieces.js";

/** @import {Draft} from "../core/types" */
/** @import {Course} from "./edits.js" */

/** @param {{ chosen: (tile: number) => void, moved: (from: number, to: number) => void }} told @param {AbortSignal} signal */
export function makeTileList(told, signal) {
  const list = make("ol", { class: "tile-list" });
  const none = make("p", { class: "aside" }, say("build.none"));
  const element = make(
    "section",
    { class: "tiles-panel", "aria-labelledby": "tiles-title" },
    make("h2", { id: "tiles-title" }, say("build.tiles")),
    none,
    list,
  );
  makeDraggable(
    list,
    ({ target }) => {
      const at = target instanceof Element ? target.closest("[data-drop]")?.getAttribute("data-drop") : null;
      const face = target instanceof Element ? target.closest("[data-face]")?.getAttribute("data-face") : null;
      return at && face ? { picture: () => drawPiece(face), drop: (place, onto) => told.moved(Number(at), numberAfterDrop(Number(at), place, onto)) } : null;
    },
    signal,
  );

  return {
    element,
    /** @param {Course} course @param {number} selected @param {Draft | null} draft what the server says of it, once it has */
    show(course, selected, draft) {
      const focused = list.contains(document.activeElement);
      none.hidden = course.tiles.length > 0;
      const current = draft?.tiles.length === course.tiles.length ? draft : null;
      fill(
        list,
        ...course.tiles.map((tile, at) => {
          const wrong = current?.problems.some((each) => each.tile === at + 1);
          const safety = current?.laid[at + 1]?.safety;
          const facts = [tile.map ? say("build.ownMap") : "", safety ? say("build.speed", { speed: safety }) : "", wrong ? say("build.wrong") : ""].filter(
            Boolean,
          );
          const button = make(
            "button",
            {
              type: "button",
              class: wrong ? "tile-row wrong" : "tile-row",
              "aria-current": at === selected ? "true" : null,
              "data-drop": at,
              "data-face": tile.name,
              onclick: () => told.chosen(at),
            },
            make("span", { class: "tile-at" }, String(at + 1)),
            drawPiece(tile.name),
            make("span", { class: "tile-name" }, pieceName(tile.name), facts.length ? make("span", { class: "aside" }, facts.join(" · ")) : null),
          );
          return make("li", {}, button);
        }),
      );
      const chosen = /** @type {HTMLElement | undefined} */ (list.children[selected]?.firstElementChild);
      if (focused) (chosen ?? /** @type {HTMLElement | null} */ (list.querySelector("button")))?.focus({ preventScroll: true });
      // Only the list itself is scrolled, never the page.
      if (chosen && list.scrollHeight > list.clientHeight) list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2;
    },
  };
}
