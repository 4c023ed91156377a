/** Puzzles: a position, one best line, and the reason why. Today's is the same for everybody. */

import { skip } from "../board/animations.js";
import { get, insist, post } from "../core/api.js";
import { openDialog, openKeys, openSettings } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { listen } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { changes, settings } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { spaceName } from "../core/space-names.js";
import { number, say } from "../core/words.js";
import { DONE, ScenePlay } from "../learn/scene.js";
import { cardsOf } from "../plan/outcome.js";
import { pressSlot, stepDestination, stepWay, takeValue } from "../plan/plan-commands.js";
import { makeStandings } from "../race/standings.js";

/** @import {CourseMap, PuzzleAnswered, PuzzleName, PuzzleShown, PuzzleStanding, Puzzles} from "../core/types" */
/** @import {Outcome} from "../learn/scene.js" */
/** @import {Plan} from "../plan/plan.js" */
/** @typedef {(path: string) => void} Go */

const GRADES = 5;
const AGAIN = "again";

/** A chance as people say it. @param {number} chance */
const percent = (chance) => Math.round(chance * 100);

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [wanted] id of a puzzle; without it today's, or the next once that is solved
 * @returns {Promise<HTMLElement>}
 */
export async function showPuzzles(go, signal, wanted) {
  const found = await insist(() => get("/api/puzzles"), signal);
  signal.throwIfAborted();
  if (!found.ok) return makeRefusalScreen(go, found);
  const puzzles = /** @type {Puzzles} */ (found.value);
  const chosen = wanted ?? (puzzles.today.solved === null ? puzzles.today : puzzles.next).puzzle;
  const puzzle = await insist(() => get(`/api/puzzles/${chosen}`), signal);
  signal.throwIfAborted();
  if (!puzzle.ok) return makeRefusalScreen(go, puzzle);
  const shown = /** @type {PuzzleShown} */ (puzzle.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(shown.course.line)}/map`), signal);
  signal.throwIfAborted();
  if (!map.ok) return makeRefusalScreen(go, map);
  const screen = new PuzzleScreen(go, puzzles, shown, /** @type {CourseMap} */ (map.value), signal);
  await screen.play.open();
  requestAnimationFrame(() => screen.play.frame());
  return screen.element;
}

class PuzzleScreen {
  /** What the server said to the last answer. @type {PuzzleAnswered | null} */ #answer = null;
  /** Why an answer could not be judged. */ #problem = "";
  #best = false;

  /** @param {Go} go @param {Puzzles} puzzles @param {PuzzleShown} shown @param {CourseMap} map @param {AbortSignal} signal */
  constructor(go, puzzles, shown, map, signal) {
    this.go = go;
    shown.view.seats = shown.view.seats.map((seat, at) => (at ? seat : { ...seat, name: ownName(), dog: settings.dog }));
    this.shown = shown;
    this.signal = signal;
    this.play = new ScenePlay(
      {
        name: shown.name.puzzle,
        course: shown.course.line,
        close: true,
        steps: [{ view: shown.view, show: "", outcomes: {}, judge: (turn) => this.#judge(turn) }],
      },
      0,
      map,
      () => this.#show(),
    );
    this.standings = makeStandings(map, this.play.board);
    this.standing = make("p", { class: "puzzle-standing" });
    this.title = make("h2", { class: "learn-title" });
    this.words = make("div", { class: "learn-words", role: "status" });
    this.shareButton = make("button", { type: "button", class: "plain", onclick: () => this.#share() }, say("puzzles.share"));
    this.againButton = make("button", { type: "button", class: "plain", onclick: () => this.#again() }, say("learn.again"));
    this.bestButton = make("button", { type: "button", class: "plain", onclick: () => this.#showBest() }, say("puzzles.best"));
    this.clearButton = make("button", { type: "button", class: "plain", onclick: () => this.play.plan.clear() }, say("clear"));
    this.goButton = make("button", { type: "button", class: "go", onclick: () => this.#act() });
    this.goButton.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.coach = make(
      "section",
      { class: "learn-coach", "aria-label": say("puzzles.label") },
      this.title,
      make("div", { class: "learn-ways" }, this.shareButton),
      this.words,
      this.standing,
    );
    this.acts = make("div", { class: "acts" }, this.bestButton, this.againButton, this.clearButton, this.goButton);
    this.prompt = make("p", { class: "prompt", role: "status" });
    const { stage, destinations, preview, mat, hand } = this.play;
    this.element = make(
      "main",
      { class: "race learn puzzle" },
      make("h1", { class: "visually-hidden" }, say(shown.day ? "puzzles.today" : "puzzles.label")),
      this.#head(),
      stage,
      make("aside", { class: "side" }, this.coach, destinations.element),
      make(
        "section",
        { class: "dock" },
        reachWhileScrolling(make("div", { class: "told" }, this.prompt, preview.element)),
        mat.element,
        hand.element,
        this.acts,
      ),
    );
    this.#showStanding(puzzles.standing);
    changes.addEventListener("change", (event) => event instanceof CustomEvent && event.detail === "theme" && void this.play.repaint(), { signal });
    this.#listenToKeys();
  }

  #head() {
    return make(
      "header",
      { class: "top-bar learn-head" },
      makeLink(this.go, "/", { class: "button icon", "aria-label": say("end.home") }, "❄"),
      this.standings.element,
      make("button", { type: "button", class: "icon", "aria-label": say("settings.label"), title: say("settings.label"), onclick: () => openSettings() }, "⚙"),
    );
  }

  // -- what somebody does

  /** Ask the server what a turn is worth. @param {string} turn @returns {Promise<Outcome | null>} */
  async #judge(turn) {
    this.#problem = "";
    // Whoever answers is known by name, so that the level and the streak are kept.
    await introduce(ownName());
    const answer = await insist(() => post(`/api/puzzles/${this.shown.name.puzzle}/answers`, { turn }), this.signal);
    if (this.signal.aborted) return null;
    if (!answer.ok) {
      this.#problem = whyNot(answer);
      this.play.takeBack();
      return null;
    }
    const found = /** @type {PuzzleAnswered} */ (answer.value);
    this.#answer = found;
    this.#showStanding(found.standing);
    return { verdict: found.correct ? DONE : AGAIN, race: found.race, replies: [] };
  }

  #again() {
    skip();
    this.#best = false;
    this.play.begin(0);
    this.goButton.focus({ preventScroll: true });
  }

  #showBest() {
    this.#best = true;
    this.play.board.putSled(0, this.#answer?.best.start ?? null);
    this.#show();
    this.goButton.focus({ preventScroll: true });
  }

  /** Go, or on to the next. */
  #act() {
    if (!this.play.result) return void this.play.go();
    skip();
    if (this.#answer) this.go(`/puzzles/${this.#answer.next.puzzle}`);
  }

  #share() {
    openDialog(say("puzzles.share"), makeShareLink(say("puzzles.share.what"), `/puzzles/${this.shown.name.puzzle}`));
  }

  // -- what is shown

  /** @param {PuzzleStanding} standing */
  #showStanding({ level, streak, days }) {
    const facts = [
      say("puzzles.level", { level: number(level) }),
      ...(streak.now ? [say("puzzles.streak", { count: streak.now })] : []),
      ...(days.now ? [say("puzzles.days", { count: days.now })] : []),
    ];
    fill(this.standing, ...facts.map((fact) => make("span", {}, fact)));
  }

  #show() {
    const { result, plan } = this.play;
    const { name, day } = this.shown;
    fill(this.title, say(day ? "puzzles.today" : "puzzles.one"), " ", this.#grade(name));
    const told = this.#told(result !== null);
    if (this.words.textContent !== told.join("")) fill(this.words, ...told.map((each) => make("p", {}, each)));
    const race = result && this.#answer ? this.#answer.race : this.shown.view.race;
    this.standings.show({ view: { ...this.shown.view, race }, presence: null });
    this.coach.dataset.verdict = result ? result.verdict : "";
    this.prompt.textContent = !result && plan.slots && !plan.chosen && !plan.waits ? say("prompt.where") : "";
    const wrong = result !== null && result.verdict !== DONE;
    this.bestButton.hidden = !wrong || this.#best;
    this.againButton.hidden = !wrong;
    this.clearButton.hidden = result !== null || plan.waits || plan.empty;
    this.goButton.textContent = say(result ? "learn.next" : "go");
    this.goButton.setAttribute("aria-disabled", String(!result && !this.play.ready));
    this.element.classList.toggle("due", this.play.ready || result !== null);
    if (this.#best && this.#answer) this.play.reach.showPath(this.#answer.best, 0);
  }

  /** How hard it is: stars, and what they mean in words. @param {PuzzleName} name */
  #grade({ theme, grade }) {
    const words = say("puzzles.grade", { grade, most: GRADES });
    return make(
      "span",
      { class: "puzzle-grade" },
      make("span", {}, say(`puzzles.theme.${theme}`)),
      " ",
      make("span", { role: "img", "aria-label": words, title: words }, "★".repeat(grade), "☆".repeat(GRADES - grade)),
    );
  }

  /** What is asked, or what came of the answer. @param {boolean} done */
  #told(done) {
    const answer = this.#answer;
    if (!done || !answer) return [this.#problem || say("puzzles.goal"), say("puzzles.why")];
    const facts = { chance: percent(answer.chance), best: percent(answer.best_chance), next: percent(answer.next_best_chance) };
    if (answer.correct) return [say("puzzles.right", facts), ...(answer.counted ? [] : [say("puzzles.uncounted")])];
    const best = this.#best ? [say("puzzles.best.told", { cards: cardsOf(answer.best.turn), space: spaceName(answer.best.end, true) })] : [];
    return [say("puzzles.wrong", facts), ...best];
  }

  #listenToKeys() {
    const doing = (/** @type {(plan: Plan) => void} */ what) => {
      if (!this.play.result) what(this.play.plan);
    };
    listen(
      {
        card: (card) => doing((plan) => takeValue(plan, card)),
        slot: (slot) => doing((plan) => pressSlot(plan, slot)),
        destination: (step) => doing((plan) => stepDestination(plan, [], this.play.map, step)),
        way: (step) => doing((plan) => stepWay(plan, step)),
        bonus: () => doing((plan) => plan.bonusOffered && plan.takeBonus(!plan.bonus)),
        go: () => this.#act(),
        clear: () => doing((plan) => plan.clear()),
        view: () => this.play.cameraMode.toggle(),
        zoom: (factor) => this.play.board.camera.zoom(factor),
        hint: () => this.bestButton.hidden || this.#showBest(),
        skip,
        help: () => openKeys(),
      },
      this.signal,
    );
  }
}
