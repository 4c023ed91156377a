/** The screen of a solo game: the table, the choices, and one thing after the other. */

import { Alternatives } from "./alternatives.js";
import { get, insist, post } from "./api.js";
import { Board } from "./board.js";
import { makeChoices } from "./choices.js";
import { makeHelpButton } from "./clause.js";
import { makeDestinations, makeWays } from "./destinations.js";
import { openKeys, openSettings } from "./dialogs.js";
import { fill, make } from "./dom.js";
import { glide } from "./glide.js";
import { makeHand } from "./hand.js";
import { chooseSpace, pressSlot, stepDestination, stepWay, takeCard, takeValue } from "./helm.js";
import { listen, SOLO_KEYS } from "./keys.js";
import { makeLink } from "./links.js";
import { AHEAD, Lookout } from "./lookout.js";
import { makeLost } from "./lost.js";
import { makeMat } from "./mat.js";
import { makeMinimap } from "./minimap.js";
import { skip } from "./motion.js";
import { trailName } from "./names.js";
import { Opponents } from "./opponents.js";
import { Outlook } from "./outlook.js";
import { Plan } from "./plan.js";
import { Radio } from "./radio.js";
import { Reach } from "./reach.js";
import { whyNot } from "./refusal.js";
import { changes, theme } from "./settings.js";
import { showSoloEnding } from "./soloending.js";
import { SOLO_LESSONS } from "./sololessons.js";
import { saidOf } from "./solosaid.js";
import { makeScore } from "./soloscore.js";
import { makeSoloTable } from "./solotable.js";
import { isPlanned, viewOf } from "./soloview.js";
import { makeSoundButton } from "./sound.js";
import { makeTeacher } from "./teach.js";
import { readGiven } from "./turn.js";
import { cardsOf } from "./verdict.js";
import { say } from "./words.js";

/** @import {Card, CourseMap, SoloView} from "./types" */
/** @import {Go} from "./links.js" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [name]
 * @returns {Promise<HTMLElement>}
 */
