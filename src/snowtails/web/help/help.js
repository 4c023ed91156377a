/** The help: the rules clause by clause, with pictures, keys and a line for programs. */

import { get } from "../core/api.js";
import { makeKeys, openDialog } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { RACE_KEYS } from "../core/keyboard.js";
import { late } from "../core/preload.js";
import { makeScreenHead } from "../core/screen-head.js";
import { changes } from "../core/settings.js";
import { LANGUAGES, say, spoken } from "../core/words.js";
import { drawScene } from "./scene.js";
import { SCENES } from "./scenes.js";

/** @import {Child} from "../core/dom.js" */

/**
 * The words of the help in one language, from its file in `help/`; docs/rules.md is made of the English one.
 * @typedef {object} Help
 * @property {string[]} minute the game in a minute
 * @property {Record<string, string>} chapters titles
 * @property {Record<string, string[]>} clauses a title, then paragraphs
 * @property {Record<string, string>} pictures what each picture shows
 */

/** Where clauses are named in a text. */
const CLAUSE = /([A-Z]+-\d+)/;

/** @param {string} language @returns {Promise<Help>} */
const readHelp = (language) =>
  late(async () => {
    const answer = await get(new URL(`${language}.json`, import.meta.url).href);
    if (!answer.ok) throw new Error(`the help is not there: ${answer.code}`);
    return answer.value;
  });

/** @param {Help} help @param {string} chapter */
const clausesOf = (help, chapter) => Object.keys(help.clauses).filter((id) => id.startsWith(`${chapter}-`));

/** @param {Help} help @param {string} id */
function makeClause(help, id) {
  const [title = "", ...paragraphs] = help.clauses[id] ?? [];
  const scene = SCENES[id];
  const caption = help.pictures[id] ?? "";
  return make(
    "section",
    { class: "clause", id, tabindex: -1, "aria-labelledby": `title-${id}` },
    make("h3", { id: `title-${id}` }, `${title} `, make("a", { class: "clause-id", href: `#${id}`, "aria-label": say("help.link", { clause: id }) }, id)),
    ...paragraphs.map((paragraph) => make("p", {}, ...withLinks(help, paragraph))),
    scene && make("figure", {}, drawScene(scene), make("figcaption", {}, caption)),
  );
}

/** A text whose clauses lead to them. @param {Help} help @param {string} text @returns {Child[]} */
const withLinks = (help, text) => text.split(CLAUSE).map((part) => (part in help.clauses ? make("a", { href: `#${part}` }, part) : part));

/** The rules, keys and the line for programs. @param {Help} help */
function makeRules(help) {
  const chapters = Object.entries(help.chapters).map(([chapter, title]) => {
    const id = `chapter-${chapter}`;
    const clauses = clausesOf(help, chapter).map((each) => makeClause(help, each));
    return { id, title, element: make("section", { class: "chapter", id, tabindex: -1 }, make("h2", {}, title), ...clauses) };
  });
  chapters.push(
    {
      id: "keys",
      title: say("keys.label"),
      element: make("section", { class: "chapter", id: "keys", tabindex: -1 }, make("h2", {}, say("keys.label")), makeKeys(RACE_KEYS)),
    },
    {
      id: "programs",
      title: say("help.programs"),
      element: make("section", { class: "chapter", id: "programs", tabindex: -1 }, make("h2", {}, say("help.programs")), makeLine()),
    },
  );
  const contents = make(
    "nav",
    { class: "contents", "aria-label": say("help.contents") },
    make("ul", {}, ...chapters.map(({ id, title }) => make("li", {}, make("a", { href: `#${id}` }, title)))),
  );
  const minute = make("section", { class: "minute" }, make("h2", {}, say("help.minute")), make("ol", {}, ...help.minute.map((each) => make("li", {}, each))));
  return make("div", { class: "help", lang: spoken() }, contents, make("div", { class: "rules" }, minute, ...chapters.map(({ element }) => element)));
}

/** How a program says hello. */
function makeLine() {
  const line = `curl --json '{"name": "Nanuk", "bearer": true}' ${location.origin}/api/visitors`;
  return make("div", {}, make("p", {}, say("help.api")), make("pre", { tabindex: 0 }, make("code", { lang: "en" }, line)), make("p", {}, say("help.api.more")));
}

/** Make the help in the language spoken now; links in it lead about in it. @param {(id: string) => void} told */
async function makeHelp(told) {
  const element = makeRules(await readHelp(spoken() in LANGUAGES ? spoken() : "en"));
  element.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const id = link?.getAttribute("href")?.slice(1);
    if (!id || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    told(id);
    seek(element, id);
  });
  return element;
}

/** Bring a clause into sight. @param {Element} help @param {string} id */
function seek(help, id) {
  const found = id ? help.querySelector(`#${CSS.escape(id)}`) : null;
  if (!(found instanceof HTMLElement)) return;
  for (const each of help.querySelectorAll(".sought")) each.classList.remove("sought");
  found.classList.add("sought");
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: "start" });
}

/** Draw the pictures anew in the colours of the theme. @param {Element} help */
function repaint(help) {
  for (const old of help.querySelectorAll(".clause .scene")) {
    const scene = SCENES[old.closest(".clause")?.id ?? ""];
    if (scene) old.replaceWith(drawScene(scene));
  }
}

/** Repaint whenever the theme changes. @param {Element} help @param {AbortSignal} signal */
function followTheme(help, signal) {
  changes.addEventListener("change", (event) => event instanceof CustomEvent && event.detail === "theme" && repaint(help), { signal });
}

/**
 * The help as a screen.
 * @param {(path: string) => void} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showHelp(go, signal) {
  const help = await makeHelp((id) => history.replaceState(null, "", `#${id}`));
  followTheme(help, signal);
  requestAnimationFrame(() => seek(help, decodeURIComponent(location.hash.slice(1))));
  return make("main", { class: "help-screen" }, makeScreenHead(go, say("help.title")), help);
}

/** The help beside what is on the screen. @param {string} [clause] */
export async function openHelp(clause = "") {
  const help = await makeHelp(() => {});
  const leaving = new AbortController();
  const dialog = openDialog(say("help.title"), help);
  dialog.classList.add("help-panel");
  dialog.addEventListener("close", () => leaving.abort());
  followTheme(help, leaving.signal);
  seek(help, clause);
  return dialog;
}
