/** Puzzles: a position, one best line, and the reason why. Today's is the same for everybody. */

import { skip } from "../board/animations.js";
import { BoardPaths, drawWaySample } from "../coach/board-paths.js";
import { tellReason } from "../coach/reason.js";
import { get, insist, post } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { introduce, ownName } from "../core/introduce.js";
import { KEYS } from "../core/keyboard.js";
import { makeLink } from "../core/links.js";
import { settings } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { spaceName } from "../core/space-names.js";
import { chanceOf, number, say } from "../core/words.js";
import { DONE, ScenePlay } from "../learn/scene.js";
import { SceneScreen } from "../learn/scene-screen.js";
import { cardsOf } from "../plan/outcome.js";
import { makeStandings } from "../race/standings.js";

/** @import {CourseMap, Move, PuzzleAnswered, PuzzleName, PuzzleShown, PuzzleStanding, PuzzleTheme, Puzzles} from "../core/types" */
/** @import {KeyHelp} from "../core/keyboard.js" */
/** @import {Outcome} from "../learn/scene.js" */
/** @typedef {(path: string) => void} Go */

const GRADES = 5;
/** What puzzles are about. @type {PuzzleTheme[]} */
const THEMES = ["bend", "chasm", "snowdrift", "saplings", "block", "bonus", "sprint", "cards", "lane"];
const AGAIN = "again";

/** What keys do here: a hint is the best line, once one has answered. @type {KeyHelp[]} */
const PUZZLE_KEYS = KEYS.map((each) => (each.means === "keys.hint" ? { ...each, means: "puzzles.keys.best" } : each));

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [wanted] id of a puzzle; without it today's, or the next once that is solved
 * @returns {Promise<HTMLElement>}
 */
export async function showPuzzles(go, signal, wanted) {
  const theme = THEMES.find((each) => each === new URLSearchParams(location.search).get("theme"));
  const found = await insist(() => get(pathOf("/api/puzzles", theme)), signal);
  signal.throwIfAborted();
  if (!found.ok) return makeRefusalScreen(go, found);
  const puzzles = /** @type {Puzzles} */ (found.value);
  const chosen = wanted ?? (theme || puzzles.today.solved !== null ? puzzles.next : puzzles.today).puzzle;
  const puzzle = await insist(() => get(`/api/puzzles/${chosen}`), signal);
  signal.throwIfAborted();
  if (!puzzle.ok) return makeRefusalScreen(go, puzzle);
  const shown = /** @type {PuzzleShown} */ (puzzle.value);
  const map = await insist(() => get(`/api/courses/${encodeURIComponent(shown.course.line)}/map`), signal);
  signal.throwIfAborted();
  if (!map.ok) return makeRefusalScreen(go, map);
  const screen = new PuzzleScreen(go, puzzles, shown, /** @type {CourseMap} */ (map.value), signal, theme);
  await screen.play.open();
  requestAnimationFrame(() => screen.play.frame());
  return screen.element;
}

/** A path with the theme that is practised, if one is. @param {string} path @param {PuzzleTheme} [theme] */
const pathOf = (path, theme) => (theme ? `${path}?theme=${theme}` : path);

class PuzzleScreen {
  /** What the server said to the last answer. @type {PuzzleAnswered | null} */ #answer = null;
  /** Why an answer could not be judged. */ #problem = "";
  #best = false;

