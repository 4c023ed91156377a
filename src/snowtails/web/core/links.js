/** Links within the page, and addresses to hand to others. */

import { make } from "./dom.js";

/** @import {Attributes, Child} from "./dom.js" */
/** @typedef {(path: string) => void} Go */

/**
 * A link to another screen of the page; a new tab, if wished, is the browser's business.
 * @param {Go} go
 * @param {string} path
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function makeLink(go, path, attributes, ...children) {
  const link = make("a", { ...attributes, href: path }, ...children);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(path);
  });
  return link;
}

/** @param {string} table @param {Record<string, string | number>} [wish] `seat`, and `code` or `recover` */
export function pathOf(table, wish = {}) {
  const query = new URLSearchParams(Object.entries(wish).map(([name, value]) => [name, String(value)]));
  return `/race/${table}${query.size ? `?${query}` : ""}`;
}

/** The same for others, with the name of the server. @param {string} path */
export const addressOf = (path) => `${location.origin}${path}`;

/** Whether only this very device can open the page's addresses. */
export const onlyHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
