/** The screen of a solo game: the table, the choices, and one thing after the other. */

import { skip } from "../board/animations.js";
import { Board } from "../board/board.js";
import { AHEAD, CameraMode } from "../board/camera-mode.js";
import { makeMinimap } from "../board/minimap.js";
import { animateMove } from "../board/move-animation.js";
import { Reach } from "../board/reach-map.js";
import { get, insist } from "../core/api.js";
import { openKeys, openSettings } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeErrorScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { EventQueue } from "../core/event-queue.js";
import { listen, SOLO_KEYS } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { trailName } from "../core/names.js";
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
import { cardsOf } from "../plan/outcome.js";
import { Plan } from "../plan/plan.js";
import { chooseSpace, pressSlot, stepDestination, stepWay, takeCard, takeValue } from "../plan/plan-commands.js";
import { TabPlanStorage } from "../plan/plan-storage.js";
import { Preview } from "../plan/preview.js";
import { EventLog } from "../race/event-log.js";
import { Alternatives } from "./alternatives.js";
import { makeChoices } from "./choices.js";
import { showSoloEnding } from "./ending.js";
import { sentencesOf } from "./event-text.js";
import { SOLO_LESSONS } from "./lessons.js";
import { Opponents } from "./opponents.js";
import { isPlanned, viewOf } from "./race-view.js";
import { makeScore } from "./score.js";
import { makeSoloTable } from "./table.js";

/** @import {Card, CourseMap, Happening, SoloHappening, SoloView} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [name]
 * @returns {Promise<HTMLElement>}
 */
