/**
 * A scene of Learn: the board, the mat and the hand of a race, and the steps to be played on them.
 *
 * It holds no rule: what can be done, where it leads and what it teaches was worked out by the engine
 * and is looked up in the step.
 */

import { Board } from "../board/board.js";
import { AHEAD, CameraMode } from "../board/camera-mode.js";
import { animateMove } from "../board/move-animation.js";
import { Reach } from "../board/reach-map.js";
import { whole } from "../core/decode.js";
import { make } from "../core/dom.js";
import { say } from "../core/words.js";
import { makeDestinations } from "../plan/destinations.js";
import { EarlyGo } from "../plan/early-go.js";
import { makeHand } from "../plan/hand.js";
import { makeMat } from "../plan/mat.js";
import { Plan } from "../plan/plan.js";
import { chooseSpace, pressSlot, takeCard } from "../plan/plan-commands.js";
import { Preview } from "../plan/preview.js";

/** @import {Sight} from "../board/camera-mode.js" */
/** @import {CourseMap, Move, RaceState, View} from "../core/types" */

/**
 * What comes of a turn.
 * @typedef {object} Outcome
 * @property {string} verdict what it teaches: `done`, or why it is not what was wanted
 * @property {RaceState} race the race afterwards
 * @property {{ seat: number, move: Move }[]} replies what others did then
 */

/** Finds out what comes of a turn that is not looked up; null if it cannot be said. @typedef {(turn: string) => Promise<Outcome | null>} Judge */

/** @typedef {{ view: View, show: string, outcomes: Record<string, Outcome>, judge?: Judge }} Step `show` is a turn that does what is wanted */
/** @typedef {{ name: string, course: string, steps: Step[], close?: boolean }} Scene `close` looks as in a race, at what is ahead and can be reached */

/** What was done in a step. @typedef {{ move: Move, verdict: string }} Result */

export const DONE = "done";

/** Pixels of a space that a finger finds. */
const TAPPABLE = 32;

/** A plan in Learn is not kept: the step begins anew. */
const FORGETFUL = { keep() {}, forget() {}, find: async () => null };

/** Make what the scenes leave out of moves whole. @param {Scene[]} scenes */
export function wholeScenes(scenes) {
  for (const step of scenes.flatMap(({ steps }) => steps)) {
    whole(step.view);
    for (const { replies } of Object.values(step.outcomes)) replies.forEach(whole);
  }
  return scenes;
}

export class ScenePlay {
  /** @type {Step} */ #step;
  /** @type {View} */ #view;
  /** What the last Go came to; null while something is to be done. @type {Result | null} */ result = null;
  /** What the camera looks at while a step lasts, so that one sees what has become of it. @type {Sight | null} */ #sight = null;
  #tries = 0;
  #moving = false;

