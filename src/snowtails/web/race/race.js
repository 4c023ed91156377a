/** The screen of a race: puts the parts together and lets one thing happen after the other. */

import { skip } from "../board/animations.js";
import { Board } from "../board/board.js";
import { AHEAD, CameraMode, spaceBeforeFinish } from "../board/camera-mode.js";
import { makeMinimap } from "../board/minimap.js";
import { animateMove } from "../board/move-animation.js";
import { Reach } from "../board/reach-map.js";
import { get, insist } from "../core/api.js";
import { makeConnectionStatus } from "../core/connection-status.js";
import { openKeys, openSettings } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { EventQueue } from "../core/event-queue.js";
import { listen } from "../core/keyboard.js";
import { courseName } from "../core/names.js";
import { changes, theme } from "../core/settings.js";
import { paintSeats } from "../core/sled-colours.js";
import { makeSoundButton } from "../core/sound.js";
import { Stream } from "../core/stream.js";
import { say } from "../core/words.js";
import { makeHelpButton } from "../help/clause-links.js";
import { makeTeacher } from "../learn/lessons.js";
import { PlanActions } from "../plan/actions.js";
import { makeDestinations, makeWays } from "../plan/destinations.js";
import { makeHand } from "../plan/hand.js";
import { makeMat } from "../plan/mat.js";
import { Plan } from "../plan/plan.js";
import { chooseSpace, pressSlot, stepDestination, stepWay, takeCard, takeValue } from "../plan/plan-commands.js";
import { ServerPlanStorage } from "../plan/plan-storage.js";
import { Preview } from "../plan/preview.js";
import { showEnding } from "./ending.js";
import { EventLog } from "./event-log.js";
import { Multiplayer } from "./multiplayer.js";
import { makePrompt } from "./prompt.js";
import { makeStandings } from "./standings.js";

/** @import {CourseMap, Happening, Presence, View} from "../core/types" */

/**
 * @param {(path: string) => void} go
 * @param {AbortSignal} signal
 * @param {string} [table]
 * @returns {Promise<HTMLElement>}
 */
