/** The screen of a solo game: the table, the choices, and one thing after the other. */

import { animateMove } from "../board/move-animation.js";
import { get, insist } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { makeErrorScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { SOLO_KEYS } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { trailName } from "../core/names.js";
import { say } from "../core/words.js";
import { tilesAhead } from "../learn/lessons.js";
import { makeTeacher } from "../learn/teacher.js";
import { cardsOf } from "../plan/outcome.js";
import { chooseSpace } from "../plan/plan-commands.js";
import { TabPlanStorage } from "../plan/plan-storage.js";
import { PlayScreen } from "../race/play-screen.js";
import { Alternatives } from "./alternatives.js";
import { makeChoices } from "./choices.js";
import { showSoloEnding } from "./ending.js";
import { sentencesOf } from "./event-text.js";
import { SOLO_LESSONS } from "./lessons.js";
import { Opponents } from "./opponents.js";
import { isPlanned, viewOf } from "./race-view.js";
import { makeScore } from "./score.js";
import { makeSoloTable } from "./table.js";

/** @import {Card, CourseMap, Happening, SoloHappening, SoloView, Space} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [name]
 * @returns {Promise<HTMLElement>}
 */
export async function showSoloGame(go, signal, name = "") {
  const seen = await insist(() => get(`/api/tables/${name}`), signal);
  signal.throwIfAborted();
  if (!seen.ok) return lost(go, whyNot(seen));
  const game = /** @type {SoloView} */ (seen.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(game.course.line)}/map`), signal);
  signal.throwIfAborted();
  if (!map.ok) return lost(go, whyNot(map));
  const screen = new SoloScreen(go, game, map.value, signal);
  await screen.open();
  return screen.element;
}

/** @param {Go} go @param {string} why */
const lost = (go, why) => makeErrorScreen(why, makeLink(go, "/solo", { class: "button go" }, say("solo.label")));

/** How many opponents there are to place. */
const OPPONENTS = 4;

/** @param {Happening | SoloHappening} event @returns {event is SoloHappening} */
const isDecided = (event) => event.kind === "solo_decided";

class SoloScreen extends PlayScreen {
  #ended = false;

  /**
   * @param {Go} go
   * @param {SoloView} game
   * @param {CourseMap} map
   * @param {AbortSignal} signal
   */
  constructor(go, game, map, signal) {
    super({ go, view: viewOf(game), map, signal, storage: new TabPlanStorage(), keys: SOLO_KEYS });
    this.game = game;
    this.preview.givenUp = "verdict.outOfPlay";
    this.path = `/api/tables/${game.table}`;
    this.alternatives = new Alternatives(() => this.show());
    this.opponents = new Opponents(this.board);
    this.table = makeSoloTable();
    this.choices = makeChoices(this.alternatives);
    this.score = make("div", { class: "score-so-far" });
    this.state = make("p", { class: "solo-state" });
    this.teacher = makeTeacher(SOLO_LESSONS);
    this.prompt = make("p", { class: "prompt", role: "status" });
    const label = { class: "side", "aria-label": say("table.label") };
    this.layout({
      kind: "race solo",
      title: say("solo.title", { course: trailName(game) }),
      head: [this.state],
      stage: [],
      side: make("aside", label, this.table.element, this.score, this.eventLog.element, this.destinations.element),
      told: [this.teacher.element, this.prompt],
      dock: [this.choices.element],
    });
  }

  async open() {
    const course = this.game.course.line;
    const [told] = await Promise.all([insist(() => get(`${this.path}/events`), this.signal), this.board.lay(course)]);
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
    this.follow(course, {
      happened: (event) => isDecided(event) && this.queue.add(() => this.#play(event), true),
      view: (view) => this.queue.add(async () => this.#see(view)),
    });
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
    this.board.putSled(0, game.race.end === "wrecked" ? null : (this.sled?.space ?? null));
    this.board.showDents(0, this.sled?.dents ?? 0);
    this.opponents.show(game.race.opponents);
    this.board.showSaplings(game.race.saplings);
    this.table.show(game);
    this.minimap.show(this.view);
    this.alternatives.update(game);
    this.plan.update(this.view);
    if (before.race.phase === "place" && game.race.phase !== "place") this.board.camera.mode = "sled";
    this.show();
    if (before.race.sleds[0]?.space !== this.sled?.space || before.race.phase !== game.race.phase) this.cameraMode.frame(true);
    if (game.stage !== "racing" && !this.#ended) {
      this.#ended = true;
      this.cameraMode.look("whole");
      showSoloEnding(this.element, game, this.go, this.board, this.signal);
    }
  }

  seeAgain() {
    this.#see(this.game);
  }

  /** See how things are: it may have been decided in another tab. */
  async lookAgain() {
    const seen = await insist(() => get(this.path), this.signal);
    if (seen.ok && !this.signal.aborted) this.#see(seen.value);
  }

  // -- what is shown

  get followed() {
    return this.sled?.space ?? this.map.starts[2];
  }

  get due() {
    return this.game.you.seat === 0 && this.game.stage === "racing" && !this.plan.waits;
  }

  get question() {
    const { game, plan, alternatives } = this;
    return {
      path: `${this.path}/seats/0`,
      asks: game.asks,
      due: this.due,
      decision: isPlanned(game) ? plan.decision : alternatives.settled ? alternatives.decision : null,
      go: say(`solo.go.${game.race.phase}`),
      hints: game.options.hints,
    };
  }

  show() {
    super.show();
    const { plan, game } = this;
    this.teacher.show({ plan, sled: this.sled, here: this.here, ahead: tilesAhead(this.map, this.here, game.race.saplings), game });
    this.element.classList.toggle("choosing", !isPlanned(game) && game.stage === "racing");
    this.choices.show(game);
    this.destinations.element.hidden = game.race.phase !== "turn";
    this.#showTargets();
    this.#showState();
    this.#showPrompt();
    this.element.dataset.phase = game.race.phase;
  }

  #showTargets() {
    if (this.game.race.phase === "turn") return this.reach.show(this.plan.destinations, this.plan.chosen?.end ?? null, !this.due);
    const spaces = this.due ? this.alternatives.options.flatMap(({ space }) => space ?? []) : [];
    const tile = (/** @type {Space} */ space) => String(this.map.spaces[space]?.tile ?? "");
    this.reach.showStarts([...new Set(spaces)], this.alternatives.chosen?.space ?? null, this.game.race.phase === "place" ? tile : undefined);
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
      const placed = race.phase === "place" && this.alternatives.chosen?.space;
      if (placed) return say("solo.prompt.placed", { ...facts, tile: this.map.spaces[placed]?.tile ?? 0, left: OPPONENTS - facts.number });
      if (race.phase !== "turn") return say(`solo.prompt.${race.phase}`, facts);
      if (plan.chosen) return this.ways.element.hidden ? cardsOf(plan.chosen.turn) : "";
      return plan.slots ? say("prompt.where") : say("prompt.turn");
    };
    const said = this.acts.refusal || text();
    if (this.prompt.textContent !== said) this.prompt.textContent = said;
  }

  // -- what somebody does

  /** @param {Space} space */
  tapped(space) {
    if (this.plan.waits) return;
    if (isPlanned(this.game)) chooseSpace(this.plan, [], space);
    else this.alternatives.chooseSpace(space);
  }

  /** @param {string} decision */
  chooseDecision(decision) {
    this.alternatives.choose(decision);
  }

  /** @param {Card} card */
  digit(card) {
    const { phase } = this.game.race;
    if (phase === "bonus") this.alternatives.putMarker(card, 0);
    else if (phase === "start") this.alternatives.choose(`@${card}`);
    else if (isPlanned(this.game)) super.digit(card);
  }

  /** @param {1 | -1} step */
  step(step) {
    if (isPlanned(this.game)) super.step(step);
    else this.alternatives.step(step);
  }

  /** @param {1 | -1} step */
  stepAside(step) {
    if (isPlanned(this.game)) super.stepAside(step);
    else this.alternatives.step(step);
  }
}
