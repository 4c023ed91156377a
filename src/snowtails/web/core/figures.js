/** Figures: single ones that are seen at a glance, and tables of them. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @param {string} label @param {string} value @param {string} [aside] */
export const makeFact = (label, value, aside = "") => make("div", {}, make("dt", {}, label), make("dd", {}, make("b", {}, value), aside));

/** @param {string | Node} content */
export const cell = (content) => make("td", {}, content);

/**
 * A table that can be scrolled sideways where it is too wide.
 * @param {string} title
 * @param {string[]} head
 * @param {HTMLElement[]} rows
 */
export function makeTable(title, head, rows) {
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, title),
    rows.length
      ? make(
          "div",
          { class: "scrolled", tabindex: 0, role: "region", "aria-label": title },
          make("table", {}, make("thead", {}, make("tr", {}, ...head.map((each) => make("th", { scope: "col" }, each)))), make("tbody", {}, ...rows)),
        )
      : make("p", { class: "aside" }, say("you.none")),
  );
}
