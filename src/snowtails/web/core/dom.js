/** Making elements. Styles are set as properties only: the page's policy allows no inline ones. */

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Attributes} attributes names that begin with "on" are listeners
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return element;
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return element;
}

/**
 * Put children in the place of what is there.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
}

/**
 * Put rows in the place of what a list holds. A row that says the same stays as it is, so that it is not read out again; one that
 * has the focus and says something else hands it on.
 * @param {Element} list
 * @param {HTMLElement[]} rows each with a `data-key` of its own
 */
export function arrange(list, rows) {
  const before = /** @type {HTMLElement[]} */ ([...list.children]);
  const focused = before.find((row) => row.contains(document.activeElement))?.dataset.key;
  const wanted = rows.map((row) => before.find((each) => each.outerHTML === row.outerHTML) ?? row);
  for (const row of before) if (!wanted.includes(row)) row.remove();
  for (const [place, row] of wanted.entries()) if (row !== list.children[place]) list.insertBefore(row, list.children[place] ?? null);
  const heir = wanted.find((row) => focused !== undefined && row.dataset.key === focused && !row.contains(document.activeElement));
  heir?.querySelector(/** @type {"button"} */ ("button, a"))?.focus({ preventScroll: true });
}

/**
 * Draw a number, its middle at the origin. Letters much smaller than a pixel of their own
 * coordinates come out wrong, so they are set large and scaled down.
 * @param {string | number} text
 * @param {number} size
 * @param {string} name its class
 */
export function drawNumber(text, size, name) {
  const set = 20;
  return draw("text", { class: name, "text-anchor": "middle", "font-size": set, dy: "0.36em", transform: `scale(${size / set})` }, String(text));
}
