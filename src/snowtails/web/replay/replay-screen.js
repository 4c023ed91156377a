/** The screen of a replay: a race that is over, told again from any seat's eyes, or a round of a solo game. */

import { skip } from "../board/animations.js";
import { Board } from "../board/board.js";
import { CameraMode, spaceBeforeFinish } from "../board/camera-mode.js";
import { makeMinimap } from "../board/minimap.js";
import { animateMove } from "../board/move-animation.js";
import { BoardPaths } from "../coach/board-paths.js";
import { LookBack, roundsOf } from "../coach/look-back.js";
import { openDialog, openKeys, openSettings } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeLink } from "../core/links.js";
import { courseName, nameOf } from "../core/names.js";
import { changes } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { makeSoundButton } from "../core/sound.js";
import { say } from "../core/words.js";
import { addressOf, readAddress } from "./address.js";
import { makeControls, TEMPOS } from "./controls.js";
import { viewOf } from "./frame-view.js";
import { listenToReplay, REPLAY_KEYS } from "./keyboard.js";
import { makeMoments } from "./moments.js";
import { makeOpenHands } from "./open-hands.js";

/** @import {CostlyTurn, CourseMap, Frame} from "../core/types" */
/** @import {Go} from "../core/links.js" */
/** @import {Story} from "./story.js" */

/** Between two moments that are played, in milliseconds. */
const PAUSE = 450;

/** Spaces ahead of the sled that are in sight. */
const AHEAD = 9;

export class ReplayScreen {
  #at = 0;
  /** @type {number | null} */ #eyes = null;
  #playing = false;
  /** Whether the board is laid. */
  #ready = false;
  #tempo = 1;
  /** Counts what was wished for; whatever is under way for an older wish ends. */
  #wish = 0;
  /** The turn beside which a better one is drawn. @type {CostlyTurn | null} */ #costly = null;
  /** Such a turn that the address names, by sled and moment; it is shown once it is known, unless somebody has moved on. */
  #wanted = "";
  /** The moment that is happening on the board, until it is there. @type {number | null} */ #coming = null;

