/** Fetching what will be needed: all modules of a screen together, not one import after the other. */

import { make } from "./dom.js";

/** Modules by screen, as the server lists them in the page. @type {Record<string, string[]>} */
const screens = JSON.parse(document.getElementById("screens")?.textContent ?? "{}");

/** @param {string} screen name of its module */
export function preload(screen) {
  const links = (screens[screen] ?? []).map((name) => make("link", { rel: "modulepreload", href: new URL(name, import.meta.url).href }));
  document.head.append(...links);
  delete screens[screen];
}

/** Do something when there is nothing else to do; not every browser can tell. @param {() => void} what */
export function whenIdle(what) {
  if ("requestIdleCallback" in window) requestIdleCallback(what);
  else setTimeout(what, 500);
}
