/** Learn: six small scenes on real boards, each a few taps, with the reason for what happened. */

import { skip } from "../board/animations.js";
import { drawSign, signOf } from "../board/reach-map.js";
import { get, getText, insist } from "../core/api.js";
import { drawingOf } from "../core/course-picture.js";
import { draw, fill, make } from "../core/dom.js";
import { late } from "../core/preload.js";
import { set, settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { FIRST_RACE, openRace } from "../home/race-now.js";
import { learntWith, placeAfter, placeBefore, readPlace, writePlace } from "./progress.js";
import { DONE, ScenePlay, tellStep, wholeScenes } from "./scene.js";
import { SceneScreen } from "./scene-screen.js";

/** @import {Sign} from "../board/reach-map.js" */
/** @import {CourseMap} from "../core/types" */
/** @import {Key} from "../core/words.js" */
/** @import {Place} from "./progress.js" */
/** @import {Scene} from "./scene.js" */
/** @typedef {(path: string) => void} Go */

/** @returns {Promise<Scene[]>} */
const readScenes = () =>
  late(async () => {
    const answer = await get(new URL("scenes.json", import.meta.url).href);
    if (!answer.ok) throw new Error(`the scenes are not there: ${answer.code}`);
    return wholeScenes(answer.value);
  });

/** The marks that Learn explains, in the order in which they are told. */
const MARKS = /** @type {const} */ (["clean", "bonus", "dents", "sapling", "crash", "wreck", "finish"]);

/** @param {string} course */
const mapPath = (course) => `/api/courses/${encodeURIComponent(course)}/map`;

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showLearn(go, signal) {
  const scenes = await readScenes();
  signal.throwIfAborted();
  const screen = new LearnScreen(go, scenes, signal);
  await screen.play(readPlace(scenes, settings.learnPlace));
  signal.throwIfAborted();
  // The browser keeps maps and drawings: from here on nothing is fetched, even if the network is gone.
  for (const course of new Set(scenes.map((each) => each.course))) {
    void get(mapPath(course));
    void getText(drawingOf(course));
  }
  return screen.element;
}

class LearnScreen {
  /** @type {Place} */ #place = { scene: 0, step: 0 };
  /** The panel at the end, while it is shown. @type {HTMLElement | null} */ #ending = null;
  /** How often a step was wanted; the last counts. */ #wanted = 0;

  /** @param {Go} go @param {Scene[]} scenes @param {AbortSignal} signal */
  constructor(go, scenes, signal) {
    this.go = go;
    this.scenes = scenes;
    this.signal = signal;
    this.steps = make("ol", { class: "learn-scenes" });
    this.title = make("h2", { class: "learn-title" });
    this.words = make("p", { class: "learn-words", role: "status" });
    this.marks = make("ul", { class: "learn-marks" });
    this.backButton = make("button", { type: "button", class: "plain", onclick: () => this.#goTo(placeBefore(scenes, this.#place)) }, say("learn.back"));
    this.skipButton = make("button", { type: "button", class: "plain", onclick: () => this.#skip() }, say("learn.skip"));
    this.showButton = make("button", { type: "button", class: "plain", onclick: () => this.#play?.showHow() }, say("learn.show"));
    this.screen = new SceneScreen(
      go,
      {
        name: "scenes",
        title: say("learn.title"),
        label: say("learn.label"),
        head: make("nav", { "aria-label": say("learn.title") }, this.steps),
        told: [this.title, this.words, this.marks, make("div", { class: "learn-ways" }, this.backButton, this.skipButton)],
        ways: [this.showButton],
        act: () => this.#act(),
        hint: () => this.#play?.showHow(),
      },
      signal,
    );
    this.element = this.screen.element;
  }

  get #play() {
    return this.screen.play;
  }

  // -- going through the scenes

  /** Show a step; a board stays where it is while its scene goes on. @param {Place} place */
  async play(place) {
    const scene = this.scenes[place.scene];
    if (!scene) return;
    const wanted = ++this.#wanted;
    void set("learnPlace", writePlace(this.scenes, place));
    if (this.#play?.scene === scene) {
      this.#place = place;
      this.#play.begin(place.step);
      return;
    }
    const map = await insist(() => get(mapPath(scene.course)), this.signal);
    if (this.signal.aborted || this.#wanted !== wanted) return;
    if (!map.ok) throw new Error(`the map of ${scene.course} is not there: ${map.code}`);
    const play = new ScenePlay(scene, place.step, /** @type {CourseMap} */ (map.value), () => this.#play === play && this.#show());
    await play.open();
    if (this.signal.aborted || this.#wanted !== wanted) return;
    this.#leave();
    this.#place = place;
    this.screen.put(play);
    this.#show();
    play.frame();
  }

  /** Take away what belongs to a scene, or the end. */
  #leave() {
    this.screen.remove();
    this.#ending?.remove();
    this.#ending = null;
    for (const each of [this.screen.side, this.screen.dock]) each.hidden = false;
  }

  /** @param {Place | null} place */
  #goTo(place) {
    skip();
    if (place) void this.play(place);
    else this.#end();
  }

  #skip() {
    const { scene } = this.#place;
    this.#goTo(scene + 1 < this.scenes.length ? { scene: scene + 1, step: 0 } : null);
  }

  /** Go, or what comes after it: on, or once more. */
  #act() {
    const { result } = this.#play ?? {};
    if (!result) return void this.#play?.go();
    if (result.verdict !== DONE) return void this.play(this.#place);
    this.#goTo(placeAfter(this.scenes, this.#place));
  }

  // -- what is shown

  #show() {
    const play = this.#play;
    const scene = this.scenes[this.#place.scene];
    if (!play || !scene) return;
    const { result } = play;
    if (result?.verdict === DONE) {
      const learnt = learntWith(this.scenes, settings.learnt, this.#place);
      if (learnt !== settings.learnt) void set("learnt", learnt);
    }
    this.#showScenes();
    this.title.textContent = say(/** @type {Key} */ (`learn.${scene.name}`));
    const said = tellStep(scene.name, this.#place.step, result);
    if (this.words.textContent !== said) this.words.textContent = said;
    this.#showMarks(result ? [] : [...play.plan.destinations.values()].flatMap(([outcome]) => (outcome ? [signOf(outcome)] : [])));
    this.backButton.hidden = placeBefore(this.scenes, this.#place) === null;
    this.showButton.hidden = result !== null || play.plan.waits;
    this.screen.show(say(result?.verdict === DONE ? "learn.next" : "learn.again"));
  }

  /** Say what the marks on the spaces mean, each where it is met. @param {Sign[]} signs */
  #showMarks(signs) {
    const met = MARKS.filter((each) => signs.includes(each));
    const figure = (/** @type {Sign} */ sign) =>
      draw("svg", { viewBox: "-.45 -.45 .9 .9", class: "sign-figure", "aria-hidden": "true" }, drawSign(sign, sign === "dents" ? 1 : 0));
    fill(this.marks, ...met.map((sign) => make("li", {}, figure(sign), say(`learn.mark.${sign}`))));
  }

  #showScenes() {
    const entries = this.scenes.map(({ name }, at) => {
      const learnt = settings.learnt.includes(name);
      const label = say(learnt ? "learn.scene.learnt" : "learn.scene", { number: at + 1, name: say(/** @type {Key} */ (`learn.${name}`)) });
      const here = at === this.#place.scene && this.#play !== null;
      const press = () => this.#goTo({ scene: at, step: 0 });
      return make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: learnt ? "learnt" : "", "aria-label": label, title: label, "aria-current": here ? "step" : null, onclick: press },
          String(at + 1),
        ),
      );
    });
    const focused = [...this.steps.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    fill(this.steps, ...entries);
    this.steps.querySelectorAll("button")[focused]?.focus();
  }

  /** The last step leads into the first race. */
  #end() {
    this.#wanted++;
    this.#leave();
    void set("learnPlace", "");
    const problem = make("p", { class: "problem", role: "alert" });
    const race = make(
      "button",
      { type: "button", class: "go", onclick: () => openRace(this.go, race, problem, FIRST_RACE, this.signal) },
      say("learn.end.race"),
    );
    const again = make("button", { type: "button", class: "plain", onclick: () => void this.play({ scene: 0, step: 0 }) }, say("learn.end.again"));
    const heading = make("h2", { tabindex: -1 }, say("learn.end.title"));
    this.#ending = make(
      "section",
      { class: "learn-end" },
      heading,
      make("ul", {}, ...this.scenes.map(({ name }) => make("li", {}, say(/** @type {Key} */ (`learn.${name}.told`))))),
      make("p", { class: "aside" }, say("learn.end.note")),
      make("div", { class: "actions" }, race, again),
      problem,
    );
    for (const each of [this.screen.side, this.screen.dock]) each.hidden = true;
    this.element.append(this.#ending);
    this.#showScenes();
    heading.focus({ preventScroll: true });
  }
}