  /** @param {Go} go @param {Puzzles} puzzles @param {PuzzleShown} shown @param {CourseMap} map @param {AbortSignal} signal @param {PuzzleTheme} [theme] */
  constructor(go, puzzles, shown, map, signal, theme) {
    this.go = go;
    this.theme = theme;
    this.puzzles = puzzles;
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
    this.paths = new BoardPaths(this.play.board);
    this.standing = make("button", { type: "button", class: "plain puzzle-standing", onclick: () => this.#openStanding() });
    this.title = make("h2", { class: "learn-title" });
    this.words = make("div", { class: "learn-words", role: "status" });
    this.shareButton = make("button", { type: "button", class: "plain", onclick: () => this.#share() }, say("puzzles.share"));
    this.againButton = make("button", { type: "button", class: "plain", onclick: () => this.#again() }, say("learn.again"));
    this.bestButton = make("button", { type: "button", class: "plain", onclick: () => void this.#showBest() }, say("puzzles.best"));
    this.screen = new SceneScreen(
      go,
      {
        name: "puzzle",
        title: say(shown.day ? "puzzles.today" : "puzzles.label"),
        label: say("puzzles.label"),
        head: this.standings.element,
        told: [this.title, make("div", { class: "learn-ways" }, this.#today(), this.shareButton), this.words, this.standing],
        ways: [this.bestButton, this.againButton],
        act: () => this.#act(),
        hint: () => this.bestButton.hidden || void this.#showBest(),
        keys: PUZZLE_KEYS,
      },
      signal,
    );
    this.screen.put(this.play);
    this.element = this.screen.element;
    this.#showStanding(puzzles.standing);
  }

  /** The way to today's puzzle from another, with how it was answered. */
  #today() {
    const { today } = this.puzzles;
    if (today.puzzle === this.shown.name.puzzle) return null;
    const about =
      today.solved === null
        ? say("puzzles.today")
        : say("about", { what: say("puzzles.today"), about: say(today.solved ? "puzzles.solved" : "puzzles.missed") });
    const sign = today.solved === null ? "" : today.solved ? " ✓" : " ✗";
    return makeLink(this.go, `/puzzles/${today.puzzle}`, { class: "button plain", "aria-label": about, title: about }, `${say("puzzles.today.short")}${sign}`);
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
    this.paths.show(0, null, null);
    this.play.begin(0);
    this.screen.goButton.focus({ preventScroll: true });
  }

  /** Show the best line as if it had been played, beside the one that was. */
  async #showBest() {
    const answer = this.#answer;
    if (!answer || this.#best) return;
    this.#best = true;
    this.screen.goButton.focus({ preventScroll: true });
    this.paths.show(0, answer.move, answer.best);
    await this.play.showInstead(answer.best, answer.best_race);
  }

  /** Go, or on to the next. */
  #act() {
    if (!this.play.result) return void this.play.go();
    skip();
    if (this.theme) this.go(pathOf("/puzzles", this.theme));
    else if (this.#answer) this.go(`/puzzles/${this.#answer.next.puzzle}`);
  }

  #share() {
    openDialog(say("puzzles.share"), makeShareLink(say("puzzles.share.what"), `/puzzles/${this.shown.name.puzzle}`));
  }

  #openStanding() {
    const { answered, solved, streak, days } = this.puzzles.standing;
    const facts = [
      say("puzzles.count", { answered, solved }),
      ...(days.now ? [say("puzzles.days", { count: days.now })] : []),
      say("puzzles.best.streak", { count: streak.best }),
      say("puzzles.best.days", { count: days.best }),
    ];
    const practise = (/** @type {string} */ name, /** @type {PuzzleTheme | undefined} */ theme = undefined) => {
      const choose = () => {
        dialog.close();
        this.go(pathOf("/puzzles", theme));
      };
      return make("button", { type: "button", "aria-pressed": String(theme === this.theme), onclick: choose }, name);
    };
    const themes = THEMES.map((theme) => practise(say(`puzzles.theme.${theme}`), theme));
    const dialog = openDialog(
      say("puzzles.level", { level: number(this.puzzles.standing.level) }),
      make("p", {}, say("puzzles.level.about")),
      make("ul", { class: "puzzle-facts" }, ...facts.map((fact) => make("li", {}, fact))),
      make("h3", {}, say("puzzles.practise")),
      make("div", { class: "puzzle-themes" }, practise(say("puzzles.practise.all")), ...themes),
    );
  }

  // -- what is shown

  /** @param {PuzzleStanding} standing */
  #showStanding(standing) {
    this.puzzles = { ...this.puzzles, standing };
    const { level, streak, days } = standing;
    fill(
      this.standing,
      make("span", {}, say("puzzles.level", { level: number(level) })),
      " ",
      streak.now ? make("span", {}, say("puzzles.streak", { count: streak.now })) : null,
      " ",
      days.now ? make("span", { class: "puzzle-days" }, say("puzzles.days", { count: days.now })) : null,
      " ",
      make("span", { class: "puzzle-about", "aria-hidden": "true" }, "?"),
    );
  }

  #show() {
    const { result } = this.play;
    const { name, day } = this.shown;
    fill(this.title, say(day ? "puzzles.today" : "puzzles.one"), " ", this.#grade(name));
    const told = this.#told(result !== null);
    const paragraphs = told.map((each) => make("p", {}, ...[each].flat()));
    if (this.words.textContent !== paragraphs.map((each) => each.textContent).join("")) fill(this.words, ...paragraphs);
    const race = (result && (this.#best ? this.#answer?.best_race : this.#answer?.race)) || this.shown.view.race;
    this.standings.show({ view: { ...this.shown.view, race }, presence: null });
    const wrong = result !== null && result.verdict !== DONE;
    this.bestButton.hidden = !wrong || this.#best;
    this.againButton.hidden = !wrong;
    this.screen.show(say("learn.next"));
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

  /** What is asked, or what came of the answer. @param {boolean} done @returns {(string | (Node | string)[])[]} */
  #told(done) {
    const answer = this.#answer;
    if (!done || !answer) {
      const before = this.shown.name.solved;
      const asked = before === null ? "puzzles.why" : before ? "puzzles.again.solved" : "puzzles.again.missed";
      return [this.#problem || say("puzzles.goal"), say(asked)];
    }
    const facts = { chance: chanceOf(answer.chance), best: chanceOf(answer.best_chance), next: chanceOf(answer.next_best_chance) };
    if (answer.correct) return [say("puzzles.right", facts), ...this.#why(answer), ...(answer.counted ? [] : [say("puzzles.uncounted")])];
    const line = (/** @type {"played" | "better"} */ kind, /** @type {Move} */ move) => [
      drawWaySample(0, kind),
      say(`puzzles.line.${kind}`, { cards: cardsOf(move.turn), space: spaceName(move.end, true) }),
    ];
    return [say("puzzles.wrong", facts), ...(this.#best ? [line("played", answer.move), line("better", answer.best), ...this.#why(answer)] : [])];
  }

  /** Why the best line is the best, beside what was played or the next best. @param {PuzzleAnswered} answer */
  #why({ reason, best, best_chance, correct }) {
    if (!reason?.other) return [];
    const option = { decision: best.turn, space: best.end, places: [best_chance], worlds: 0 };
    return [tellReason(reason, option, correct ? undefined : say("puzzles.yours"))];
  }
}