export async function showSoloGame(go, signal, name = "") {
  const seen = await insist(() => get(`/api/solo/${name}`));
  if (!seen.ok) return lost(go, whyNot(seen));
  const game = /** @type {SoloView} */ (seen.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(game.course.line)}/map`));
  if (!map.ok) return lost(go, whyNot(map));
  const screen = new SoloScreen(go, game, map.value, signal);
  await screen.open();
  return screen.element;
}

/** @param {Go} go @param {string} why */
const lost = (go, why) => makeLost(why, makeLink(go, "/solo", { class: "button go" }, say("solo.label")));

class SoloScreen {
  #busy = false;
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
    this.map = map;
    this.signal = signal;
    this.path = `/api/solo/${game.game}`;
    this.plan = new Plan(() => this.#show(), false);
    this.alternatives = new Alternatives(() => this.#show());
    this.board = new Board(map, {
      tapped: (space) => this.#tapped(space),
      pointed: (space) => this.board.element.classList.toggle("pointing", this.outlook.point(space)),
      moved: () => this.lookout.showMode(),
    });
    this.lookout = new Lookout(this.board, "view.sled", () => this.#sight);
    this.reach = new Reach(this.board);
    this.opponents = new Opponents(this.board);
    this.outlook = new Outlook(this.plan, this.reach);
    this.minimap = makeMinimap(map, this.board);
    this.radio = new Radio();
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
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.#go() }, say("go"));
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => this.plan.clear() }, say("clear"));
    this.hintButton = make("button", { type: "button", class: "plain", onclick: () => this.#hint() }, say("hint"));
    this.element = this.#layout();
  }

  #layout() {
    return make(
      "main",
      { class: "race solo" },
      make("h1", { class: "visually-hidden" }, say("solo.title", { course: trailName(this.game) })),
      make(
        "header",
        { class: "ribbon" },
        makeLink(this.go, "/", { class: "button icon brand", "aria-label": say("end.home") }, "❄"),
        this.state,
        makeSoundButton(this.signal),
        makeHelpButton(),
        make("button", { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() }, "⚙"),
      ),
      make("div", { class: "stage" }, this.board.element, this.minimap.element, this.lookout.element),
      make("aside", { class: "side", "aria-label": say("table.label") }, this.table.element, this.score, this.radio.element, this.destinations.element),
      make(
        "section",
        { class: "dock" },
        make("div", { class: "told" }, this.teacher.element, this.prompt, this.outlook.element, this.ways.element),
        this.choices.element,
        this.mat.element,
        this.hand.element,
        make("div", { class: "acts" }, this.hintButton, this.clearButton, this.goButton),
      ),
    );
  }

  async open() {
    const course = this.game.course.line;
    await this.board.lay(course, theme());
    if (this.signal.aborted) return;
    this.hand.element.dataset.hand = "0";
    if (this.game.race.phase === "place") this.board.camera.mode = "whole";
    this.#see(this.game);
    const repaint = (/** @type {Event} */ event) => {
      const name = event instanceof CustomEvent ? event.detail : "";
      if (name === "theme") void this.board.lay(course, theme()).then(() => this.#see(this.game));
      if (name === "teaching") this.#show();
    };
    changes.addEventListener("change", repaint, { signal: this.signal });
    document.addEventListener("visibilitychange", () => void this.#catchUp(), { signal: this.signal });
    this.#listenToKeys();
    requestAnimationFrame(() => this.lookout.frame(false));
  }

  // -- what happens

  /** See what came of a decision. @param {SoloView} game */
  async #happen(game) {
    const { happened } = game;
    this.radio.add("decided", null, saidOf(game, this.game), [...(happened?.move?.dents ?? []), ...(happened?.dents ?? [])]);
    if (happened?.move) {
      this.reach.showPath(null, 0);
      await glide(this.board, 0, happened.move);
    }
    if (happened) await this.opponents.glide(happened.opponents, this.game.race.opponents);
    if (!this.signal.aborted) this.#see(game);
  }

  /** @param {SoloView} game */
  #see(game) {
    const before = this.game;
    // The next round may have another course.
    if (game.round !== before.round) return this.go(`/solo/${game.game}`);
    this.game = game;
    this.view = viewOf(game);
    this.outlook.update(this.view, this.path);
    this.board.putSled(0, game.race.end === "wrecked" ? null : (this.#sled?.space ?? null));
    this.opponents.show(game.race.opponents);
    this.board.showSaplings(game.race.saplings);
    this.table.show(game);
    this.minimap.show(this.view);
    this.alternatives.update(game);
    this.plan.update(this.view);
    if (before.race.phase === "place" && game.race.phase !== "place") this.board.camera.mode = "sled";
    this.#show();
    if (before.race.sleds[0]?.space !== this.#sled?.space || before.race.phase !== game.race.phase) this.lookout.frame(true);
    if (game.stage !== "playing" && !this.#ended) {
      this.#ended = true;
      this.lookout.look("whole");
      showSoloEnding(this.element, game, this.go);
    }
  }

  /** See what was decided in another tab meanwhile. */
  async #catchUp() {
    if (document.hidden || this.#busy) return;
    const seen = await get(this.path);
    if (seen.ok && seen.value.number > this.game.number && !this.#busy && !this.signal.aborted) this.#see(seen.value);
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
    return this.game.yours && this.game.stage === "playing" && !this.#busy;
  }

  get #decision() {
    return isPlanned(this.game) ? this.plan.decision : this.alternatives.decision;
  }

  #show() {
    const { plan, game } = this;
    const here = this.map.spaces[this.#sled?.space ?? ""] ?? null;
    const shown = { plan, sled: this.#sled, here, game };
    this.element.classList.toggle("choosing", !isPlanned(game) && game.stage === "playing");
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
    void this.outlook.show();
    const ready = this.#due && this.#decision !== null;
    this.goButton.setAttribute("aria-disabled", String(!ready));
    this.goButton.textContent = say(`solo.go.${game.race.phase}`);
    this.goButton.setAttribute("aria-label", plan.chosen ? say("go.label", { what: cardsOf(plan.chosen.turn) }) : (this.goButton.textContent ?? ""));
    this.clearButton.hidden = !plan.slots && !plan.card && !plan.discards.length;
    this.hintButton.hidden = !game.hints || !this.#due;
    this.element.classList.toggle("due", this.#due);
    this.element.dataset.number = String(game.number);
    this.element.dataset.phase = game.race.phase;
  }

  #showTargets() {
    if (this.game.race.phase === "turn") return this.reach.show(this.plan.destinations, this.plan.chosen?.space ?? null, !this.#due);
    const spaces = this.alternatives.options.flatMap(({ space }) => space ?? []);
    this.reach.showStarts([...new Set(spaces)], this.alternatives.chosen?.space ?? null);
  }

  #showState() {
    const { game } = this;
    const round = game.day ? say("daily.try", { attempt: game.attempt, most: 3 }) : say("solo.round", { round: game.round, rounds: game.rounds });
    const turn = game.race.turn ? say("solo.turn", { turn: game.race.turn }) : say("solo.setting");
    fill(
      this.state,
      make("b", {}, round),
      make("span", {}, turn),
      game.day ? null : make("span", {}, say("solo.points", { points: game.points })),
      make("span", { class: "solo-setup" }, say("solo.setup", { points: game.setup.points })),
    );
    fill(this.score, game.score && game.stage === "playing" ? makeScore(game.score, say("score.ifNow")) : null);
  }

  #showPrompt() {
    const { race } = this.game;
    const { plan } = this;
    const [row = 0, column = 0] = race.placing ?? [];
    const facts = { count: race.owed, number: race.opponents.length + 1, row, column };
    const text = () => {
      if (this.game.stage !== "playing") return say("solo.prompt.over");
      if (race.phase !== "turn") return say(`solo.prompt.${race.phase}`, facts);
      if (plan.chosen) return this.ways.element.hidden ? cardsOf(plan.chosen.turn) : "";
      return plan.slots ? say("prompt.where") : say("prompt.turn");
    };
    const said = text();
    if (this.prompt.textContent !== said) this.prompt.textContent = said;
  }

  // -- what somebody does

  /** @param {string | null} space */
  #tapped(space) {
    skip();
    if (this.#busy || !space) return;
    if (isPlanned(this.game)) chooseSpace(this.plan, [], space);
    else this.alternatives.chooseSpace(space);
  }

  async #go() {
    const decision = this.#decision;
    if (!decision || !this.#due) return;
    this.#busy = true;
    this.#show();
    const { asks } = this.game;
    const answer = await insist(() => post(`${this.path}/decisions`, { decision, answers: asks }));
    // What was decided in another tab is seen here too.
    const seen = answer.ok ? answer : await insist(() => get(this.path));
    if (this.signal.aborted) return;
    if (answer.ok) await this.#happen(answer.value);
    this.#busy = false;
    if (!answer.ok && seen.ok) this.#see(seen.value);
    else this.#show();
    if (!answer.ok) this.prompt.textContent = whyNot(answer);
  }

  async #hint() {
    if (!this.#due || !this.game.hints) return;
    const answer = await get(`${this.path}/hint`);
    if (!answer.ok || answer.value.asks !== this.game.asks || this.signal.aborted) return;
    const { decision } = answer.value;
    if (!isPlanned(this.game)) return this.alternatives.choose(decision);
    const given = readGiven(decision);
    if (given) return this.plan.discardValues(given);
    const outcome = await this.outlook.outcomeOf(decision);
    if (outcome) this.plan.choose(outcome);
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
        go: () => this.#go(),
        clear: () => plan.clear(),
        view: () => this.lookout.toggle(),
        zoom: (factor) => this.board.camera.zoom(factor),
        hint: () => this.#hint(),
        skip,
        help: () => openKeys(SOLO_KEYS),
      },
      this.signal,
    );
  }
}
