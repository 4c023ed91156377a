/**
 * The screen on which courses are built. The course is edited here (`edits`); whether it can be raced, what mends it and how it races
 * is asked of the server after every edit.
 */

import { insist, post } from "../core/api.js";
import { makeKeys, openDialog } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { listenTo } from "../core/keyboard.js";
import { courseName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { joined, say, spoken } from "../core/words.js";
import { nextRace, openRace } from "../home/race-now.js";
import { follow } from "../library/certificate-stream.js";
import { openPublish } from "../library/publish.js";
import { pathTo, readAddress, readablePart } from "./address.js";
import { makeCertificate, tellRemark } from "./certificate.js";
import { makeDrawing } from "./drawing.js";
import * as edits from "./edits.js";
import { makeLayers } from "./layers.js";
import { makeLaying } from "./laying.js";
import { leftInBox, makePieces, PIECE_KEYS, pieceName } from "./pieces.js";
import { makeCallout, makeProblems } from "./problems.js";
import { openExport, openShelf } from "./sharing.js";
import { makeSurprise } from "./surprise.js";
import { makeTileList } from "./tile-list.js";
import { makeTilePanel } from "./tile-panel.js";
import { begin, redo, step, undo } from "./undo.js";

/** @import {CourseCertificate, Draft} from "../core/types" */
/** @import {KeyHelp} from "../core/keyboard.js" */
/** @import {Go} from "../core/links.js" */
/** @import {Course} from "./edits.js" */
/** @import {KeptCourse} from "../library/shelf.js" */

/** Milliseconds without another edit after which a course is raced. */
const CALM = 250;

/** Where somebody was when the screen was shown in other words. @type {{ path: string, timeline: import("./undo.js").Timeline<Course>, selected: number } | null} */
let left = null;

/** @type {KeyHelp[]} */
const BUILD_KEYS = [
  { caps: () => ["S", "L", "R", "U", "N"], means: "build.keys.track" },
  { caps: () => ["D", "E", "T", "C"], means: "build.keys.hazards" },
  { caps: () => ["↑", "↓"], means: "build.keys.choose" },
  { caps: () => ["F"], means: "build.keys.turnOver" },
  { caps: () => [",", "."], means: "build.keys.move" },
  { caps: () => [say("keys.name.delete")], means: "build.keys.remove" },
  { caps: () => ["Z", "Y"], means: "build.keys.undo" },
  { caps: () => ["M", "W"], means: "build.keys.mirror" },
  { caps: () => ["H"], means: "build.keys.heat" },
  { caps: () => ["+", "−", "0"], means: "build.keys.zoom" },
  { caps: () => [say("keys.name.escape")], means: "build.keys.none" },
  { caps: () => ["?"], means: "keys.help" },
];

/** Ask the server about a course. @param {object} wish @param {AbortSignal} signal */
const look = (wish, signal) => insist(() => post("/api/courses/draft", wish), signal);

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showBuild(go, signal) {
  const named = readAddress(location.search);
  const here = location.pathname + location.search;
  const again = left?.path === here ? left : null;
  const wished = named.course && !again ? { course: named.course } : (again?.timeline.now ?? edits.emptyCourse());
  const asWished = await look(wished, signal);
  signal.throwIfAborted();
  const readable = asWished.ok ? "" : readablePart(named.course, asWished);
  const opened = readable ? await look({ course: readable }, signal) : asWished;
  signal.throwIfAborted();
  /** A link that cannot be read stays in the address bar until somebody builds on. */ let keepsLink = !asWished.ok;
  const first = opened.ok ? courseOf(opened.value) : edits.emptyCourse();
  let timeline = again?.timeline ?? begin(named.name ? edits.setName(first, named.name) : first);
  let selected = again?.selected ?? first.tiles.length - 1;
  /** @type {Draft | null} */ let draft = opened.ok ? opened.value : null;
  /** @type {CourseCertificate | null} */ let certificate = null;
  let racing = new AbortController();
  let timer = 0;
  let asked = 0;
  /** The line of the course that is raced; none where it cannot be. @type {string | null} */ let certified = null;
  let lastEdit = "";
  let planting = false;
  signal.addEventListener("abort", () => racing.abort());

  // -- what somebody does ---------------------------------------------------------------------------------

  /**
   * @param {Course} course
   * @param {{ tile?: number, said?: string, as?: string }} [how] the tile chosen now, what is said of it, and the kind of edit: letters
   *     of one name are one step
   */
  function change(course, { tile = selected, said = "", as = "" } = {}) {
    if (edits.isSame(course, timeline.now)) return;
    timeline = step(timeline, course, Boolean(as) && as === lastEdit);
    lastEdit = as;
    settle(tile, said);
  }

  /** @param {import("./undo.js").Timeline<Course>} next @param {string} said */
  function travel(next, said) {
    if (next === timeline) return;
    timeline = next;
    lastEdit = "";
    settle(selected, said);
  }

  /** Show the course as it is now, and ask about it. @param {number} tile @param {string} said */
  function settle(tile, said) {
    selected = Math.min(tile, timeline.now.tiles.length - 1);
    keepsLink = false;
    if (said) status.textContent = said;
    offer(null);
    show();
    void examine();
  }

  /** What can be done with a course that can be raced; nothing until the server has seen the last edit. @param {Draft | null} found */
  function offer(found) {
    const fit = found?.sound && found.tiles.length ? found : null;
    race.disabled = publishing.disabled = !fit;
    laying?.show(fit && { line: fit.line, name: timeline.now.name });
  }

  /** @param {string} name @param {number} at */
  const lay = (name, at) => change(edits.insert(timeline.now, at, name), { tile: at, said: say("build.said.laid", { piece: pieceName(name), tile: at + 1 }) });
  /** Behind the chosen tile; without one, at the end. @param {string} name */
  const layHere = (name) => lay(name, selected < 0 ? timeline.now.tiles.length : selected + 1);
  /** @param {number} from @param {number} to */
  const shift = (from, to) => {
    const place = Math.max(0, Math.min(to, timeline.now.tiles.length - 1));
    change(edits.move(timeline.now, from, place), { tile: place, said: say("build.said.moved", { tile: place + 1 }) });
  };
  /** @param {number} tile */
  const choose = (tile) => {
    if (tile !== selected) planting = false;
    selected = Math.max(-1, Math.min(tile, timeline.now.tiles.length - 1));
    show();
  };
  const known = () => ({
    speeds: (draft?.laid ?? []).slice(1).map((each) => each.safety),
    left: draft ? leftInBox(draft) : {},
    worst: Number(certificate?.remarks.find((each) => each.code === "dents")?.facts.tile ?? 0) || null,
  });
  const commands = {
    replace: (/** @type {string} */ name) => change(edits.replace(timeline.now, selected, name)),
    turnOver: () => selected >= 0 && change(edits.turnOver(timeline.now, selected)),
    move: (/** @type {1 | -1} */ by) => selected >= 0 && shift(selected, selected + by),
    remove: () =>
      selected >= 0 &&
      change(edits.remove(timeline.now, selected), { tile: Math.max(0, selected - 1), said: say("build.said.removed", { tile: selected + 1 }) }),
    setSafety: (/** @type {number | null} */ safety) => change(edits.setSafety(timeline.now, selected, safety)),
    plant: (/** @type {{ row: number, lane: number }} */ space) => {
      const laid = draft?.laid[selected + 1];
      if (laid) change(edits.plant(timeline.now, selected, space, timeline.now.tiles[selected]?.map ?? laid.map, laid.cells));
    },
    setPlanting: (/** @type {boolean} */ on) => {
      planting = on;
      show();
    },
    clearMap: () => change(edits.clearMap(timeline.now, selected)),
    mirror: () => change(edits.mirror(timeline.now), { said: say("build.said.mirrored") }),
    reverse: () => change(edits.reverse(timeline.now), { said: say("build.said.reversed") }),
    kinder: () => change(edits.kinder(timeline.now, known()), { said: say("build.said.kinder") }),
    meaner: () => change(edits.meaner(timeline.now, known()), { said: say("build.said.meaner") }),
    undo: () => travel(undo(timeline), say("build.said.undone")),
    redo: () => travel(redo(timeline), say("build.said.redone")),
  };

  // -- what is seen ---------------------------------------------------------------------------------------

  const status = make("p", { class: "visually-hidden", role: "status" });
  const problem = make("p", { class: "problem", role: "alert" });
  /** @param {import("../core/types").DraftRepair} repair */
  const repair = (repair) => change(edits.setTiles(timeline.now, repair.tiles), { tile: (repair.tile ?? 0) - 1, said: say("build.said.repaired") });
  const layers = makeLayers(signal);
  const drawing = makeDrawing(
    { chosen: (tile) => choose(tile ?? -1), appended: (name) => lay(name, timeline.now.tiles.length), moved: shift, planted: commands.plant },
    layers.drawn,
    (found) => makeCallout(found, repair),
    signal,
  );
  const pieces = makePieces({ lay: layHere, dropped: lay }, signal);
  const list = makeTileList({ chosen: choose, moved: shift }, signal);
  const panel = makeTilePanel(commands);
  const problems = makeProblems({ chosen: choose, repaired: repair });
  const figures = makeCertificate();
  const surprise = makeSurprise((course) => change({ ...edits.emptyCourse(), ...course }, { tile: -1, said: say("build.said.surprised") }), signal);

  const name = make("input", {
    maxlength: 80,
    autocomplete: "off",
    value: timeline.now.name,
    oninput: () => change(edits.setName(timeline.now, name.value), { as: "name" }),
  });
  const about = make("input", {
    maxlength: 300,
    autocomplete: "off",
    value: timeline.now.description[spoken()] ?? "",
    oninput: () => change(edits.setDescription(timeline.now, spoken(), about.value), { as: "about" }),
  });
  const flag = make(
    "select",
    { onchange: () => change(edits.setFlag(timeline.now, flag.value === "left" ? "left" : "right")) },
    make("option", { value: "left" }, say("build.flag.left")),
    make("option", { value: "right" }, say("build.flag.right")),
  );

  /** @param {string} label @param {string} sign @param {() => void} act */
  const tool = (label, sign, act) => make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, sign);
  const back = tool(say("build.undo"), "↶", commands.undo);
  const forth = tool(say("build.redo"), "↷", commands.redo);
  const laying = named.lay ? makeLaying(go, named.lay, problem, (mine) => (race.hidden = mine), signal) : null;
  const publishing = make(
    "button",
    { type: "button", disabled: true, onclick: () => openPublish(go, { ...timeline.now, line: draft?.line ?? "" }) },
    say("publish.label"),
  );
  const race = make("button", { type: "button", class: "go", disabled: true, hidden: Boolean(named.lay), onclick: () => void raceIt() }, say("build.race"));
  const tools = make(
    "div",
    { class: "build-tools", role: "group", "aria-label": say("build.tools") },
    back,
    forth,
    tool(say("build.mirror"), "⇋", commands.mirror),
    tool(say("build.reverse"), "⇅", commands.reverse),
    tool(say("build.clear"), "✕", () => change(edits.emptyCourse(), { tile: -1 })),
    make("button", { type: "button", onclick: commands.kinder }, say("build.kinder")),
    make("button", { type: "button", onclick: commands.meaner }, say("build.meaner")),
    tool(say("keys.label"), "?", () => void openKeys()),
  );
  const element = make(
    "main",
    { class: "build-screen" },
    makeScreenHead(go, say("build.label"), tools, race, laying?.element),
    problem,
    status,
    make("div", { class: "build-side" }, pieces.element, list.element),
    make("div", { class: "build-middle" }, drawing.element, layers.element, problems.element, panel.element),
    make(
      "div",
      { class: "build-figures" },
      make(
        "section",
        { class: "build-about", "aria-labelledby": "about-title" },
        make("h2", { id: "about-title" }, say("build.about")),
        make("label", { class: "field" }, make("span", {}, say("build.name")), name),
        make("label", { class: "field" }, make("span", {}, say("build.description")), about),
        make("label", { class: "field" }, make("span", {}, say("build.flag")), flag),
        make(
          "div",
          { class: "build-acts" },
          make("button", { type: "button", onclick: () => openShelf(timeline.now, draft, (kept) => void takeUp(kept)) }, say("build.shelf")),
          make("button", { type: "button", onclick: () => openExport(timeline.now, draft, go, named.lay) }, say("build.export")),
          publishing,
        ),
      ),
      figures.element,
      surprise.element,
    ),
  );

  const openKeys = () => openDialog(say("keys.label"), makeKeys(BUILD_KEYS));

  function show() {
    const { now } = timeline;
    back.disabled = !timeline.past.length;
    forth.disabled = !timeline.future.length;
    list.show(now, selected, draft);
    const plots = planting && Boolean(draft?.laid[selected + 1]?.cells);
    panel.show(now, selected, draft, plots);
    pieces.aim(selected, now.tiles.length);
    if (document.activeElement !== name) name.value = courseName(now.name);
    if (document.activeElement !== about) about.value = now.description[spoken()] ?? "";
    flag.value = now.flag;
    if (draft) drawing.show(draft, selected, plots);
    left = { path: location.pathname + location.search, timeline, selected };
  }

  /** Ask the server about the course, and show what it says unless there was another edit meanwhile. */
  async function examine() {
    const number = ++asked;
    const answer = await look(timeline.now, signal);
    if (number !== asked || signal.aborted) return;
    problem.textContent = answer.ok ? "" : whyNot(answer);
    if (answer.ok) take(answer.value);
  }

  /** @param {Draft} found */
  function take(found) {
    draft = found;
    const path = pathTo({ line: found.tiles.length ? found.line : "", name: timeline.now.name }, "/build", named.lay);
    if (!keepsLink && path !== location.pathname + location.search) history.replaceState(null, "", path);
    offer(found);
    pieces.show(found);
    problems.show(found);
    show();
    certify();
  }

  /** Have the course raced, unless it is the one that is being raced. */
  function certify() {
    const line = draft?.sound ? draft.line : "";
    if (line === certified) return;
    certified = line;
    certificate = null;
    racing.abort();
    clearTimeout(timer);
    layers.show(null);
    figures.begin(Boolean(line));
    if (!line) return;
    racing = new AbortController();
    const running = racing.signal;
    const follower = {
      told: (/** @type {CourseCertificate} */ found) => {
        if (running.aborted) return;
        certificate = found;
        figures.show(found);
        if (found.done) status.textContent = joined(found.remarks.map((each) => tellRemark(each, found.sleds)));
        layers.show(found);
      },
      waiting: () => !running.aborted && figures.wait(),
      failed: () => figures.begin(false),
    };
    timer = setTimeout(() => void follow(line, follower, running), CALM);
  }

  async function raceIt() {
    if (!draft?.sound) return;
    await openRace(go, race, problem, { ...nextRace(), course: draft.line, title: timeline.now.name }, signal);
  }

  /** @param {KeptCourse} kept */
  async function takeUp({ line, name: title, description }) {
    const answer = await look({ course: line }, signal);
    if (answer.ok) change({ ...courseOf(answer.value), name: title, description }, { tile: -1 });
    else problem.textContent = whyNot(answer);
  }

  // -- keys -----------------------------------------------------------------------------------------------

  /** @type {Record<string, () => void>} */
  const meanings = {
    ArrowUp: () => choose(selected < 0 ? timeline.now.tiles.length - 1 : Math.max(0, selected - 1)),
    ArrowDown: () => choose(selected + 1),
    f: commands.turnOver,
    ",": () => commands.move(-1),
    ".": () => commands.move(1),
    Delete: commands.remove,
    Backspace: commands.remove,
    z: commands.undo,
    y: commands.redo,
    m: commands.mirror,
    w: commands.reverse,
    h: () => layers.turn(),
    "+": () => drawing.camera.closer(),
    "-": () => drawing.camera.away(),
    0: () => drawing.camera.fit(),
    Escape: () => (planting ? commands.setPlanting(false) : choose(-1)),
    "?": () => void openKeys(),
  };
  for (const [key, face] of Object.entries(PIECE_KEYS)) meanings[key] = () => layHere(face);
  listenTo(meanings, isTaken, signal);
  document.addEventListener(
    "keydown",
    (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTaken(event) || !["z", "y"].includes(key)) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) commands.redo();
      else commands.undo();
    },
    { signal },
  );

  if (draft) take(draft);
  else if (asWished.ok) void examine();
  if (!asWished.ok) problem.textContent = whyNot(asWished);
  return element;
}

/** @param {Draft} draft @returns {Course} */
const courseOf = ({ tiles, flag, name, description }) => ({ tiles, flag, name, description });

/** Whether a key belongs to what has the focus. @param {KeyboardEvent} event */
function isTaken(event) {
  const target = event.target instanceof Element ? event.target : null;
  const radio = target?.closest("input[type=radio]") && event.key.startsWith("Arrow");
  return Boolean(document.querySelector("dialog[open]") || radio || target?.closest("input:not([type=radio]), select, textarea"));
}
