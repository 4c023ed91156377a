/** Figures: single ones that are seen at a glance, and tables of them. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @param {string} label @param {string} value @param {string} [aside] */
export const makeFact = (label, value, aside = "") => make("div", {}, make("dt", {}, label), make("dd", {}, make("b", {}, value), aside));

/** @param {string | Node} content */
export const cell = (content) => make("td", {}, content);

/** What the parts of a table are, said outright: where a narrow screen lays them out otherwise, some browsers forget it. */
const ROLES = { table: "table", "thead, tbody": "rowgroup", tr: "row", "th[scope=col]": "columnheader", "th[scope=row]": "rowheader", td: "cell" };

/**
 * A table that can be scrolled sideways where it is too wide.
 * @param {string} title
 * @param {string[]} head
 * @param {HTMLElement[]} rows
 */
export function makeTable(title, head, rows) {
  if (!rows.length) return make("section", { class: "panel" }, make("h2", {}, title), make("p", { class: "aside" }, say("you.none")));
  const columns = make("tr", {}, ...head.map((each) => make("th", { scope: "col" }, each)));
  const table = make("table", {}, make("thead", {}, columns), make("tbody", {}, ...rows));
  const scrolled = make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": title }, table);
  for (const [parts, role] of Object.entries(ROLES)) for (const each of scrolled.querySelectorAll(parts)) each.setAttribute("role", role);
  return make("section", { class: "panel" }, make("h2", {}, title), scrolled);
}
