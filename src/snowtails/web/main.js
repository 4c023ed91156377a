/** The page: looks at the address and shows the screen that it names. */

import { make } from "./core/dom.js";
import { makeLink } from "./core/links.js";
import { late, preload, whenIdle } from "./core/preload.js";
import { apply, changes } from "./core/settings.js";
import { paintSeats } from "./core/sled-colours.js";
import { say } from "./core/words.js";
import { showHome } from "./home/home.js";

/** @typedef {(go: (path: string) => void, signal: AbortSignal, ...parts: string[]) => Promise<HTMLElement>} Screen */

/**
 * Screens by address, with their modules: the first screen is here at once, these come when they are wanted. What is in brackets
 * is handed to the screen.
 * @type {[RegExp, string, () => Promise<Screen>][]}
 */
const ROUTES = [
  [/^\/race\/([\w-]+)$/, "race/table.js", async () => (await import("./race/table.js")).showTable],
  [/^\/replay(?:\/([\w-]+))?$/, "replay/replay.js", async () => (await import("./replay/replay.js")).showReplay],
  [/^\/friends$/, "table/new-table.js", async () => (await import("./table/new-table.js")).showFriends],
  [/^\/season$/, "table/new-table.js", async () => (await import("./table/new-table.js")).showSeasonForm],
  [/^\/solo$/, "solo/new-game.js", async () => (await import("./solo/new-game.js")).showSolo],
  [/^\/solo\/([\w-]+)$/, "solo/game.js", async () => (await import("./solo/game.js")).showSoloGame],
  [/^\/daily$/, "solo/daily.js", async () => (await import("./solo/daily.js")).showDaily],
  [/^\/you$/, "you/you.js", async () => (await import("./you/you.js")).showYou],
  [/^\/lobby$/, "table/lobby.js", async () => (await import("./table/lobby.js")).showLobby],
  [/^\/courses$/, "gallery/gallery.js", async () => (await import("./gallery/gallery.js")).showGallery],
  [/^\/courses\/([\w-]+)$/, "gallery/course.js", async () => (await import("./gallery/course.js")).showCourse],
  [/^\/build$/, "build/build.js", async () => (await import("./build/build.js")).showBuild],
  [/^\/build\/print$/, "build/print.js", async () => (await import("./build/print.js")).showPrint],
  [/^\/learn$/, "learn/learn.js", async () => (await import("./learn/learn.js")).showLearn],
  [/^\/puzzles(?:\/([\w-]+))?$/, "puzzles/puzzles.js", async () => (await import("./puzzles/puzzles.js")).showPuzzles],
  [/^\/duplicate(?:\/([\w-]+))?$/, "duplicate/duplicate.js", async () => (await import("./duplicate/duplicate.js")).showDuplicate],
  [/^\/help$/, "help/help.js", async () => (await import("./help/help.js")).showHelp],
  [/^\/host$/, "host/host.js", async () => (await import("./host/host.js")).showHost],
];

/** Milliseconds after which a screen that is not there yet has one to wait on. */
const SLOW = 1000;

/** Milliseconds after the first screen until what may come next is fetched. */
const CALM = 800;

let leaving = new AbortController();
/** @type {HTMLElement | null} */
let shown = null;
/** Says why the page waits; it is there soon after the first screen. @type {HTMLElement | null} */
let requestStatus = null;

const errorScreens = () => import("./core/error-screen.js");

/** @returns {Promise<{ screen: Screen, parts: string[] }>} */
async function named() {
  for (const [pattern, module, load] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (!found) continue;
    preload(module);
    return { screen: await late(load), parts: found.slice(1) };
  }
  return { screen: location.pathname === "/" ? showHome : (await late(errorScreens)).showNowhere, parts: [] };
}

/**
 * Show the screen of the address; what it has begun ends with the signal when it is left, and it leads nowhere any more.
 * @param {boolean} [again] the same screen in other words: dialogs stay open
 */
async function show(again = false) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const onward = (/** @type {string} */ path) => (signal.aborted ? undefined : go(path));
  let there = again;
  const slow = setTimeout(async () => {
    const { makeErrorScreen } = await late(errorScreens);
    if (!there && !signal.aborted) lay(makeErrorScreen(say("wait"), makeLink(onward, "/", { class: "button" }, say("lost.home"))));
  }, SLOW);
  try {
    const { screen, parts } = await named();
    signal.throwIfAborted();
    paintSeats();
    const element = await screen(onward, signal, ...parts);
    signal.throwIfAborted();
    there = true;
    lay(element, again);
  } catch (error) {
    if (error === signal.reason) return;
    reportError(error);
    there = true;
    const { makeErrorScreen } = await errorScreens();
    lay(makeErrorScreen(say("lost.fault"), make("a", { class: "button go", href: "/" }, say("lost.home"))));
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Put a screen into the page; whoever comes from another one begins at its heading.
 * @param {HTMLElement} element
 * @param {boolean} [again]
 */
function lay(element, again = false) {
  const heading = element.querySelector("h1");
  const name = heading?.textContent ?? "";
  const first = shown === null;
  if (again && shown?.isConnected) shown.replaceWith(element);
  else document.body.replaceChildren(element, ...(requestStatus ? [requestStatus] : []));
  shown = element;
  document.title = name === say("title") ? name : `${name} · ${say("title")}`;
  if (first || again) return;
  scrollTo(0, 0);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Go to an address; to the present one, to see what has become of it. @param {string} path */
function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  void show();
}

addEventListener("popstate", () => void show());
changes.addEventListener("change", (event) => {
  if (event instanceof CustomEvent && event.detail === "language") void show(true);
});
whenIdle(async () => {
  const { makeRequestStatus } = await late(() => import("./core/request-status.js"));
  requestStatus = makeRequestStatus();
  document.body.append(requestStatus);
});
whenIdle(async () => {
  const { listenForHelp, RACE_KEYS } = await late(() => import("./core/keyboard.js"));
  listenForHelp(async () => (await late(() => import("./core/dialogs.js"))).openKeys(RACE_KEYS));
});
await apply();
await show();
// Whoever looks at the first screen will soon want to race; nothing is in the way of seeing it.
setTimeout(
  () =>
    whenIdle(() => {
      preload("race/table.js");
      void errorScreens();
    }),
  CALM,
);
// Installed, the page starts without a network too: with a page that says what needs the server.
whenIdle(() => void navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
