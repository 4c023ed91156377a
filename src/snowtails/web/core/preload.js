/** Fetching what will be needed: all modules of a screen together, not one import after the other. */

import { make } from "./dom.js";
import { reloadOnce } from "./version.js";

/** Modules by screen, as the server lists them in the page; read when first needed. @type {Record<string, string[]> | null} */
let screens = null;

/** @param {string} screen name of its module */
export function preload(screen) {
  screens ??= /** @type {Record<string, string[]>} */ (JSON.parse(document.getElementById("screens")?.textContent ?? "{}"));
  const links = (screens[screen] ?? []).map((name) => make("link", { rel: "modulepreload", href: new URL(`../${name}`, import.meta.url).href }));
  document.head.append(...links);
  delete screens[screen];
}

/**
 * Import what was not needed before. After an upgrade the server has newer files only: then the page is loaded anew.
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function late(load) {
  try {
    return await load();
  } catch (error) {
    const { get, insist } = await import("./api.js");
    await insist(() => get("/health"));
    if (!reloadOnce()) throw error;
    return new Promise(() => {});
  }
}

/** Do something when there is nothing else to do; not every browser can tell. @param {() => void} what */
export function whenIdle(what) {
  if ("requestIdleCallback" in window) requestIdleCallback(what);
  else setTimeout(what, 500);
}
