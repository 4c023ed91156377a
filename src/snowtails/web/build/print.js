/** A course on paper, at the size of a table: sheets to print, cut and glue. */

import { get, getText, insist } from "../core/api.js";
import { draw, fill, make } from "../core/dom.js";
import { makeErrorScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { makeLink } from "../core/links.js";
import { makeScreenHead } from "../core/screen-head.js";
import { number, say, spoken } from "../core/words.js";
import { pathTo, readAddress } from "./address.js";
import { LANES, laneOfOneSheet, MARGIN, OVERLAP, sheetsOf } from "./sheets.js";

/** @import {Go} from "../core/links.js" */
/** @import {Paper, Sheet, Sheets} from "./sheets.js" */

const ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** What is left out, for ink is dear: the track is printed, the land is not. */
const LAND = ".ground, .scenery, .lake, .shadows, .bank-shadow, .run-off";
/** How far crop marks reach into the margin. */
const MARK = 6;

/** @param {Go} go @param {AbortSignal} signal @returns {Promise<HTMLElement>} */
export async function showPrint(go, signal) {
  const { course, name, lay } = readAddress(location.search);
  const address = `/api/courses/${encodeURIComponent(course)}`;
  const [mapped, drawn, about] = await Promise.all([
    insist(() => get(`${address}/map`), signal),
    insist(() => getText(`${address}/drawing?theme=light`), signal),
    insist(() => get(address), signal),
  ]);
  signal.throwIfAborted();
  const back = () => makeLink(go, pathTo({ line: course, name }, "/build", lay), { class: "button" }, say("print.back"));
  if (!mapped.ok) return makeErrorScreen(whyNot(mapped), back());
  if (!drawn.ok) return makeErrorScreen(whyNot(drawn), back());
  const title = name || (about.ok && about.value.title) || say("course.unnamed");
  const last = mapped.value.finish;
  // The run-off behind the finish is only there to come to a halt on.
  const spaces = Object.values(mapped.value.spaces).filter(({ tile }) => tile <= last);

  const drawing = /** @type {SVGSVGElement} */ (
    document.importNode(/** @type {Node} */ (new DOMParser().parseFromString(drawn.value, "image/svg+xml").documentElement), true)
  );
  for (const each of drawing.querySelectorAll(LAND)) each.remove();
  const [x = 0, y = 0, wide = 1, tall = 1] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  for (const [key, value] of Object.entries({ id: "printed", x, y, width: wide, height: tall })) drawing.setAttribute(key, String(value));
  drawing.setAttribute("aria-hidden", "true");
  const source = draw("svg", { class: "print-source", width: 0, height: 0, "aria-hidden": "true" }, draw("defs", {}, drawing));

  const lanes = make(
    "select",
    { onchange: () => show() },
    ...LANES.map((each) => make("option", { value: each, selected: each === LANES[1] }, say("print.lane", { width: number(each) }))),
    make("option", { value: 0 }, say("print.one")),
  );
  const paper = make(
    "select",
    { onchange: () => show() },
    make("option", { value: "a4" }, "A4"),
    make("option", { value: "letter", selected: spoken() === "en" && navigator.language === "en-US" }, say("print.letter")),
  );
  const told = make("p", { class: "aside", role: "status" });
  const sheets = make("div", { class: "sheets" });

  /** @param {Sheet} sheet */
  const nameOf = ({ row, column }) => `${ROWS[row] ?? row + 1}${column + 1}`;

  /** The lines along which to cut, and where the next sheet is glued on. @param {Sheets} all @param {Sheet} sheet */
  function drawMarks(all, sheet) {
    const { width, height } = sheet.box;
    const has = (/** @type {number} */ down, /** @type {number} */ right) =>
      all.sheets.some(({ row, column }) => row === sheet.row + down && column === sheet.column + right);
    const [left, top, right, bottom] = [MARGIN, MARGIN, MARGIN + width, MARGIN + height];
    const corners = [
      [left, top, -1, -1],
      [right, top, 1, -1],
      [left, bottom, -1, 1],
      [right, bottom, 1, 1],
    ];
    const crop = corners.map(([cx = 0, cy = 0, dx = 0, dy = 0]) => `M${cx + dx} ${cy}h${dx * MARK}M${cx} ${cy + dy}v${dy * MARK}`).join("");
    const glue = [has(0, 1) ? `M${right - OVERLAP} ${top}V${bottom}` : "", has(1, 0) ? `M${left} ${bottom - OVERLAP}H${right}` : ""].join("");
    return [draw("path", { class: "crop", d: crop }), draw("path", { class: "glue", d: glue })];
  }

  /** @param {Sheets} all @param {Sheet} sheet @param {number} i @param {number} lane */
  function makeSheet(all, sheet, i, lane) {
    const { box } = sheet;
    const view = [box.x / lane, box.y / lane, box.width / lane, box.height / lane].join(" ");
    const label = say("print.sheet", { sheet: nameOf(sheet), number: i + 1, count: all.sheets.length });
    return make(
      "figure",
      { class: `sheet ${paper.value} ${all.landscape ? "landscape" : "portrait"}` },
      draw(
        "svg",
        { viewBox: `0 0 ${all.width} ${all.height}`, role: "img", "aria-label": label },
        draw("svg", { viewBox: view, x: MARGIN, y: MARGIN, width: box.width, height: box.height }, draw("use", { href: "#printed" })),
        ...drawMarks(all, sheet),
        draw("text", { class: "sheet-name", x: all.width / 2, y: all.height - 3.5, "text-anchor": "middle" }, `${title} · ${label}`),
      ),
    );
  }

  /** Which sheet goes where. @param {Sheets} all @param {number} lane */
  function makePlan(all, lane) {
    const { bounds } = all;
    const outline = all.sheets.flatMap((sheet) => {
      const { box } = sheet;
      return [
        draw("rect", { class: "plan-sheet", x: box.x, y: box.y, width: box.width, height: box.height }),
        draw(
          "text",
          { class: "plan-name", x: box.x + box.width / 2, y: box.y + box.height / 2, "font-size": 0.18 * box.width, "text-anchor": "middle" },
          nameOf(sheet),
        ),
      ];
    });
    const [left, top] = [Math.min(bounds.x, ...all.sheets.map(({ box }) => box.x)), Math.min(bounds.y, ...all.sheets.map(({ box }) => box.y))];
    const right = Math.max(...all.sheets.map(({ box }) => box.x + box.width));
    const bottom = Math.max(...all.sheets.map(({ box }) => box.y + box.height));
    return make(
      "figure",
      { class: "print-plan" },
      draw(
        "svg",
        { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, "aria-hidden": "true" },
        draw("g", { transform: `scale(${lane})` }, draw("use", { href: "#printed" })),
        ...outline,
      ),
      make("figcaption", { class: "aside" }, say("print.how", { overlap: number(OVERLAP) })),
    );
  }

  function show() {
    const chosen = /** @type {Paper} */ (paper.value);
    const lane = Number(lanes.value) || laneOfOneSheet(spaces, chosen);
    const all = sheetsOf(spaces, lane, chosen);
    told.textContent = say("print.told", {
      count: all.sheets.length,
      wide: number(Math.round(all.bounds.width / 10)),
      tall: number(Math.round(all.bounds.height / 10)),
    });
    fill(sheets, all.sheets.length > 1 ? makePlan(all, lane) : null, ...all.sheets.map((sheet, i) => makeSheet(all, sheet, i, lane)));
  }

  const element = make(
    "main",
    { class: "print-screen" },
    makeScreenHead(go, say("print.label"), back(), make("button", { type: "button", class: "go", onclick: () => print() }, say("print.go"))),
    make(
      "div",
      { class: "print-choices" },
      make("label", { class: "field" }, make("span", {}, say("print.size")), lanes),
      make("label", { class: "field" }, make("span", {}, say("print.paper")), paper),
      told,
    ),
    source,
    sheets,
  );
  show();
  return element;
}
