/** The page: looks at the address and shows the screen that it names. */

import { showFriends } from "./friends.js";
import { showHome } from "./home.js";
import { showLobby } from "./lobby.js";
import { apply, changes } from "./settings.js";
import { showTable } from "./table.js";

/** @typedef {(go: (path: string) => void, signal: AbortSignal, ...parts: string[]) => Promise<HTMLElement>} Screen */

/** Screens by address; what is in brackets is handed to the screen. @type {[RegExp, Screen][]} */
const ROUTES = [
  [/^\/race\/([\w-]+)$/, showTable],
  [/^\/replay(?:\/([\w-]+))?$/, async (go, signal, table) => (await import("./replay.js")).showReplay(go, signal, table)],
  [/^\/friends$/, showFriends],
  [/^\/lobby$/, showLobby],
  [/^\/solo$/, async (go, signal) => (await import("./solo.js")).showSolo(go, signal)],
  [/^\/solo\/([\w-]+)$/, async (go, signal, game) => (await import("./sologame.js")).showSoloGame(go, signal, game)],
  [/^\/daily$/, async (go, signal) => (await import("./daily.js")).showDaily(go, signal)],
  [/^\/help$/, async (go, signal) => (await import("./help.js")).showHelp(go, signal)],
  [/^\//, showHome],
];

let leaving = new AbortController();
/** @type {HTMLElement | null} */
let shown = null;

/**
 * Show the screen of the address; what it has begun ends with the signal when it is left.
 * @param {boolean} [again] the same screen in other words: dialogs stay open
 */
async function show(again = false) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  for (const [pattern, screen] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (!found) continue;
    const element = await screen(go, signal, ...found.slice(1));
    if (signal.aborted) return;
    if (again && shown?.isConnected) shown.replaceWith(element);
    else document.body.replaceChildren(element);
    shown = element;
    return;
  }
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
