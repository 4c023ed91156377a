/**
 * The shell of a screen on which somebody plans and drives a sled: the race's and the solo game's.
 *
 * It puts the parts together, paints them anew when settings change, and listens to stream and keys. What is due, what may be
 * chosen and what else is shown is up to the screens.
 */

import { skip } from "../board/animations.js";
import { Beyond } from "../board/beyond.js";
import { Board } from "../board/board.js";
import { AHEAD, CameraMode } from "../board/camera-mode.js";
import { makeMinimap } from "../board/minimap.js";
import { flyToGrid } from "../board/opening.js";
import { Reach } from "../board/reach-map.js";
import { tellReason } from "../coach/reason.js";
import { call } from "../core/attention.js";
import { makeConnectionStatus } from "../core/connection-status.js";
import { openKeys, openSettings } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { EventQueue } from "../core/event-queue.js";
import { KEYS, listen } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { changes } from "../core/settings.js";
import { paintSeats } from "../core/sled-colours.js";
import { makeSoundButton } from "../core/sound.js";
import { Stream } from "../core/stream.js";
import { say } from "../core/words.js";
import { PlanActions } from "../plan/actions.js";
import { makeHelpButton } from "../plan/clause-links.js";
import { makeDestinations, makeWays } from "../plan/destinations.js";
import { makeHand } from "../plan/hand.js";
import { makeMat } from "../plan/mat.js";
import { Plan } from "../plan/plan.js";
import { pressSlot, stepDestination, stepWay, takeCard, takeValue } from "../plan/plan-commands.js";
import { Preview } from "../plan/preview.js";
import { EventLog } from "./event-log.js";

/** @import {Child} from "../core/dom.js" */
/** @import {KeyHelp} from "../core/keyboard.js" */
/** @import {Go} from "../core/links.js" */
/** @import {Listener} from "../core/stream.js" */
/** @import {Card, CourseMap, Sled, Space, View} from "../core/types" */
/** @import {Question} from "../plan/actions.js" */
/** @import {Start} from "../plan/plan-commands.js" */
/** @import {PlanStorage} from "../plan/plan-storage.js" */
/** @import {Sight} from "../board/camera-mode.js" */

/**
 * What a screen says of itself.
 * @typedef {object} Shape
 * @property {Go} go
 * @property {AbortSignal} signal
 * @property {CourseMap} map
 * @property {View} view
 * @property {PlanStorage} storage
 * @property {KeyHelp[]} [keys]
 */

export class PlayScreen {
  title = "";
  /** The whole screen, once it is laid out. @type {HTMLElement} */ element = make("main");

  /** @param {Shape} shape */
  constructor({ go, signal, map, view, storage, keys = KEYS }) {
    this.go = go;
    this.signal = signal;
    this.map = map;
    this.view = view;
    paintSeats(view.seats);
    this.keys = keys;
    this.plan = new Plan(() => this.show(), storage);
    this.board = new Board(map, {
      tapped: (space) => {
        skip();
        if (space) this.tapped(space);
      },
      pointed: (space) => {
        this.board.element.classList.toggle("pointing", this.preview.point(space));
        this.pointed(space);
      },
      moved: () => {
        this.cameraMode.showMode();
        this.#makeWay();
      },
    });
    this.beyond = new Beyond(this.board, () => this.cameraMode.look("sled"));
    this.queue = new EventQueue(signal);
    this.cameraMode = new CameraMode(this.board, "view.sled", () => this.sight);
    this.reach = new Reach(this.board);
    this.preview = new Preview(this.plan, this.reach, (preview) => this.mat.warn(preview));
    this.eventLog = new EventLog();
    this.connection = makeConnectionStatus();
    this.minimap = makeMinimap(map, this.board);
    this.mat = makeMat({ slot: (slot) => pressSlot(this.plan, slot), bonus: (wanted) => this.plan.takeBonus(wanted) });
    this.hand = makeHand({ card: (card, place) => takeCard(this.plan, card, place), dropped: (card, slot) => this.plan.lay(card, slot) });
    this.ways = makeWays({ choose: (outcome) => this.plan.choose(outcome) });
    this.destinations = makeDestinations(map, {
      choose: (outcome) => this.plan.choose(outcome),
      start: (decision) => this.plan.chooseStart(decision),
    });
    this.acts = new PlanActions(() => this.question, this.plan, this.preview, {
      changed: () => this.show(),
      choose: (decision) => this.chooseDecision(decision),
      refused: () => this.lookAgain(),
      // A hint is what the coach finds best, for its reason.
      why: ({ advice }) => (advice?.reason && advice.options[0] ? tellReason(advice.reason, advice.options[0]) : ""),
    });
  }

  /**
   * Put the parts of the screen in their places.
   * @param {object} parts
   * @param {string} parts.kind its classes
   * @param {string} parts.title
   * @param {Child[]} parts.head
   * @param {Child[]} parts.stage over the board
   * @param {HTMLElement} parts.side
   * @param {Child[]} parts.told before what the plan comes to
   * @param {Child[]} parts.dock beside hand and mat
   */
  layout({ kind, title, head, stage, side, told, dock }) {
    this.title = title;
    const settings = { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() };
    this.element = make(
      "main",
      { class: kind },
      make("h1", { class: "visually-hidden" }, title),
      make(
        "header",
        { class: "top-bar" },
        makeLink(this.go, "/", { class: "button icon brand", "aria-label": say("end.home") }, "❄"),
        ...head,
        this.connection.element,
        makeSoundButton(this.signal),
        makeHelpButton(),
        make("button", settings, "⚙"),
      ),
      make("div", { class: "stage" }, this.board.element, this.minimap.element, ...stage, ...this.beyond.elements, this.cameraMode.element),
      side,
      make(
        "section",
        { class: "dock" },
        make("div", { class: "told" }, reachWhileScrolling(make("div", { class: "told-words" }, ...told, this.preview.element)), this.ways.element),
        this.mat.element,
        this.hand.element,
        this.acts.element,
        ...dock,
      ),
    );
  }