  /** @param {Go} go @param {AbortSignal} signal @param {Story} replay @param {CourseMap} map */
  constructor(go, signal, replay, map) {
    this.go = go;
    this.signal = signal;
    this.replay = replay;
    this.map = map;
    const named = readAddress(replay);
    this.#at = this.#frameAt(named.at).number;
    this.#eyes = named.eyes;
    this.#wanted = named.turn;
    this.board = new Board(map, { tapped: () => skip(), pointed: () => {}, moved: () => this.cameraMode.showMode() });
    this.board.camera.mode = "whole";
    this.cameraMode = new CameraMode(this.board, "replay.view.sled", () => this.#sight);
    this.parts = replay.makeParts(this.board, map);
    this.minimap = makeMinimap(map, this.board);
    this.hands = makeOpenHands(replay, (eyes) => this.#look(eyes));
    this.controls = makeControls(replay.frames, {
      round: replay.nameRound,
      play: () => this.#toggle(),
      go: (at) => this.#jump(at),
      step: (by) => this.#step(by),
      tempo: (tempo) => this.#setTempo(tempo),
    });
    this.moments = makeMoments(
      replay.frames,
      (frame) => replay.tell(frame, viewOf(this.replay, frame, this.#eyes)),
      replay.nameRound,
      (at) => this.#jump(at),
    );
    this.paths = new BoardPaths(this.board);
    this.lookBack = this.#makeLookBack(named.coach);
    this.caption = make("p", { class: "caption", role: "status" });
    this.element = this.#layout();
  }

  #layout() {
    const icon = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, sign);
    return make(
      "main",
      { class: this.replay.look },
      make("h1", { class: "visually-hidden" }, say("about", { what: say("replay.label"), about: courseName(this.replay.course.name) })),
      make(
        "header",
        { class: "top-bar" },
        makeLink(this.go, "/", { class: "button icon brand", "aria-label": say("end.home"), title: say("end.home") }, "❄"),
        this.parts.head,
        makeSoundButton(this.signal),
        icon(say("keys.label"), "?", () => openKeys(REPLAY_KEYS)),
        icon(say("settings.label"), "⚙", () => openSettings()),
      ),
      make("div", { class: "stage" }, this.board.element, this.minimap.element, this.cameraMode.element),
      make("aside", { class: "side" }, this.parts.beside, this.lookBack?.element, this.moments.element),
      make(
        "section",
        { class: "dock" },
        this.caption,
        this.controls.element,
        this.hands.element,
        make(
          "div",
          { class: "replay-acts" },
          make("button", { type: "button", class: "plain", onclick: () => this.#openNumbers() }, this.replay.numbers),
          ...this.#ways(),
        ),
      ),
    );
  }

  /** The ways to take along what is seen: none of a record that was brought. */
  #ways() {
    const { table } = this.replay;
    if (!table) return [];
    return [
      make("button", { type: "button", class: "plain", onclick: () => this.#share() }, say("replay.share")),
      make("a", { class: "button plain", href: `/api/tables/${table}/record`, download: "race.txt" }, say("end.record")),
    ];
  }

  async open() {
    await this.board.lay(this.replay.course.line);
    if (this.signal.aborted) return;
    this.#ready = true;
    this.#show();
    this.#lookedBack();
    requestAnimationFrame(() => {
      this.cameraMode.frame(false);
      this.moments.show(this.#at);
    });
    changes.addEventListener(
      "change",
      (event) => {
        if (event instanceof CustomEvent && event.detail === "theme") void this.board.lay(this.replay.course.line).then(() => this.#show());
      },
      { signal: this.signal },
    );
    this.signal.addEventListener("abort", () => this.#stop());
    listenToReplay(
      {
        play: () => this.#toggle(),
        step: (by) => this.#step(by),
        round: (by) => this.#jump(this.#roundFrom(by)),
        first: () => this.#jump(0),
        last: () => this.#jump(this.#last),
        eyes: (seat) => seat < this.replay.seats.length && this.#look(seat < 0 ? null : seat),
        view: () => this.cameraMode.toggle(),
        zoom: (factor) => this.board.camera.zoom(factor),
        tempo: (by) => this.#setTempo(TEMPOS[TEMPOS.indexOf(this.#tempo) + by] ?? this.#tempo),
        help: () => openKeys(REPLAY_KEYS),
      },
      this.signal,
    );
  }

  // -- where we are

  get #last() {
    return this.replay.frames.length - 1;
  }

  /** @param {number} at */
  #frameAt(at) {
    return /** @type {Frame} */ (this.replay.frames[Math.min(this.#last, Math.max(0, at))]);
  }

  get #address() {
    const { judged } = this.#costly ?? {};
    const turn = judged ? `${judged.seat + 1}-${judged.number}` : this.#wanted;
    return addressOf(this.replay, { at: this.#at, eyes: this.#eyes, coach: Boolean(this.lookBack?.opened), turn });
  }

  /** Where the next round begins, or this one, or the one before. @param {1 | -1} by */
  #roundFrom(by) {
    const begins = this.replay.frames.filter(({ race }, i) => race.round !== this.replay.frames[i - 1]?.race.round).map((frame) => frame.number);
    return by > 0 ? (begins.find((each) => each > this.#at) ?? this.#last) : (begins.findLast((each) => each < this.#at) ?? 0);
  }

  /** What the coach says of a race at a table; the address may name a turn whose better one is drawn. @param {boolean} open */
  #makeLookBack(open) {
    const { table, analysis, seats, frames } = this.replay;
    if ((!table && !analysis) || this.replay.look !== "replay") return null;
    const seat = this.#wanted ? Number(this.#wanted[0]) - 1 : (this.#eyes ?? 0);
    const lookBack = new LookBack({
      ...{ table, found: analysis, seats, go: this.go, signal: this.signal, stepping: true },
      seat: Math.min(seat, seats.length - 1),
      open,
      jump: (frame, costly) => this.#jump(frame, costly),
      changed: () => this.#lookedBack(),
    });
    lookBack.know(roundsOf(frames));
    return lookBack;
  }

  /** The coach was asked, or has looked back: go to the turn that was wanted, else leave everything as it is. */
  #lookedBack() {
    if (!this.#ready) return;
    // What is told now needs the room.
    if (this.lookBack?.opened) this.moments.element.removeAttribute("open");
    const costly = this.#wanted ? this.lookBack?.costlyAt(Number(this.#wanted.split("-")[1])) : null;
    this.moments.mark(this.lookBack?.judged ?? []);
    if (costly) return this.#jump(costly.judged.number - 1, costly);
    this.#showCoach();
  }

  // -- going about

  #stop() {
    this.#wish++;
    this.#playing = false;
    this.#coming = null;
    this.#wanted = "";
    skip();
  }

  /** Go to a moment at once, perhaps to see what would have been better. @param {number} at @param {CostlyTurn | null} [costly] */
  #jump(at, costly = null) {
    this.#stop();
    this.#costly = costly;
    this.#at = this.#frameAt(at).number;
    if (costly) this.lookBack?.showTurn(costly);
    this.#show();
    if (costly) this.cameraMode.look("sled");
    else this.cameraMode.frame(true);
  }

  /** Let what is happening be over, and go on from there: no press is lost, however quick. @param {1 | -1} by */
  #step(by) {
    const from = this.#coming ?? this.#at;
    if (by < 0) return this.#jump(from - 1);
    this.#stop();
    if (from !== this.#at) this.#jump(from);
    void this.#advance(++this.#wish);
  }

  #toggle() {
    if (this.#playing) {
      this.#stop();
      return this.#show();
    }
    this.#stop();
    if (this.#at === this.#last) this.#jump(0);
    this.#playing = true;
    this.#show();
    void this.#play(++this.#wish);
  }

  /** @param {number} wish */
  async #play(wish) {
    while (this.#at < this.#last) {
      await this.#advance(wish);
      if (wish === this.#wish && this.#at < this.#last) await new Promise((done) => setTimeout(done, PAUSE / this.#tempo));
      if (wish !== this.#wish) return;
    }
    this.#playing = false;
    this.#show();
  }

  /** Let the next moment happen. @param {number} wish */
  async #advance(wish) {
    if (this.#at >= this.#last) return;
    this.#costly = null;
    this.#showWays(null);
    const next = this.#frameAt(this.#at + 1);
    this.#coming = next.number;
    if (next.move && next.seat !== null) await animateMove(this.board, next.seat, next.move, { tempo: this.#tempo, mat: next.race.sleds[next.seat] });
    if (wish === this.#wish) await this.parts.animate(next);
    if (wish !== this.#wish) return;
    this.#coming = null;
    this.#at = next.number;
    this.#show();
    this.cameraMode.frame(true);
  }

  /** @param {number | null} eyes */
  #look(eyes) {
    this.#eyes = eyes;
    this.#show();
    this.cameraMode.look(eyes === null ? "whole" : "sled");
  }

  /** @param {number} tempo */
  #setTempo(tempo) {
    this.#tempo = tempo;
    this.#show();
  }

  // -- what is shown

  #show() {
    const frame = this.#frameAt(this.#at);
    const view = viewOf(this.replay, frame, this.#eyes);
    const { seat, number } = this.#costly?.judged ?? { seat: null, number: this.#at };
    const said = seat === null ? this.replay.tell(frame, view) : say("coach.moment", { name: nameOf(view, seat) });
    frame.race.sleds.slice(0, this.replay.seats.length).forEach((sled, seat) => {
      this.board.putSled(seat, sled.status === "wrecked" ? null : sled.space);
      this.board.sled(seat).classList.toggle("acting", frame.race.actor === seat);
      this.board.showDents(seat, sled.dents);
    });
    this.board.tracks.show(this.replay.frames.slice(0, this.#at + 1));
    this.board.showSaplings(frame.race.saplings);
    this.parts.show(frame, view);
    this.minimap.show(view);
    this.hands.show({ race: frame.race, eyes: this.#eyes });
    this.moments.show(number);
    this.#showWays(this.#costly);
    this.controls.show({ at: this.#at, playing: this.#playing, tempo: this.#tempo, said, race: frame.race });
    const judged = this.#costly ? "" : (this.lookBack?.tellAt(this.#at) ?? "");
    const draws = make("span", { class: "draws" }, this.replay.draws(frame, this.#eyes));
    fill(this.caption, make("span", {}, said), draws, judged && make("span", { class: "judged" }, judged));
    this.element.dataset.at = String(this.#at);
    this.#showCoach();
  }

  /** Draw what was played and what would have been better. @param {CostlyTurn | null} costly */
  #showWays(costly) {
    this.paths.show(costly?.judged.seat ?? 0, costly?.move ?? null, costly?.best_move ?? null);
  }

  /** Show where we are on the curve, and in the address. */
  #showCoach() {
    this.lookBack?.show(this.#at);
    history.replaceState(history.state, "", this.#address);
  }

  /** A sled past the line has nothing more to show: then whoever moves is followed, if anybody does. */
  get #sight() {
    const { race } = this.#frameAt(this.#at);
    const { move, best_move } = this.#costly ?? {};
    if (move && best_move) {
      const both = [...move.way, ...best_move.way].map((space) => this.board.place(space));
      return { space: move.way[0], ahead: 0, reached: both };
    }
    const start = race.phase === "start" ? this.map.starts[2] : null;
    const space = spaceBeforeFinish(this.map, race, this.#eyes) ?? spaceBeforeFinish(this.map, race, race.actor) ?? start;
    return space ? { space, ahead: AHEAD } : null;
  }

  #openNumbers() {
    openDialog(this.replay.numbers, this.replay.makeNumbers()).classList.add("wide");
  }

  #share() {
    openDialog(say("replay.share"), makeShareLink(say("replay.share.what"), this.#address));
  }
}
