/**
 * One stream for everything that a tab wants to know.
 *
 * It is opened again after errors and after silence, and goes on behind the last event that it told, so that nothing is missed
 * and nothing told twice. A browser has six connections to a server, so only some hidden tabs keep theirs open; the others look
 * at the table now and then, and open their stream again when they are shown.
 */

import { get } from "./api.js";
import { changed, whole } from "./decode.js";
import { heardServer, lostServer } from "./version.js";

/** @import {AnyView, Changes, Connection, Happening, Presence} from "./types" */

/**
 * @typedef {object} Listener
 * @property {(event: Happening) => void} [happened]
 * @property {(view: any) => void} [view] the view of the table, whole
 * @property {(presence: Presence) => void} [presence]
 * @property {(message: any) => void} [lobby]
 * @property {(message: any) => void} [races]
 * @property {(state: Connection) => void} [connection]
 * @property {(view: any) => void} [glimpsed] a view that came while the tab was hidden without a stream
 */

/** The server shows that it is alive every 15 seconds: after longer silence it is not heard any more. */
const SILENCE = 40_000;
const LONGEST_CHECK = 5_000;
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Streams that the hidden tabs of one browser may keep open. */
const HIDDEN_STREAMS = 3;
/** How often a hidden tab without a stream looks at its table. */
const LOOK_EVERY = 20_000;

export class Stream {
  /** @type {EventSource | null} */ #source = null;
  #pause = SHORTEST_PAUSE;
  #timer = 0;
  #watchdog = 0;
  #closed = false;
  /** Counts how often the tab was hidden or shown. */ #turn = 0;
  /** Gives back the right to a stream while the tab is hidden. @type {(() => void) | null} */ #giveBack = null;
  /** The view that was told last; each stream begins with one. @type {AnyView | null} */ #view = null;

  /**
   * @param {{ table?: string, lobby?: boolean, races?: boolean }} topics
   * @param {Listener} listener
   * @param {number | null} after number of the last event that is known
   */
  constructor(topics, listener, after = null) {
    this.topics = topics;
    this.listener = listener;
    this.after = after;
    this.visibility = () => void (document.hidden ? this.#hide() : this.#appear());
    this.offline = () => void this.#check();
    document.addEventListener("visibilitychange", this.visibility);
    addEventListener("offline", this.offline);
    // A tab may be opened behind the others, and is to call all the same.
    if (document.hidden) void this.#hide();
    else this.#open();
  }

  /** Keep the stream if there is room for it, else look now and then. */
  async #hide() {
    const turn = ++this.#turn;
    const slot = await takeSlot();
    // Shown, hidden again or closed meanwhile: another call sees to it.
    if (this.#closed || turn !== this.#turn) return slot?.();
    this.#giveBack = slot;
    if (slot && this.#source) return;
    if (slot) return this.#open();
    this.#stop();
    this.#lookLater();
  }

  #appear() {
    this.#turn++;
    this.#giveBack?.();
    this.#giveBack = null;
    if (!this.#source) this.#open();
  }

  #lookLater() {
    if (!this.topics.table || !this.listener.glimpsed) return;
    this.#timer = setTimeout(async () => {
      const answer = await get(`/api/tables/${this.topics.table}`);
      if (this.#closed || this.#source || !document.hidden) return;
      if (answer.ok) this.listener.glimpsed?.(answer.value);
      this.#lookLater();
    }, LOOK_EVERY);
  }

  close() {
    this.#closed = true;
    this.#giveBack?.();
    document.removeEventListener("visibilitychange", this.visibility);
    removeEventListener("offline", this.offline);
    this.#stop();
  }

  #open() {
    this.#stop();
    if (this.#closed || (document.hidden && !this.#giveBack)) return;
    const query = new URLSearchParams();
    for (const [topic, value] of Object.entries(this.topics)) if (value) query.set(topic, String(value));
    if (this.after !== null) query.set("after", String(this.after));
    query.set("changes", "true");
    const source = new EventSource(`/api/stream?${query}`);
    this.#source = source;
    this.listener.connection?.("connecting");
    this.#watch();
    source.onopen = () => {
      this.#pause = SHORTEST_PAUSE;
      this.listener.connection?.("open");
      this.#watch();
      heardServer();
    };
    source.onerror = () => this.#again(this.#pause);
    this.#on("happened", (message, number) => {
      if (this.after !== null && number <= this.after) return;
      this.after = number;
      this.listener.happened?.(message);
    });
    this.#on("view", (message, number) => this.#see(message, number));
    this.#on("changed", (/** @type {Changes} */ changes, number) => {
      if (this.#view) this.#see(changed(this.#view, changes), number);
    });
    this.#on("presence", (message) => this.listener.presence?.(message));
    this.#on("lobby", (message) => this.listener.lobby?.(message));
    this.#on("races", (message) => this.listener.races?.(message));
    this.#on("beat", () => {});
    this.#on("bye", (message) => this.#again(message.back_in * 1000));
  }

  /** @param {AnyView} view @param {number} number */
  #see(view, number) {
    this.#view = view;
    this.after = number;
    this.listener.view?.(view);
  }

  /**
   * @param {string} kind
   * @param {(message: any, number: number) => void} tell
   */
  #on(kind, tell) {
    this.#source?.addEventListener(kind, (event) => {
      this.#watch();
      heardServer();
      tell(whole(JSON.parse(event.data)), Number(event.lastEventId));
    });
  }

  /** A connection may break without a sign: whoever is silent for long is not there. */
  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#again(0), SILENCE);
  }

  /** Without a network see for ourselves: a server on this very machine is still there. */
  async #check() {
    const wish = /** @type {RequestInit} */ ({ cache: "no-store", signal: AbortSignal.timeout(LONGEST_CHECK) });
    const there = await fetch("/health", wish).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!there && this.#source) this.#again(0);
  }

  /** Open it again after a pause, but not in the same instant as everybody else. @param {number} pause */
  #again(pause) {
    this.#stop();
    lostServer();
    this.listener.connection?.("lost");
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.#timer = setTimeout(() => this.#open(), pause * (1 + Math.random()));
  }

  #stop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#source?.close();
    this.#source = null;
  }
}

/**
 * Take one of the slots for streams of hidden tabs; all tabs of the browser share them.
 * @returns {Promise<(() => void) | null>} gives it back; null if there is none, or the browser cannot share
 */
async function takeSlot() {
  for (let slot = 0; navigator.locks && slot < HIDDEN_STREAMS; slot++) {
    /** @type {(() => void) | null} */
    const release = await new Promise((taken) => {
      void navigator.locks.request(`snowtails-hidden-stream-${slot}`, { ifAvailable: true }, (lock) => {
        if (!lock) return taken(null);
        return new Promise((done) => taken(() => done(undefined)));
      });
    });
    if (release) return release;
  }
  return null;
}
