/** What has happened and waits to be seen: one thing after the other. */

/** Moves that may wait; if there are more, sleds go to where they are at once. */
const MISSED = 12;

export class EventQueue {
  /** @type {Promise<void>} */ #last = Promise.resolve();
  #waiting = 0;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.signal = signal;
  }

  /** Whether somebody has been away: then how things are is seen, not everything that was missed. */
  get missed() {
    return this.#waiting > MISSED;
  }

  /**
   * Let something happen when everything before it has been seen.
   * @param {() => Promise<void>} next
   * @param {boolean} [moves] whether a sled moves
   */
  add(next, moves = false) {
    if (moves) this.#waiting++;
    const happen = async () => {
      if (moves) this.#waiting--;
      if (!this.signal.aborted) await next();
    };
    // The race goes on, whatever one step of it came to.
    this.#last = this.#last.then(happen).catch(reportError);
  }
}