export async function showSoloGame(go, signal, name = "") {
  const seen = await insist(() => get(`/api/tables/${name}`));
  if (!seen.ok) return lost(go, whyNot(seen));
  const game = /** @type {SoloView} */ (seen.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(game.course.line)}/map`));
  if (!map.ok) return lost(go, whyNot(map));
  const screen = new SoloScreen(go, game, map.value, signal);
  await screen.open();
  return screen.element;
}

/** @param {Go} go @param {string} why */
const lost = (go, why) => makeErrorScreen(why, makeLink(go, "/solo", { class: "button go" }, say("solo.label")));

/** @param {Happening | SoloHappening} event @returns {event is SoloHappening} */
const isDecided = (event) => event.kind === "solo_decided";

class SoloScreen {
  #ended = false;

  /**
   * @param {Go} go
   * @param {SoloView} game
   * @param {CourseMap} map
   * @param {AbortSignal} signal
   */
  constructor(go, game, map, signal) {
    this.go = go;
    this.game = game;
    this.view = viewOf(game);
    paintSeats(game.seats);
    this.map = map;
    this.signal = signal;
    this.path = `/api/tables/${game.table}`;
    this.plan = new Plan(() => this.#show(), new TabPlanStorage());
    this.alternatives = new Alternatives(() => this.#show());
    this.board = new Board(map, {
      tapped: (space) => this.#tapped(space),
      pointed: (space) => this.board.element.classList.toggle("pointing", this.preview.point(space)),
      moved: () => this.cameraMode.showMode(),
    });
    this.cameraMode = new CameraMode(this.board, "view.sled", () => this.#sight);
    this.reach = new Reach(this.board);
    this.opponents = new Opponents(this.board);
    this.preview = new Preview(this.plan, this.reach, (preview) => this.mat.warn(preview));
    this.minimap = makeMinimap(map, this.board);
    this.eventLog = new EventLog();
    this.queue = new EventQueue(signal);
    this.teacher = makeTeacher(SOLO_LESSONS);
    this.table = makeSoloTable();
    this.choices = makeChoices(this.alternatives);
    this.mat = makeMat({ slot: (slot) => pressSlot(this.plan, slot), bonus: (wanted) => this.plan.takeBonus(wanted) });
    this.hand = makeHand({ card: (card, place) => takeCard(this.plan, card, place), dropped: (card, slot) => this.plan.lay(card, slot) });
    this.ways = makeWays({ choose: (outcome) => this.plan.choose(outcome) });
    this.destinations = makeDestinations(map, { choose: (outcome) => this.plan.choose(outcome), start: () => {} });
    this.score = make("div", { class: "score-so-far" });
    this.state = make("p", { class: "solo-state" });
    this.prompt = make("p", { class: "prompt", role: "status" });
    this.acts = new PlanActions(() => this.#question, this.plan, this.preview, {
      changed: () => this.#show(),
      choose: (decision) => this.alternatives.choose(decision),
      refused: () => this.#lookAgain(),
    });
    this.element = this.#layout();
  }

  #layout() {
    return make(
      "main",
      { class: "race solo" },
      make("h1", { class: "visually-hidden" }, say("solo.title", { course: trailName(this.game) })),
      make(
        "header",
        { class: "top-bar" },
        makeLink(this.go, "/", { class: "button icon brand", "aria-label": say("end.home") }, "❄"),
        this.state,
        makeSoundButton(this.signal),
        makeHelpButton(),
        make(
          "button",
          { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() },
          "⚙",
        ),
      ),
      make("div", { class: "stage" }, this.board.element, this.minimap.element, this.cameraMode.element),
      make("aside", { class: "side", "aria-label": say("table.label") }, this.table.element, this.score, this.eventLog.element, this.destinations.element),
      make(
        "section",
        { class: "dock" },
        make("div", { class: "told" }, this.teacher.element, this.prompt, this.preview.element, this.ways.element),
        this.choices.element,
        this.mat.element,
        this.hand.element,
        this.acts.element,
      ),
    );
  }

  async open() {
    const course = this.game.course.line;
    const [told] = await Promise.all([insist(() => get(`${this.path}/events`)), this.board.lay(course, theme())]);
    if (this.signal.aborted) return;
    const events = /** @type {Happening[]} */ (told.ok ? told.value.events : []).filter((each) => each.number <= this.game.number);
    const began = events.findLastIndex(({ kind }) => kind === "round_began");
    for (const event of events.slice(began).filter(isDecided)) {
      this.#tell(event);
      if (event.move) this.board.tracks.add(0, event.move);
    }
    this.hand.element.dataset.hand = "0";
    if (this.game.race.phase === "place") this.board.camera.mode = "whole";
    this.#see(this.game);
    void this.plan.restore();
    const repaint = (/** @type {Event} */ event) => {
      const name = event instanceof CustomEvent ? event.detail : "";
      if (name === "theme") void this.board.lay(course, theme()).then(() => this.#see(this.game));
      if (name === "teaching") this.#show();
    };
    changes.addEventListener("change", repaint, { signal: this.signal });
    const stream = new Stream(
      { table: this.game.table },
      {
        happened: (event) => isDecided(event) && this.queue.add(() => this.#play(event), true),
        view: (view) => this.queue.add(async () => this.#see(view)),
      },
      this.game.number,
    );
    this.signal.addEventListener("abort", () => stream.close());
    this.#listenToKeys();
    requestAnimationFrame(() => this.cameraMode.frame(false));
  }

  // -- what happens

  /** @param {SoloHappening} happened */
  async #play(happened) {
    this.#tell(happened);
    if (this.queue.missed) return void (happened.move && this.board.tracks.add(0, happened.move));
    if (happened.move) {
      this.reach.showPath(null, 0);
      await animateMove(this.board, 0, happened.move);
    }
    await this.opponents.animateMove(happened.opponents, this.game.race.opponents);
  }

  /** @param {SoloHappening} happened */
  #tell(happened) {
    this.eventLog.add("decided", null, sentencesOf(happened), [...(happened.move?.dents ?? []), ...happened.dents]);
  }

  /** @param {SoloView} game */
  #see(game) {
    const before = this.game;
    if (game.number < before.number) return;
    // The next round may have another course.
    if (game.round !== before.round) return this.go(`/solo/${game.table}`);
    this.game = game;
    this.view = viewOf(game);
    this.preview.update(this.view);
    this.board.putSled(0, game.race.end === "wrecked" ? null : (this.#sled?.space ?? null));
    this.board.showDents(0, this.#sled?.dents ?? 0);
    this.opponents.show(game.race.opponents);
    this.board.showSaplings(game.race.saplings);
    this.table.show(game);
    this.minimap.show(this.view);
    this.alternatives.update(game);
    this.plan.update(this.view);
    if (before.race.phase === "place" && game.race.phase !== "place") this.board.camera.mode = "sled";
    this.#show();
    if (before.race.sleds[0]?.space !== this.#sled?.space || before.race.phase !== game.race.phase) this.cameraMode.frame(true);
    if (game.stage !== "racing" && !this.#ended) {
      this.#ended = true;
      this.cameraMode.look("whole");
      showSoloEnding(this.element, game, this.go);
    }
  }

  /** See how things are if a decision was refused: it may have been taken in another tab. */
  async #lookAgain() {
    const seen = await insist(() => get(this.path));
    if (seen.ok && !this.signal.aborted) this.#see(seen.value);
  }

  // -- what is shown

  get #sled() {
    return this.view.race?.sleds[0] ?? null;
  }

  get #sight() {
    const reached = [...this.plan.destinations.keys()].map((each) => this.board.place(each));
    return { space: this.#sled?.space ?? this.map.starts[2] ?? "", ahead: AHEAD, reached };
  }

  get #due() {
    return this.game.you.seat === 0 && this.game.stage === "racing" && !this.plan.waits;
  }

  /** What is to be decided now. */
  get #question() {
    const { game, plan, alternatives } = this;
    return {
      path: `${this.path}/seats/0`,
      asks: game.asks,
      due: this.#due,
      decision: isPlanned(game) ? plan.decision : alternatives.settled ? alternatives.decision : null,
      go: say(`solo.go.${game.race.phase}`),
      hints: game.options.hints,
    };
  }

  #show() {
    const { plan, game } = this;
    const here = this.map.spaces[this.#sled?.space ?? ""] ?? null;
    const shown = { plan, sled: this.#sled, here, game };
    this.element.classList.toggle("choosing", !isPlanned(game) && game.stage === "racing");
    this.mat.show(shown);
    this.hand.show(shown);
    this.ways.show(shown);
    this.teacher.show(shown);
    this.choices.show(game);
    this.destinations.show({ plan, starts: [] });
    this.destinations.element.hidden = game.race.phase !== "turn";
    this.#showTargets();
    this.#showState();
    this.#showPrompt();
    this.preview.show();
    this.acts.show();
    this.element.classList.toggle("due", this.#due);
    this.element.dataset.number = String(game.number);
    this.element.dataset.phase = game.race.phase;
  }

  #showTargets() {
    if (this.game.race.phase === "turn") return this.reach.show(this.plan.destinations, this.plan.chosen?.end ?? null, !this.#due);
    const spaces = this.#due ? this.alternatives.options.flatMap(({ space }) => space ?? []) : [];
    this.reach.showStarts([...new Set(spaces)], this.alternatives.chosen?.space ?? null);
  }

  #showState() {
    const { game } = this;
    const round = game.day ? say("daily.try", { attempt: game.attempt, most: game.attempts }) : say("solo.round", { round: game.round, rounds: game.rounds });
    const turn = game.race.turn ? say("solo.turn", { turn: game.race.turn }) : say("solo.setting");
    fill(
      this.state,
      make("b", {}, round),
      make("span", {}, turn),
      game.day ? null : make("span", {}, say("solo.points", { points: game.points })),
      make("span", { class: "solo-setup" }, say("solo.setup", { points: game.setup.points })),
    );
    fill(this.score, game.score && game.stage === "racing" ? makeScore(game.score, say("score.ifNow")) : null);
  }

  #showPrompt() {
    const { race } = this.game;
    const { plan } = this;
    const [row = 0, column = 0] = race.placing ?? [];
    const facts = { count: race.owed, number: race.opponents.length + 1, row, column };
    const text = () => {
      if (this.game.stage !== "racing") return say("solo.prompt.over");
      if (race.phase !== "turn") return say(`solo.prompt.${race.phase}`, facts);
      if (plan.chosen) return this.ways.element.hidden ? cardsOf(plan.chosen.turn) : "";
      return plan.slots ? say("prompt.where") : say("prompt.turn");
    };
    const said = this.acts.refusal || text();
    if (this.prompt.textContent !== said) this.prompt.textContent = said;
  }

  // -- what somebody does

  /** @param {string | null} space */
  #tapped(space) {
    skip();
    if (this.plan.waits || !space) return;
    if (isPlanned(this.game)) chooseSpace(this.plan, [], space);
    else this.alternatives.chooseSpace(space);
  }

  /** @param {Card} card */
  #digit(card) {
    const { phase } = this.game.race;
    if (phase === "bonus") this.alternatives.putMarker(card, 0);
    else if (phase === "start") this.alternatives.choose(`@${card}`);
    else if (isPlanned(this.game)) takeValue(this.plan, card);
  }

  #listenToKeys() {
    const { plan, alternatives } = this;
    const planned = () => isPlanned(this.game);
    listen(
      {
        card: (card) => this.#digit(card),
        slot: (slot) => pressSlot(plan, slot),
        destination: (step) => (planned() ? stepDestination(plan, [], this.map, step) : alternatives.step(step)),
        way: (step) => (planned() ? stepWay(plan, step) : alternatives.step(step)),
        bonus: () => plan.bonusOffered && plan.takeBonus(!plan.bonus),
        go: () => this.acts.go(),
        clear: () => plan.clear(),
        view: () => this.cameraMode.toggle(),
        zoom: (factor) => this.board.camera.zoom(factor),
        hint: () => this.acts.hint(),
        skip,
        help: () => openKeys(SOLO_KEYS),
      },
      this.signal,
    );
  }
}
