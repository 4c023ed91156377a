/** The screen on which a scene is played: what Learn and the puzzles share. Each tells its own story, and says what Go leads to. */

import { skip } from "../board/animations.js";
import { openKeys, openSettings } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { listen } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { changes } from "../core/settings.js";
import { say } from "../core/words.js";
import { pressSlot, stepDestination, stepWay, takeValue } from "../plan/plan-commands.js";
import { DONE } from "./scene.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Commands, KeyHelp} from "../core/keyboard.js" */
/** @import {Go} from "../core/links.js" */
/** @import {ScenePlay} from "./scene.js" */

/**
 * @typedef {object} Parts
 * @property {string} name the class of the screen
 * @property {string} title
 * @property {string} label what the words beside the board are
 * @property {HTMLElement} head between the way home and the settings
 * @property {Child[]} told beside the board
 * @property {HTMLElement[]} ways buttons before Clear and Go
 * @property {() => void} act what Go does, or leads on to
 * @property {() => void} hint
 * @property {KeyHelp[]} [keys] what keys do, if not what they do elsewhere
 */

export class SceneScreen {
  /** The scene that is played; null between two. @type {ScenePlay | null} */ play = null;

  /** @param {Go} go @param {Parts} parts @param {AbortSignal} signal */
  constructor(go, { name, title, label, head, told, ways, act, hint, keys }, signal) {
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => this.play?.plan.clear() }, say("clear"));
    this.goButton = make("button", { type: "button", class: "go", onclick: act });
    this.goButton.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.coach = make("section", { class: "learn-coach", "aria-label": label }, ...told);
    this.acts = make("div", { class: "acts" }, ...ways, this.clearButton, this.goButton);
    // What is here for all scenes stays where it is, and with it the focus; a scene brings the rest.
    this.prompt = make("p", { class: "prompt", role: "status" });
    this.told = reachWhileScrolling(make("div", { class: "told" }, this.prompt));
    this.side = make("aside", { class: "side" }, this.coach);
    this.dock = make("section", { class: "dock" }, this.told, this.acts);
    this.element = make(
      "main",
      { class: `race learn ${name}` },
      make("h1", { class: "visually-hidden" }, title),
      makeHead(go, head, keys),
      this.side,
      this.dock,
    );
    changes.addEventListener("change", (event) => event instanceof CustomEvent && event.detail === "theme" && void this.play?.repaint(), { signal });
    this.#listenToKeys({ go: act, hint, help: () => openKeys(keys) }, signal);
  }

  /** Put the parts of a scene in their places. @param {ScenePlay} play */
  put(play) {
    this.play = play;
    this.side.before(play.stage);
    this.side.append(play.destinations.element);
    this.told.append(play.preview.element);
    this.acts.before(play.mat.element, play.hand.element);
  }

  /** Take away what belongs to the scene. */
  remove() {
    const { stage, destinations, preview, mat, hand } = this.play ?? {};
    for (const each of [stage, destinations?.element, preview?.element, mat?.element, hand?.element]) each?.remove();
    this.play = null;
  }

  /** Show what can be done now. @param {string} next what Go says when the scene was played */
  show(next) {
    if (!this.play) return;
    const { result, plan, ready } = this.play;
    this.coach.dataset.verdict = result ? (result.verdict === DONE ? "done" : "again") : "";
    this.prompt.textContent = !result && plan.slots && !plan.chosen && !plan.waits ? say("prompt.where") : "";
    this.clearButton.hidden = result !== null || plan.waits || plan.empty;
    this.goButton.textContent = result ? next : say("go");
    this.goButton.setAttribute("aria-disabled", String(!result && !ready));
    this.element.classList.toggle("due", ready || result !== null);
  }

  /** @param {Pick<Commands, "go" | "hint" | "help">} own what each screen does in its own way @param {AbortSignal} signal */
  #listenToKeys(own, signal) {
    const doing = (/** @type {(play: ScenePlay) => void} */ what) => {
      if (this.play && !this.play.result) what(this.play);
    };
    listen(
      {
        card: (card) => doing(({ plan }) => takeValue(plan, card)),
        slot: (slot) => doing(({ plan }) => pressSlot(plan, slot)),
        destination: (step) => doing(({ plan, map }) => stepDestination(plan, [], map, step)),
        way: (step) => doing(({ plan }) => stepWay(plan, step)),
        bonus: () => doing(({ plan }) => plan.bonusOffered && plan.takeBonus(!plan.bonus)),
        clear: () => doing(({ plan }) => plan.clear()),
        view: () => this.play?.cameraMode.toggle(),
        zoom: (factor) => this.play?.board.camera.zoom(factor),
        skip,
        ...own,
      },
      signal,
    );
  }
}

/** @param {Go} go @param {HTMLElement} middle @param {KeyHelp[] | undefined} keys */
function makeHead(go, middle, keys) {
  const icon = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, sign);
  return make(
    "header",
    { class: "top-bar learn-head" },
    makeLink(go, "/", { class: "button icon", "aria-label": say("end.home") }, "❄"),
    middle,
    keys ? icon(say("keys.label"), "?", () => openKeys(keys)) : null,
    icon(say("settings.label"), "⚙", () => openSettings()),
  );
}
