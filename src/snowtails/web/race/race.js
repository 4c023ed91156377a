/** The screen of a race: puts the parts together and lets one thing happen after the other. */

import { spaceBeforeFinish } from "../board/camera-mode.js";
import { animateMove } from "../board/move-animation.js";
import { InPlayCoach } from "../coach/in-play.js";
import { get, insist } from "../core/api.js";
import { make } from "../core/dom.js";
import { makeRefusalScreen } from "../core/error-screen.js";
import { RACE_KEYS, UNAIDED_KEYS } from "../core/keyboard.js";
import { courseName } from "../core/names.js";
import { late } from "../core/preload.js";
import { say } from "../core/words.js";
import { noteEnding } from "../home/race-now.js";
import { tilesAhead } from "../learn/lessons.js";
import { makeTeacher } from "../learn/teacher.js";
import { chooseSpace } from "../plan/plan-commands.js";
import { ServerPlanStorage } from "../plan/plan-storage.js";
import { Ghosts } from "./ghosts.js";
import { Multiplayer } from "./multiplayer.js";
import { PlayScreen } from "./play-screen.js";
import { makePrompt } from "./prompt.js";
import { makeStandings } from "./standings.js";

/** @import {CourseMap, Happening, Presence, Space, View} from "../core/types" */

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

class RaceScreen extends PlayScreen {
  /** @type {Presence | null} */ #presence = null;
  #ended = false;
  /** @type {ReturnType<typeof import("./ending.js").showEnding> | null} */ #ending = null;
  /** The first sled over the line. @type {number | null} */ #firstAcross = null;

  /**
   * @param {(path: string) => void} go
   * @param {View} view
   * @param {CourseMap} map
   * @param {AbortSignal} signal
   */
  constructor(go, view, map, signal) {
    super({ go, view, map, signal, storage: new ServerPlanStorage(signal), keys: view.options.hints ? RACE_KEYS : UNAIDED_KEYS });
    this.standings = makeStandings(map, this.board);
    this.ghosts = new Ghosts(this.board, signal);
    this.multiplayer = new Multiplayer(view, signal);
    this.teacher = makeTeacher();
    this.prompt = makePrompt();
    const told = { changed: () => this.show(), choose: (/** @type {string} */ decision) => this.plan.chooseStart(decision) };
    this.coach = new InPlayCoach(view.table, () => this.question, this.plan, this.preview, this.reach, told, signal);
    const { clock, company, takeover, chat, curtain } = this.multiplayer;
    this.layout({
      kind: "race",
      title: courseName(view.options.course.name),
      head: [this.standings.element, clock.element, company.element],
      stage: [takeover.element, this.ghosts.element],
      side: make("aside", { class: "side" }, this.coach.element, this.eventLog.element, chat.element, this.destinations.element),
      told: [this.teacher.element, this.prompt.element],
      dock: [curtain.element],
    });
  }

  async open() {
    const course = this.view.options.course.line;
    const [told] = await Promise.all([insist(() => get(`/api/tables/${this.view.table}/events?after=0`), this.signal), this.board.lay(course)]);
    if (this.signal.aborted) return;
    const events = /** @type {Happening[]} */ (told.ok ? told.value.events : []);
    for (const event of events.filter((each) => each.number <= this.view.number)) {
      this.#tell(event);
      this.multiplayer.tell(event, false);
      if (event.move && typeof event.seat === "number") this.board.tracks.add(event.seat, event.move);
    }
    this.#see(this.view);
    void this.plan.restore();
    this.follow(course, {
      happened: (event) => {
        this.multiplayer.tell(event, true);
        this.queue.add(() => this.#happened(event), Boolean(event.move));
      },
      view: (view) => this.queue.add(async () => this.#see(view)),
      presence: (presence) => {
        this.#presence = presence;
        this.queue.add(async () => this.#showOthers());
      },
    });
  }

  // -- what happens

  /** @param {Happening} event */
  async #happened(event) {
    this.#tell(event);
    // Whoever has been away sees how things are, not everything that was missed.
    if (!event.move || typeof event.seat !== "number") return;
    if (this.queue.missed) return this.board.tracks.add(event.seat, event.move);
    const own = event.seat === this.view.you.seat;
    if (own) this.reach.showPath(null, event.seat);
    await animateMove(this.board, event.seat, event.move, { mat: own ? null : this.view.race?.sleds[event.seat] });
  }

  /** @param {Happening} event */
  #tell(event) {
    this.eventLog.tell(event, this.view);
    if (event.move?.finished && typeof event.seat === "number") this.#firstAcross ??= event.seat;
  }

  seeAgain() {
    this.#see(this.view);
  }

  /** @param {View} view */
  #see(view) {
    const before = { ...this.view, followed: this.followed };
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
    this.show();
    const turned = before.race?.phase !== race?.phase || before.you.seat !== view.you.seat;
    if (before.followed !== this.followed || turned) this.cameraMode.frame(true);
    if (view.stage === "over" && !this.#ended) void this.#end();
  }

  async #end() {
    this.#ended = true;
    if (!this.view.retry_of) noteEnding(this.view);
    this.cameraMode.look("whole");
    const { showEnding } = await late(() => import("./ending.js"));
    if (this.signal.aborted) return;
    this.#ending = showEnding(this.element, this.view, { go: this.go, signal: this.signal, board: this.board, firstAcross: this.#firstAcross });
    this.#ending.show({ view: this.view, presence: this.#presence });
  }

  // -- what is shown

  /** One's own space until the finish, then the leader's of those who still race. */
  get followed() {
    const { race, you } = this.view;
    const own = spaceBeforeFinish(this.map, race, you.seat);
    if (own || race?.phase === "start") return own ?? this.map.starts[2];
    const racing = race?.standings.map(({ sled }) => spaceBeforeFinish(this.map, race, sled));
    return racing?.find(Boolean);
  }

  get starts() {
    const decisions = this.plan.about === "start" ? (this.view.choices?.decisions ?? []) : [];
    return decisions.flatMap((decision) => {
      const space = this.map.starts[Number(decision.slice(1)) - 1];
      return space ? [{ decision, space }] : [];
    });
  }

  get question() {
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
    void this.ghosts.show(this.view);
    this.#ending?.show({ view: this.view, presence: this.#presence });
    this.#showPrompt();
  }

  show() {
    super.show();
    const { plan, starts } = this;
    this.teacher.show({ plan, sled: this.sled, here: this.here, ahead: tilesAhead(this.map, this.here, this.view.race?.saplings ?? []) });
    if (plan.about === "start") {
      const chosen = starts.find(({ decision }) => decision === plan.decision);
      const spaces = starts.map(({ space }) => space);
      this.reach.showStarts(spaces, chosen?.space ?? null);
    } else {
      this.reach.show(plan.destinations, plan.chosen?.end ?? null, !plan.due);
    }
    this.coach.show(this.view.you.seat !== null && this.view.stage === "racing");
    this.#showPrompt();
  }

  #showPrompt() {
    const { view, plan } = this;
    const across = this.sled?.status === "racing" && spaceBeforeFinish(this.map, view.race, view.you.seat) === null && view.race?.phase !== "start";
    this.prompt.show({ view, plan, presence: this.#presence, cardsShown: !this.ways.element.hidden, refusal: this.acts.refusal, across });
  }

  // -- what somebody does

  /** @param {Space} space */
  tapped(space) {
    chooseSpace(this.plan, this.starts, space);
  }

  /** @param {Space | null} space */
  pointed(space) {
    this.coach.point(space);
  }

  get chances() {
    return this.coach.chances;
  }

  toggleCoach() {
    this.coach.toggle();
  }
}
