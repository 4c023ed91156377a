/** Puzzles: a position, one best line, and the reason why. Today's is the same for everybody. */

import { skip } from "../board/animations.js";
import { get, insist, post } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { settings } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { spaceName } from "../core/space-names.js";
import { number, say } from "../core/words.js";
import { DONE, ScenePlay } from "../learn/scene.js";
import { SceneScreen } from "../learn/scene-screen.js";
import { cardsOf } from "../plan/outcome.js";
import { makeStandings } from "../race/standings.js";

/** @import {CourseMap, PuzzleAnswered, PuzzleName, PuzzleShown, PuzzleStanding, Puzzles} from "../core/types" */
/** @import {Outcome} from "../learn/scene.js" */
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
    this.screen = new SceneScreen(
      go,
      {
        name: "puzzle",
        title: say(shown.day ? "puzzles.today" : "puzzles.label"),
        label: say("puzzles.label"),
        head: this.standings.element,
        told: [this.title, make("div", { class: "learn-ways" }, this.shareButton), this.words, this.standing],
        ways: [this.bestButton, this.againButton],
        act: () => this.#act(),
        hint: () => this.bestButton.hidden || this.#showBest(),
      },
      signal,
    );
    this.screen.put(this.play);
    this.element = this.screen.element;
    this.#showStanding(puzzles.standing);
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
    this.screen.goButton.focus({ preventScroll: true });
  }

  #showBest() {
    this.#best = true;
    this.play.board.putSled(0, this.#answer?.best.start ?? null);
    this.#show();
    this.screen.goButton.focus({ preventScroll: true });
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
    const { result } = this.play;
    const { name, day } = this.shown;
    fill(this.title, say(day ? "puzzles.today" : "puzzles.one"), " ", this.#grade(name));
    const told = this.#told(result !== null);
    if (this.words.textContent !== told.join("")) fill(this.words, ...told.map((each) => make("p", {}, each)));
    const race = result && this.#answer ? this.#answer.race : this.shown.view.race;
    this.standings.show({ view: { ...this.shown.view, race }, presence: null });
    const wrong = result !== null && result.verdict !== DONE;
    this.bestButton.hidden = !wrong || this.#best;
    this.againButton.hidden = !wrong;
    this.screen.show(say("learn.next"));
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
}