  /**
   * @param {Scene} scene
   * @param {number} number of the step
   * @param {CourseMap} map
   * @param {() => void} changed
   */
  constructor(scene, number, map, changed) {
    this.scene = scene;
    this.map = map;
    this.changed = changed;
    this.#step = /** @type {Step} */ (scene.steps[number]);
    this.#view = this.#step.view;
    this.plan = new Plan(() => this.#show(), FORGETFUL);
    this.board = new Board(map, {
      tapped: (space) => space && this.#chooses(space),
      pointed: (space) => this.board.element.classList.toggle("pointing", this.preview.point(space)),
      moved: () => this.cameraMode.showMode(),
    });
    this.cameraMode = new CameraMode(this.board, "view.sled", () => this.#sight);
    this.reach = new Reach(this.board);
    this.preview = new Preview(this.plan, this.reach, (move) => this.mat.warn(move));
    this.early = new EarlyGo(this.plan);
    this.preview.advice = () => this.early.told;
    this.mat = makeMat({ slot: (slot) => pressSlot(this.plan, slot), bonus: (wanted) => this.plan.takeBonus(wanted) });
    this.hand = makeHand({ card: (card, place) => takeCard(this.plan, card, place), dropped: (card, slot) => this.plan.lay(card, slot) });
    this.hand.element.dataset.hand = "0";
    this.destinations = makeDestinations(map, { choose: (outcome) => this.plan.choose(outcome), start: () => {} });
    this.stage = make("div", { class: "stage" }, this.board.element, this.cameraMode.element);
  }

  /** Draw the course, and begin. */
  open() {
    return this.repaint();
  }

  /** Look at the sled, once the board is in the page. */
  frame() {
    this.cameraMode.frame(false);
    requestAnimationFrame(() => this.cameraMode.frame(false));
  }

  async repaint() {
    await this.board.lay(this.scene.course);
    this.#see(this.#view);
    this.#sight ??= this.#look();
  }

  /** Begin a step, or the same again. @param {number} number */
  begin(number) {
    this.#step = /** @type {Step} */ (this.scene.steps[number]);
    this.result = null;
    this.#moving = false;
    this.#tries++;
    this.board.tracks.show([]);
    this.#see({ ...this.#step.view, asks: this.#tries });
    this.plan.clear();
    this.#sight = this.#look();
    this.cameraMode.frame(true);
  }

  // -- what somebody does

  /** Whether Go would do something. */
  get ready() {
    return !this.#moving && this.result === null && this.plan.due && this.plan.chosen !== null;
  }

  /** @param {string} space */
  #chooses(space) {
    if (this.result === null && !this.#moving) chooseSpace(this.plan, [], space);
  }

  /** Play what is planned, and see what comes of it. */
  async go() {
    const move = this.plan.chosen;
    const { outcomes, judge } = this.#step;
    if (this.early.press()) return this.#show();
    if (!this.ready || !move || !(judge || outcomes[move.turn])) return;
    this.#moving = true;
    this.plan.send();
    this.#show();
    const tries = this.#tries;
    const outcome = judge ? await judge(move.turn) : outcomes[move.turn];
    if (!outcome || tries !== this.#tries) return;
    this.reach.showPath(null, 0);
    await animateMove(this.board, 0, move);
    for (const reply of tries === this.#tries ? outcome.replies : [])
      await animateMove(this.board, reply.seat, reply.move, { mat: this.#view.race?.sleds[reply.seat] ?? null });
    // Another step, or the same again, has begun meanwhile.
    if (tries !== this.#tries) return;
    this.#moving = false;
    this.result = { move, verdict: outcome.verdict };
    this.#see({ ...this.#view, race: outcome.race, choices: { decisions: [], moves: [] }, asks: ++this.#tries });
  }

  /** What was planned could not be judged: it can be changed, or sent again. */
  takeBack() {
    this.#moving = false;
    this.plan.takeBack();
    this.#show();
  }

  /** Show where another turn would have led, in place of what was played: its cards on the mat, the sled at its end. @param {Move} move @param {RaceState} race after it */
  async showInstead(move, race) {
    if (!this.result || this.#moving) return;
    this.#moving = true;
    this.result = { ...this.result, move };
    const unasked = { ...this.#step.view, choices: { decisions: [], moves: [] } };
    const tries = ++this.#tries;
    this.board.tracks.show([]);
    this.#see({ ...unasked, asks: tries });
    await animateMove(this.board, 0, move);
    if (tries !== this.#tries) return;
    this.#moving = false;
    this.#see({ ...unasked, race, asks: ++this.#tries });
  }

  /** Lay the cards that do what is wanted. */
  showHow() {
    const good = this.#view.choices?.moves?.find(({ turn }) => turn === this.#step.show);
    if (good && this.result === null && !this.#moving) this.plan.choose(good);
  }

  // -- what is shown

  /** @returns {Sight | null} */
  #look() {
    const space = this.#view.race?.sleds[0]?.space;
    const reached = [...this.plan.destinations.keys()].map((each) => this.board.place(each));
    if (!space) return null;
    if (this.scene.close) return { space, ahead: AHEAD, reached, least: TAPPABLE };
    const others = (this.#view.race?.sleds ?? []).flatMap((sled) => (sled.space ? [this.board.place(sled.space)] : []));
    return { space, ahead: AHEAD, reached: [...reached, ...others, ...this.#signs()] };
  }

  /** Where the signs of bends stand, beside the track. */
  #signs() {
    return [...this.board.paper.querySelectorAll(".safety-speed")].flatMap((sign) => {
      const [, x, y] = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(sign.getAttribute("transform") ?? "") ?? [];
      return x && y ? [{ x: Number(x), y: Number(y), heading: 0 }] : [];
    });
  }

  /** @param {View} view */
  #see(view) {
    this.#view = view;
    this.preview.update(view);
    view.race?.sleds.forEach((sled, seat) => {
      // Whoever has finished is seen where the sled came to stand, past the line.
      if (sled.space || sled.status === "wrecked") this.board.putSled(seat, sled.space);
    });
    this.board.showSaplings(view.race?.saplings ?? []);
    this.plan.update(view);
    this.#show();
  }

  #show() {
    const sled = this.#view.race?.sleds[0] ?? null;
    const shown = { plan: this.plan, sled, here: this.map.spaces[sled?.space ?? ""] ?? null };
    this.mat.show(shown);
    this.hand.show(shown);
    this.destinations.show({ plan: this.plan, starts: [] });
    this.reach.show(this.plan.destinations, this.plan.chosen?.end ?? null, !this.plan.due);
    this.preview.show();
    this.changed();
  }
}

/** What a step asks for, or what came of it. @param {string} scene @param {number} step @param {Result | null} result */
export function tellStep(scene, step, result) {
  const key = /** @type {import("../core/words.js").Key} */ (`learn.${scene}.${step}.${result?.verdict ?? "goal"}`);
  return say(key, { speed: result?.move.speed ?? 0, count: result?.move.price ?? 0 });
}