  /**
   * Go along with the table until the screen is left.
   * @param {string} course its line
   * @param {Listener} listener
   */
  follow(course, listener) {
    const repaint = (/** @type {Event} */ event) => {
      const name = event instanceof CustomEvent ? event.detail : "";
      if (name === "theme") void this.board.lay(course).then(() => this.seeAgain());
      if (name === "teaching") this.show();
    };
    changes.addEventListener("change", repaint, { signal: this.signal });
    const called = (/** @type {View} */ { stage, you, choices }) =>
      call(stage === "racing" && you.seat !== null && Boolean(choices?.decisions.length), this.title);
    const stream = new Stream(
      { table: this.view.table },
      {
        ...listener,
        // Whoever looks elsewhere is called at once, not when everything before has been seen.
        view: (view) => {
          called(view);
          listener.view?.(view);
        },
        glimpsed: called,
        connection: (state) => this.connection.show(state),
      },
      this.view.number,
    );
    document.addEventListener("visibilitychange", () => document.hidden && skip(), { signal: this.signal });
    this.signal.addEventListener("abort", () => {
      stream.close();
      call(false, "");
    });
    this.#listenToKeys();
    requestAnimationFrame(() => this.#arrive());
  }

  /** Look at the sleds; before the first of them has moved, fly there from the whole course. */
  #arrive() {
    const [stage, title] = [this.element.querySelector(".stage"), this.element.querySelector("h1")?.textContent ?? ""];
    if (this.board.tracks.moves.length || !(stage instanceof HTMLElement)) this.cameraMode.frame(false);
    else void flyToGrid(this.cameraMode, stage, title);
  }

  // -- what each screen says for itself

  /** Whether a decision is wanted from here. */
  get due() {
    return this.plan.due;
  }

  /** What is to be decided now. @returns {Question} */
  get question() {
    throw new Error("a screen has to say what is asked");
  }

  /** Start spaces that may be chosen on the board. @returns {Start[]} */
  get starts() {
    return [];
  }

  /** The space that the camera goes with. @returns {Space | null | undefined} */
  get followed() {
    return this.sled?.space;
  }

  /** @param {Space} _space */
  tapped(_space) {}

  /** @param {Space | null} _space */
  pointed(_space) {}

  /** What the coach says of spaces. @returns {Map<Space, string> | undefined} */
  get chances() {
    return undefined;
  }

  /** Ask for the coach, or no longer. */
  toggleCoach() {}

  /** Take a hint that is neither a turn nor cards to give up. @param {string} decision */
  chooseDecision(decision) {
    this.plan.chooseStart(decision);
  }

  /** What is done when a decision was refused. @returns {Promise<void>} */
  async lookAgain() {}

  /** Show what was seen last once more, on a board that was painted anew. */
  seeAgain() {}

  /** @param {Card} card */
  digit(card) {
    takeValue(this.plan, card);
  }

  /** @param {1 | -1} step */
  step(step) {
    stepDestination(this.plan, this.starts, this.map, step);
  }

  /** @param {1 | -1} step */
  stepAside(step) {
    stepWay(this.plan, step);
  }

  // -- what both show

  /** The own sled. @returns {Sled | null} */
  get sled() {
    return this.view.you.seat === null ? null : (this.view.race?.sleds[this.view.you.seat] ?? null);
  }

  get here() {
    return this.map.spaces[this.sled?.space ?? ""] ?? null;
  }

  /** @returns {Sight | null} */
  get sight() {
    const space = this.followed;
    const reached = [...this.plan.destinations.keys()].map((each) => this.board.place(each));
    return space ? { space, ahead: AHEAD, reached } : null;
  }

  /** Show the plan, and what can be done with it. */
  show() {
    const { plan } = this;
    const shown = { plan, sled: this.sled, here: this.here };
    this.mat.show(shown);
    this.hand.show(shown);
    this.ways.show(shown);
    this.destinations.show({ plan, starts: this.starts, chances: this.chances });
    this.preview.show();
    this.acts.show();
    this.#makeWay();
    this.element.classList.toggle("due", this.due);
    this.element.dataset.number = String(this.view.number);
  }

  /** Let what lies over the board make way for what matters on it, and point at what is out of sight. */
  #makeWay() {
    const reached = [...this.plan.destinations.keys(), ...this.starts.map(({ space }) => space)];
    this.beyond.show(reached);
    const places = [this.sled?.space ?? "", ...reached].flatMap((space) => this.map.spaces[space] ?? []);
    this.minimap.avoid([...places, ...this.board.signs]);
  }

  // -- what somebody does

  #listenToKeys() {
    const { plan } = this;
    listen(
      {
        card: (card) => this.digit(card),
        slot: (slot) => pressSlot(plan, slot),
        destination: (step) => this.step(step),
        way: (step) => this.stepAside(step),
        bonus: () => plan.bonusOffered && plan.takeBonus(!plan.bonus),
        go: () => this.acts.go(),
        clear: () => plan.clear(),
        view: () => this.cameraMode.toggle(),
        zoom: (factor) => this.board.camera.zoom(factor),
        hint: () => this.acts.hint(),
        coach: () => this.toggleCoach(),
        skip,
        help: () => openKeys(this.keys),
      },
      this.signal,
    );
  }
}
