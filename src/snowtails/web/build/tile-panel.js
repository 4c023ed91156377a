/** The chosen tile: another face, its speed, what stands on it, where it lies. */

import { fill, make } from "../core/dom.js";
import { say } from "../core/words.js";
import { FACES, isBend } from "./edits.js";
import { drawPiece } from "./piece-icon.js";
import { pieceName } from "./pieces.js";

/** @import {Draft} from "../core/types" */
/** @import {Course} from "./edits.js" */

/**
 * @typedef {object} TileCommands
 * @property {(name: string) => void} replace
 * @property {() => void} turnOver
 * @property {(by: 1 | -1) => void} move
 * @property {() => void} remove
 * @property {(safety: number | null) => void} setSafety
 * @property {(space: { row: number, lane: number }) => void} plant
 * @property {() => void} clearMap
 * @property {(planting: boolean) => void} setPlanting whether the spaces are tapped on the drawing
 */

const SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const LANES = "abcde";
const SIGNS = /** @type {Record<string, string>} */ ({ ".": "", t: "▲", "#": "■" });

/** @param {TileCommands} commands */
export function makeTilePanel(commands) {
  const element = make("section", { class: "tile-panel", "aria-labelledby": "tile-title" });

  /** @param {string} label @param {() => void} act @param {string} [name] */
  const button = (label, act, name = "") => make("button", { type: "button", "data-act": name, onclick: act }, label);

  /** @param {string} name */
  const makeFaces = (name) =>
    make(
      "div",
      { class: "faces", role: "group", "aria-label": say("build.faces") },
      ...FACES.map((face) =>
        make(
          "button",
          {
            type: "button",
            class: "face-choice",
            "aria-pressed": String(face === name),
            "aria-label": pieceName(face),
            title: pieceName(face),
            onclick: () => commands.replace(face),
          },
          drawPiece(face),
        ),
      ),
    );

  /** @param {number | null} own @param {number} shown */
  function makeSpeed(own, shown) {
    const select = make(
      "select",
      { onchange: () => commands.setSafety(select.value ? Number(select.value) : null) },
      make("option", { value: "", selected: own === null }, own === null ? say("build.printed.speed", { speed: shown }) : say("build.printed")),
      ...SPEEDS.map((each) => make("option", { value: each, selected: each === own }, String(each))),
    );
    return make("label", { class: "field" }, make("span", {}, say("build.safety")), select);
  }

  /** @param {boolean} planting @param {boolean} own */
  const makeMapActs = (planting, own) => [
    make(
      "button",
      { type: "button", "data-act": "plant", "aria-pressed": String(planting), onclick: () => commands.setPlanting(!planting) },
      say("build.map.drawing"),
    ),
    own ? button(say("build.map.clear"), commands.clearMap, "clear-map") : null,
  ];

  /** @param {string[]} rows */
  function makeMap(rows) {
    const cells = Array.from({ length: 5 }, (_, row) =>
      Array.from({ length: 5 }, (__, lane) => {
        const cell = rows[row]?.[lane] ?? ".";
        const where = `${LANES[lane]}${5 - row}`;
        const what = say(cell === "t" ? "build.cell.sapling" : cell === "#" ? "build.cell.rock" : "build.cell.free");
        return make(
          "button",
          {
            type: "button",
            class: `cell ${cell === "t" ? "sapling" : cell === "#" ? "rock" : "free"}`,
            "data-cell": where,
            "aria-label": say("about", { what: where, about: what }),
            onclick: () => commands.plant({ row, lane }),
          },
          SIGNS[cell] ?? "",
        );
      }),
    );
    return make(
      "div",
      { class: "map-editor" },
      make("p", { class: "aside" }, say("build.map")),
      make("div", { class: "cells", role: "group", "aria-label": say("build.map.label") }, ...cells.flat()),
    );
  }

  return {
    element,
    /** @param {Course} course @param {number} selected @param {Draft | null} draft @param {boolean} planting */
    show(course, selected, draft, planting) {
      const tile = course.tiles[selected];
      element.hidden = !tile;
      if (!tile) return fill(element);
      const focus = element.contains(document.activeElement) ? document.activeElement : null;
      const [act, cell, label] = ["data-act", "data-cell", "aria-label"].map((name) => focus?.getAttribute(name));
      const laid = draft?.tiles.length === course.tiles.length ? draft.laid[selected + 1] : null;
      fill(
        element,
        make("h2", { id: "tile-title" }, say("about", { what: say("choices.tile", { tile: selected + 1 }), about: pieceName(tile.name) })),
        make(
          "div",
          { class: "tile-choices" },
          make(
            "div",
            { class: "tile-acts" },
            button(say("build.turnOver"), commands.turnOver, "turn-over"),
            button(say("build.earlier"), () => commands.move(-1), "earlier"),
            button(say("build.later"), () => commands.move(1), "later"),
            button(say("build.remove"), commands.remove, "remove"),
            ...(laid?.cells ? makeMapActs(planting, tile.map !== null) : []),
          ),
          makeFaces(tile.name),
          isBend(tile.name) && laid ? makeSpeed(tile.safety, laid.safety) : null,
        ),
        laid?.cells ? makeMap(laid.map) : null,
      );
      const again = [...element.querySelectorAll("button, select")].find((each) =>
        focus?.tagName === "SELECT"
          ? each.tagName === "SELECT"
          : cell
            ? each.getAttribute("data-cell") === cell
            : act
              ? each.getAttribute("data-act") === act
              : label && each.getAttribute("aria-label") === label,
      );
      if (focus) /** @type {HTMLElement | undefined} */ (again ?? element.querySelector("button") ?? undefined)?.focus({ preventScroll: true });
    },
  };
}
