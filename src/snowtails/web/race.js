/** The screen of a race: puts the parts together and lets one thing happen after the other. */

import { get, insist, post } from "./api.js";
import { Board } from "./board.js";
import { makeHelpButton } from "./clause.js";
import { makeDestinations, makeWays } from "./destinations.js";
import { openKeys, openSettings } from "./dialogs.js";
import { draw, make } from "./dom.js";
import { showEnding } from "./ending.js";
import { glide } from "./glide.js";
import { makeHand } from "./hand.js";
import { chooseSpace, pressSlot, stepDestination, stepWay, takeCard, takeValue } from "./helm.js";
import { listen } from "./keys.js";
import { makeMat } from "./mat.js";
import { makeMinimap } from "./minimap.js";
import { skip } from "./motion.js";
import { courseName, nameOf } from "./names.js";
import { Outlook } from "./outlook.js";
import { Party } from "./party.js";
import { Plan } from "./plan.js";
import { Radio } from "./radio.js";
import { Reach } from "./reach.js";
import { makeRibbon } from "./ribbon.js";
import { changes, theme } from "./settings.js";
import { makeSoundButton } from "./sound.js";
import { Stream } from "./stream.js";
import { makeTeacher } from "./teach.js";
import { cardsOf } from "./verdict.js";
import { say, sayOr } from "./words.js";

/** @import {Connection, CourseMap, Happening, Presence, Space, View} from "./types" */

/** Spaces ahead of the own sled that are always in sight. */
const AHEAD = 7;

/** Happenings that may wait to be seen; if there are more, sleds go to where they are at once. */
const MISSED = 12;

/**
 * @param {(path: string) => void} go
 * @param {AbortSignal} signal
 * @param {string} [table]
 * @returns {Promise<HTMLElement>}
 */
