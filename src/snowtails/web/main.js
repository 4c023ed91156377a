/** The page: looks at the address and shows the screen that it names. */

import { showHome } from "./home.js";
import { preload, whenIdle } from "./preload.js";
import { apply, changes } from "./settings.js";

/** @typedef {(go: (path: string) => void, signal: AbortSignal, ...parts: string[]) => Promise<HTMLElement>} Screen */

/**
 * Screens by address, with their modules: the first screen is here at once, these come when they are wanted. What is in brackets
 * is handed to the screen.
 * @type {[RegExp, string, () => Promise<Screen>][]}
 */
const ROUTES = [
  [/^\/race\/([\w-]+)$/, "table.js", async () => (await import("./table.js")).showTable],
  [/^\/replay(?:\/([\w-]+))?$/, "replay.js", async () => (await import("./replay.js")).showReplay],
  [/^\/friends$/, "friends.js", async () => (await import("./friends.js")).showFriends],
  [/^\/season$/, "friends.js", async () => (await import("./friends.js")).showSeasonForm],
  [/^\/solo$/, "solo.js", async () => (await import("./solo.js")).showSolo],
  [/^\/solo\/([\w-]+)$/, "sologame.js", async () => (await import("./sologame.js")).showSoloGame],
  [/^\/daily$/, "daily.js", async () => (await import("./daily.js")).showDaily],
  [/^\/lobby$/, "lobby.js", async () => (await import("./lobby.js")).showLobby],
  [/^\/help$/, "help.js", async () => (await import("./help.js")).showHelp],
];

let leaving = new AbortController();
/** @type {HTMLElement | null} */
let shown = null;

/** @returns {Promise<{ screen: Screen, parts: string[] }>} */
async function named() {
  for (const [pattern, module, load] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (!found) continue;
    preload(module);
    return { screen: await load(), parts: found.slice(1) };
  }
  return { screen: showHome, parts: [] };
}

/**
 * Show the screen of the address; what it has begun ends with the signal when it is left.
 * @param {boolean} [again] the same screen in other words: dialogs stay open
 */
async function show(again = false) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { screen, parts } = await named();
  if (signal.aborted) return;
  const element = await screen(go, signal, ...parts);
  if (signal.aborted) return;
  if (again && shown?.isConnected) shown.replaceWith(element);
  else document.body.replaceChildren(element);
  shown = element;
}

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  void show();
}

addEventListener("popstate", () => void show());
changes.addEventListener("change", (event) => {
  if (event instanceof CustomEvent && event.detail === "language") void show(true);
});
await apply();
await show();
// Whoever looks at the first screen will soon want to race.
whenIdle(() => preload("table.js"));
