/** Storage of plans: what somebody means to do survives a reload. */

import { get, insist, put } from "../core/api.js";

/** @import {Card, View} from "../core/types" */

/**
 * A plan as it is kept.
 * @typedef {object} Kept
 * @property {string} on the space of the sled
 * @property {Card | null} card
 * @property {string} slots
 * @property {boolean} byHand
 * @property {boolean | null} bonus
 * @property {string | null} decision
 * @property {number[]} discards
 */

/**
 * @typedef {object} PlanStorage
 * @property {(view: View, plan: Kept) => void} keep
 * @property {() => void} forget what is not kept yet need not be
 * @property {(view: View) => Promise<Kept | null>} find
 */

const KEEP_AFTER = 250;
/** In place of what is asked: a plan may be made before it is one's turn. */
const UNSENT = -1;

/** @param {View} view */
const pathOf = (view) => `/api/tables/${view.table}/seats/${view.you.seat}/plan`;

/**
 * Lets the server keep plans: the latest, for however long it takes to get there. Until it is there this tab keeps it too,
 * for a page that is loaded again asks sooner than the last request of the one before arrives.
 * @implements {PlanStorage}
 */
export class ServerPlanStorage {
  /** What is to be kept, until it is. @type {{ path: string, plan: Kept } | null} */ #latest = null;
  #timer = 0;
  #sending = false;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    addEventListener("pagehide", () => this.#latest && void put(this.#latest.path, this.#latest.plan), { signal });
  }

  /** @param {View} view @param {Kept} plan */
  keep(view, plan) {
    const path = pathOf(view);
    this.#latest = { path, plan };
    note(path, UNSENT, plan);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), KEEP_AFTER);
  }

  forget() {
    clearTimeout(this.#timer);
    if (this.#latest) erase(this.#latest.path);
    this.#latest = null;
  }

  /** Send one plan after the other, so that none overtakes a later one. */
  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#latest) {
      let sent = this.#latest;
      await insist(() => {
        sent = this.#latest ?? sent;
        return put(sent.path, sent.plan);
      });
      if (this.#latest === sent) this.forget();
    }
    this.#sending = false;
  }

  /** @param {View} view */
  async find(view) {
    const unsent = noted(pathOf(view), UNSENT);
    if (unsent) {
      this.keep(view, unsent);
      return unsent;
    }
    const answer = await insist(() => get(pathOf(view)));
    return answer.ok ? /** @type {Kept | null} */ (answer.value.plan) : null;
  }
}

/** Keeps plans in this tab, for what is asked now. @implements {PlanStorage} */
export class TabPlanStorage {
  /** @param {View} view @param {Kept} plan */
  keep(view, plan) {
    note(`plan ${view.table}`, view.asks, plan);
  }

  forget() {}

  /** @param {View} view @returns {Promise<Kept | null>} */
  async find(view) {
    return noted(`plan ${view.table}`, view.asks);
  }
}

/** Let this tab remember something for as long as the same is asked. @param {string} name @param {number} asks @param {unknown} what */
export function note(name, asks, what) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ asks, what }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Let this tab forget something. @param {string} name */
function erase(name) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // It was never kept.
  }
}

/** What this tab remembers, if the same is still asked; else null. @param {string} name @param {number} asks */
export function noted(name, asks) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return found?.asks === asks ? found.what : null;
  } catch {
    return null;
  }
}