export async function showRace(go, signal, table = "") {
  const seen = await insist(() => get(`/api/tables/${table}`));
  if (!seen.ok) return lost(go);
  const view = /** @type {View} */ (seen.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(view.options.course.line)}/map`));
  if (!map.ok) return lost(go);
  const screen = new RaceScreen(go, view, map.value, signal);
  await screen.open();
  return screen.element;
}

/** @param {(path: string) => void} go */
function lost(go) {
  const home = make("button", { type: "button", class: "go", onclick: () => go("/") }, say("lost.home"));
  return make("main", { class: "lost" }, make("h1", {}, say("lost.table")), home);
}

class RaceScreen {
  /** @type {Presence | null} */ #presence = null;
  /** @type {Promise<void>} */ #queue = Promise.resolve();
  #waiting = 0;
  #sending = false;
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
    this.map = map;
    this.signal = signal;
    this.plan = new Plan(() => this.#showPlan());
    this.board = new Board(map, {
      tapped: (space) => {
        if (!this.plan.due) skip();
        chooseSpace(this.plan, this.#starts, space);
      },
      pointed: (space) => this.board.element.classList.toggle("pointing", this.outlook.point(space)),
      moved: () => this.#showCamera(),
    });
    this.board.camera.reframe = () => this.#frame(false);
    this.reach = new Reach(this.board);
    this.outlook = new Outlook(this.plan, this.reach);
    this.ribbon = makeRibbon(map);
    this.radio = new Radio();
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
    this.party = new Party(view, signal);
    this.prompt = make("p", { class: "prompt", role: "status" });
    this.connection = make("p", { class: "connection", role: "status", hidden: true });
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.#go() }, say("go"));
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => this.plan.clear() }, say("clear"));
    this.hintButton = make("button", { type: "button", class: "plain", onclick: () => this.#hint() }, say("hint"));
    this.viewButtons = {
      sled: this.#viewButton("sled", "M0-7L5 5L0 2L-5 5Z"),
      whole: this.#viewButton("whole", "M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3"),
    };
    this.element = this.#layout();
  }

  #layout() {
    const zoom = (/** @type {"in" | "out"} */ way, /** @type {number} */ factor, /** @type {string} */ sign) =>
      make("button", { type: "button", class: "icon", "aria-label": say(`view.${way}`), title: say(`view.${way}`), onclick: () => this.board.camera.zoom(factor) }, sign);
    const dock = make(
      "section",
      { class: "dock" },
      make("div", { class: "told" }, this.teacher.element, this.prompt, this.outlook.element, this.ways.element),
      this.mat.element,
      this.hand.element,
      make("div", { class: "acts" }, this.hintButton, this.clearButton, this.goButton),
      this.party.curtain.element,
    );
    return make(
      "main",
      { class: "race" },
      make("h1", { class: "visually-hidden" }, courseName(this.view.options.course.name)),
      make(
        "header",
        { class: "ribbon" },
        make("button", { type: "button", class: "icon brand", "aria-label": say("end.home"), onclick: () => this.go("/") }, "❄"),
        this.ribbon.element,
        this.party.clock.element,
        this.connection,
        this.party.company.element,
        makeSoundButton(this.signal),
        makeHelpButton(),
        make("button", { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() }, "⚙"),
      ),
      make(
        "div",
        { class: "stage" },
        this.board.element,
        this.minimap.element,
        this.party.reins.element,
        make("div", { class: "views" }, this.viewButtons.sled, this.viewButtons.whole, zoom("in", 1.3, "+"), zoom("out", 1 / 1.3, "−")),
      ),
      make("aside", { class: "side" }, this.radio.element, this.party.chat.element, this.destinations.element),
      dock,
    );
  }

  /** @param {"sled" | "whole"} mode @param {string} d */
  #viewButton(mode, d) {
    const label = say(`view.${mode}`);
    const figure = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d }));
    return make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => this.#look(mode) }, figure);
  }

  async open() {
    const course = this.view.options.course.line;
    const [told] = await Promise.all([get(`/api/tables/${this.view.table}/events?after=0`), this.board.lay(course, theme())]);
    if (this.signal.aborted) return;
    const events = /** @type {Happening[]} */ (told.ok ? told.value.events : []);
    for (const event of events.filter((each) => each.number <= this.view.number)) {
      this.radio.tell(event, this.view);
      this.party.tell(event, false);
    }
    this.#see(this.view);
    void this.plan.restore();
    const stream = new Stream(
      { table: this.view.table },
      {
        happened: (event) => {
          this.party.tell(event, true);
          this.#then(() => this.#happened(event));
        },
        view: (view) => this.#then(async () => this.#see(view)),
        presence: (presence) => {
          this.#presence = presence;
          this.#then(async () => this.#showOthers());
        },
        connection: (state) => this.#showConnection(state),
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
    requestAnimationFrame(() => this.#frame(false));
  }

  /** Let something happen when everything before it has been seen. @param {() => Promise<void>} next */
  #then(next) {
    this.#waiting++;
    this.#queue = this.#queue.then(() => {
      this.#waiting--;
      return this.signal.aborted ? undefined : next();
    });
  }

  // -- what happens

  /** @param {Happening} event */
  async #happened(event) {
    this.radio.tell(event, this.view);
    // Whoever has been away sees how things are, not everything that was missed.
    if (!event.move || typeof event.seat !== "number" || this.#waiting > MISSED) return;
    if (event.seat === this.view.you.seat) this.reach.showPath(null, event.seat);
    await glide(this.board, event.seat, event.move);
  }

  /** @param {View} view */
  #see(view) {
    const before = this.view;
    this.view = view;
    this.outlook.update(view);
    const race = view.race;
    race?.sleds.forEach((sled, seat) => {
      this.board.putSled(seat, sled.status === "wrecked" ? null : sled.space);
      this.board.sled(seat).classList.toggle("acting", race.actor === seat);
    });
    this.board.showSaplings(race?.saplings ?? []);
    this.hand.element.dataset.hand = String(view.you.seat ?? "");
    this.plan.update(view);
    this.#showOthers();
    this.#showPlan();
    const followed = this.#followed;
    const moved = before.race?.sleds[followed]?.space !== race?.sleds[followed]?.space;
    const turned = before.race?.phase !== race?.phase || before.you.seat !== view.you.seat;
    if (moved || turned) this.#frame(true);
    if (view.stage === "over" && !this.#ending) this.#end();
  }

  #end() {
    this.#ending = showEnding(this.element, this.view, this.go);
    this.#look("whole");
  }

  // -- what is shown

  get #seat() {
    return this.view.you.seat ?? 0;
  }

  get #sled() {
    return this.view.you.seat === null ? null : (this.view.race?.sleds[this.view.you.seat] ?? null);
  }

  /** The seat whose sled the camera follows: one's own while it races, then the leader's. */
  get #followed() {
    const racing = this.view.race?.standings.find((each) => each.status === "racing");
    return this.#sled?.status === "racing" || !racing ? this.#seat : racing.sled;
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

  #showOthers() {
    this.ribbon.show({ view: this.view, presence: this.#presence });
    this.party.show(this.element, this.view, this.#presence);
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
      this.reach.showStarts(this.#starts.map(({ space }) => space), chosen?.space ?? null);
    } else {
      this.reach.show(plan.destinations, plan.chosen?.space ?? null, !plan.due);
    }
    this.#showPrompt();
    void this.outlook.show();
    const ready = plan.due && plan.decision !== null && !this.#sending;
    this.goButton.setAttribute("aria-disabled", String(!ready));
    this.goButton.textContent = plan.about === "discard" ? say("go.discard") : say("go");
    this.goButton.setAttribute("aria-label", plan.chosen ? say("go.label", { what: cardsOf(plan.chosen.turn) }) : (this.goButton.textContent ?? ""));
    this.clearButton.hidden = !plan.slots && !plan.decision && !plan.card && !plan.discards.length;
    this.hintButton.hidden = !this.view.options.hints || !plan.due;
    this.element.classList.toggle("due", plan.due);
    this.element.dataset.number = String(this.view.number);
  }

  #showPrompt() {
    const { view, plan } = this;
    const actor = view.race?.actor ?? null;
    const name = actor === null ? "" : nameOf(view, actor);
    const text = () => {
      if (view.stage === "over") return say("prompt.over");
      if (plan.stale) return say("prompt.stale");
      if (plan.about === "start") return plan.due ? say("prompt.start") : say("prompt.wait", { name });
      if (plan.about === "discard") return say("prompt.discard", { count: view.race?.owed ?? 0 });
      if (this.#sled?.status !== "racing") return say("prompt.watch");
      if (plan.due && plan.chosen) return this.ways.element.hidden ? cardsOf(plan.chosen.turn) : "";
      if (plan.due) return plan.slots ? say("prompt.where") : say("prompt.turn");
      return this.#presence?.thinking === actor && name ? say("prompt.thinking", { name }) : say("prompt.plan", { name });
    };
    const said = text();
    if (this.prompt.textContent !== said) this.prompt.textContent = said;
    this.prompt.classList.toggle("stale", plan.stale);
  }

  /** @param {Connection} state */
  #showConnection(state) {
    this.connection.hidden = state === "open";
    this.connection.textContent = say(`connection.${state}`);
  }

  #showCamera() {
    for (const [mode, button] of Object.entries(this.viewButtons ?? {})) {
      button.setAttribute("aria-pressed", String(this.board.camera.mode === mode));
    }
  }

  /** @param {boolean} smoothly */
  #frame(smoothly) {
    const { camera } = this.board;
    const space = this.view.race?.sleds[this.#followed]?.space;
    if (camera.mode === "free") return;
    if (camera.mode === "whole") camera.showBox(this.board.frame, smoothly);
    else {
      const from = space ?? this.map.starts[2] ?? "";
      const reached = [...this.plan.destinations.keys()].map((each) => this.board.place(each));
      camera.showSled(this.board.place(from), [...reached, ...this.#ahead(from)], smoothly);
    }
  }

  /** The track right ahead of a space, in all lanes. @param {Space} space */
  #ahead(space) {
    const here = this.map.spaces[space]?.progress ?? 0;
    return Object.values(this.map.spaces).filter((each) => each.progress > here - 1 && each.progress <= here + AHEAD);
  }

  // -- what somebody does

  /** @param {"sled" | "whole"} mode */
  #look(mode) {
    this.board.camera.mode = mode;
    this.#frame(true);
  }

  async #go() {
    const { decision } = this.plan;
    if (!decision || !this.plan.due || this.#sending) return;
    this.#sending = true;
    this.plan.sent();
    this.#showPlan();
    const path = `/api/tables/${this.view.table}/seats/${this.#seat}/decisions`;
    const { asks } = this.view;
    const answer = await insist(() => post(path, { decision, answers: asks }), (waiting) => this.#showConnection(waiting ? "lost" : "open"));
    this.#sending = false;
    if (!answer.ok) this.prompt.textContent = sayOr(`refused.${answer.code}`, say("refused", { why: answer.message }));
    else this.#showPlan();
  }

  async #hint() {
    if (!this.plan.due) return;
    const answer = await get(`/api/tables/${this.view.table}/seats/${this.#seat}/hint`);
    if (!answer.ok || answer.value.asks !== this.view.asks) return;
    const { decision } = answer.value;
    if (decision.startsWith("@")) return this.plan.chooseStart(decision);
    if (decision.startsWith("x")) return this.plan.discardValues(decision.slice(1));
    const outcome = await this.outlook.outcomeOf(decision);
    if (outcome) this.plan.choose(outcome);
  }

  #listenToKeys() {
    const { plan } = this;
    listen(
      {
        card: (card) => takeValue(plan, card),
        slot: (slot) => pressSlot(plan, slot),
        destination: (step) => stepDestination(plan, this.#starts, this.map, step),
        way: (step) => stepWay(plan, step),
        bonus: () => plan.bonusOffered && plan.takeBonus(!plan.bonus),
        go: () => this.#go(),
        clear: () => plan.clear(),
        view: () => this.#look(this.board.camera.mode === "sled" ? "whole" : "sled"),
        zoom: (factor) => this.board.camera.zoom(factor),
        hint: () => this.#hint(),
        skip,
        help: () => openKeys(),
      },
      this.signal,
    );
  }
}