export async function showRace(go, signal, table = "") {
  const seen = await insist(() => get(`/api/tables/${table}`), signal);
  signal.throwIfAborted();
  if (!seen.ok) return makeRefusalScreen(go, seen);
  const view = /** @type {View} */ (seen.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(view.options.course.line)}/map`), signal);
  signal.throwIfAborted();
  if (!map.ok) return makeRefusalScreen(go, map);
  const screen = new RaceScreen(go, view, map.value, signal);
  await screen.open();
  return screen.element;
}

class RaceScreen {
  /** @type {Presence | null} */ #presence = null;
  /** @type {ReturnType<typeof showEnding> | null} */ #ending = null;

  /**
   * @param {(path: string) => void} go
   * @param {View} view
   * @param {CourseMap} map
   * @param {AbortSignal} signal
   */
  constructor(go, view, map, signal) {
    this.go = go;
    this.view = view;
    paintSeats(view.seats);
    this.map = map;
    this.signal = signal;
    this.plan = new Plan(() => this.#showPlan(), new ServerPlanStorage(signal));
    this.board = new Board(map, {
      tapped: (space) => {
        skip();
        if (space) chooseSpace(this.plan, this.#starts, space);
      },
      pointed: (space) => this.board.element.classList.toggle("pointing", this.preview.point(space)),
      moved: () => this.cameraMode.showMode(),
    });
    this.queue = new EventQueue(signal);
    this.cameraMode = new CameraMode(this.board, "view.sled", () => this.#sight);
    this.reach = new Reach(this.board);
    this.preview = new Preview(this.plan, this.reach, (preview) => this.mat.warn(preview));
    this.standings = makeStandings(map, this.board);
    this.eventLog = new EventLog();
    this.minimap = makeMinimap(map, this.board);
    this.teacher = makeTeacher();
    this.mat = makeMat({
      slot: (slot) => pressSlot(this.plan, slot),
      bonus: (wanted) => this.plan.takeBonus(wanted),
    });
    this.hand = makeHand({
      card: (card, place) => takeCard(this.plan, card, place),
      dropped: (card, slot) => this.plan.lay(card, slot),
    });
    this.ways = makeWays({ choose: (outcome) => this.plan.choose(outcome) });
    this.destinations = makeDestinations(map, {
      choose: (outcome) => this.plan.choose(outcome),
      start: (decision) => this.plan.chooseStart(decision),
    });
    this.multiplayer = new Multiplayer(view, signal);
    this.prompt = makePrompt();
    this.connection = makeConnectionStatus();
    this.acts = new PlanActions(() => this.#question, this.plan, this.preview, {
      changed: () => this.#showPlan(),
      choose: (decision) => this.plan.chooseStart(decision),
    });
    this.element = this.#layout();
  }

  #layout() {
    const dock = make(
      "section",
      { class: "dock" },
      make("div", { class: "told" }, this.teacher.element, this.prompt.element, this.preview.element, this.ways.element),
      this.mat.element,
      this.hand.element,
      this.acts.element,
      this.multiplayer.curtain.element,
    );
    return make(
      "main",
      { class: "race" },
      make("h1", { class: "visually-hidden" }, courseName(this.view.options.course.name)),
      make(
        "header",
        { class: "top-bar" },
        make("button", { type: "button", class: "icon brand", "aria-label": say("end.home"), onclick: () => this.go("/") }, "❄"),
        this.standings.element,
        this.multiplayer.clock.element,
        this.connection.element,
        this.multiplayer.company.element,
        makeSoundButton(this.signal),
        makeHelpButton(),
        make(
          "button",
          { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() },
          "⚙",
        ),
      ),
      make("div", { class: "stage" }, this.board.element, this.minimap.element, this.multiplayer.takeover.element, this.cameraMode.element),
      make("aside", { class: "side" }, this.eventLog.element, this.multiplayer.chat.element, this.destinations.element),
      dock,
    );
  }

  async open() {
    const course = this.view.options.course.line;
    const [told] = await Promise.all([insist(() => get(`/api/tables/${this.view.table}/events?after=0`), this.signal), this.board.lay(course, theme())]);
    if (this.signal.aborted) return;
    const events = /** @type {Happening[]} */ (told.ok ? told.value.events : []);
    for (const event of events.filter((each) => each.number <= this.view.number)) {
      this.eventLog.tell(event, this.view);
      this.multiplayer.tell(event, false);
      if (event.move && typeof event.seat === "number") this.board.tracks.add(event.seat, event.move);
    }
    this.#see(this.view);
    void this.plan.restore();
    const stream = new Stream(
      { table: this.view.table },
      {
        happened: (event) => {
          this.multiplayer.tell(event, true);
          this.queue.add(() => this.#happened(event), Boolean(event.move));
        },
        view: (view) => this.queue.add(async () => this.#see(view)),
        presence: (presence) => {
          this.#presence = presence;
          this.queue.add(async () => this.#showOthers());
        },
        connection: (state) => this.connection.show(state),
      },
      this.view.number,
    );
    const repaint = (/** @type {Event} */ event) => {
      const name = event instanceof CustomEvent ? event.detail : "";
      if (name === "theme") void this.board.lay(course, theme()).then(() => this.#see(this.view));
      if (name === "teaching") this.#showPlan();
    };
    changes.addEventListener("change", repaint, { signal: this.signal });
    this.signal.addEventListener("abort", () => stream.close());
    this.#listenToKeys();
    requestAnimationFrame(() => this.cameraMode.frame(false));
  }

  // -- what happens

  /** @param {Happening} event */
  async #happened(event) {
    this.eventLog.tell(event, this.view);
    // Whoever has been away sees how things are, not everything that was missed.
    if (!event.move || typeof event.seat !== "number") return;
    if (this.queue.missed) return this.board.tracks.add(event.seat, event.move);
    const own = event.seat === this.view.you.seat;
    if (own) this.reach.showPath(null, event.seat);
    await animateMove(this.board, event.seat, event.move, { mat: own ? null : this.view.race?.sleds[event.seat] });
  }

  /** @param {View} view */
  #see(view) {
    const before = this.view;
    this.view = view;
    this.preview.update(view);
    const race = view.race;
    race?.sleds.forEach((sled, seat) => {
      this.board.putSled(seat, sled.status === "wrecked" ? null : sled.space);
      this.board.sled(seat).classList.toggle("acting", race.actor === seat);
      this.board.showDents(seat, sled.dents);
    });
    this.board.showSaplings(race?.saplings ?? []);
    this.hand.element.dataset.hand = String(view.you.seat ?? "");
    this.plan.update(view);
    this.#showOthers();
    this.#showPlan();
    const moved = this.#followed(before) !== this.#followed(view);
    const turned = before.race?.phase !== race?.phase || before.you.seat !== view.you.seat;
    if (moved || turned) this.cameraMode.frame(true);
    if (view.stage === "over" && !this.#ending) this.#end();
  }

  #end() {
    this.#ending = showEnding(this.element, this.view, this.go);
    this.cameraMode.look("whole");
  }

  // -- what is shown

  get #sled() {
    return this.view.you.seat === null ? null : (this.view.race?.sleds[this.view.you.seat] ?? null);
  }

  /** The space that the camera goes with: one's own until the finish, then the leader's of those who still race. @param {View} view */
  #followed({ race, you }) {
    const own = spaceBeforeFinish(this.map, race, you.seat);
    if (own || race?.phase === "start") return own ?? this.map.starts[2];
    const racing = race?.standings.map(({ sled }) => spaceBeforeFinish(this.map, race, sled));
    return racing?.find(Boolean);
  }

  get #sight() {
    const space = this.#followed(this.view);
    const reached = [...this.plan.destinations.keys()].map((each) => this.board.place(each));
    return space ? { space, ahead: AHEAD, reached } : null;
  }

  get #here() {
    return this.map.spaces[this.#sled?.space ?? ""] ?? null;
  }

  /** Start spaces that may be chosen now. */
  get #starts() {
    const decisions = this.plan.about === "start" ? (this.view.choices?.decisions ?? []) : [];
    return decisions.flatMap((decision) => {
      const space = this.map.starts[Number(decision.slice(1)) - 1];
      return space ? [{ decision, space }] : [];
    });
  }

  /** What is to be decided now. */
  get #question() {
    const { plan, view } = this;
    return {
      path: `/api/tables/${view.table}/seats/${view.you.seat ?? 0}`,
      asks: view.asks,
      due: plan.due,
      decision: plan.decision,
      go: say(plan.about === "discard" ? "go.discard" : "go"),
      hints: view.options.hints,
    };
  }

  #showOthers() {
    this.standings.show({ view: this.view, presence: this.#presence });
    this.multiplayer.show(this.element, this.view, this.#presence);
    this.minimap.show(this.view);
    this.#ending?.show({ view: this.view, presence: this.#presence });
    this.#showPrompt();
  }

  #showPlan() {
    const { plan } = this;
    const shown = { plan, sled: this.#sled, here: this.#here };
    this.mat.show(shown);
    this.hand.show(shown);
    this.ways.show(shown);
    this.teacher.show(shown);
    this.destinations.show({ plan, starts: this.#starts });
    if (plan.about === "start") {
      const chosen = this.#starts.find(({ decision }) => decision === plan.decision);
      this.reach.showStarts(
        this.#starts.map(({ space }) => space),
        chosen?.space ?? null,
      );
    } else {
      this.reach.show(plan.destinations, plan.chosen?.end ?? null, !plan.due);
    }
    this.#showPrompt();
    this.preview.show();
    this.acts.show();
    this.element.classList.toggle("due", plan.due);
    this.element.dataset.number = String(this.view.number);
  }

  #showPrompt() {
    this.prompt.show({ view: this.view, plan: this.plan, presence: this.#presence, cardsShown: !this.ways.element.hidden, refusal: this.acts.refusal });
  }

  // -- what somebody does

  #listenToKeys() {
    const { plan } = this;
    listen(
      {
        card: (card) => takeValue(plan, card),
        slot: (slot) => pressSlot(plan, slot),
        destination: (step) => stepDestination(plan, this.#starts, this.map, step),
        way: (step) => stepWay(plan, step),
        bonus: () => plan.bonusOffered && plan.takeBonus(!plan.bonus),
        go: () => this.acts.go(),
        clear: () => plan.clear(),
        view: () => this.cameraMode.toggle(),
        zoom: (factor) => this.board.camera.zoom(factor),
        hint: () => this.acts.hint(),
        skip,
        help: () => openKeys(),
      },
      this.signal,
    );
  }
}
