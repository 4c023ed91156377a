/** What the first screen says while the server compiles the rules: how far it is, and what can be done meanwhile. */

import { get } from "../core/api.js";
import { make } from "../core/dom.js";
import { say } from "../core/words.js";

/** Milliseconds between two looks. */
const PAUSE = 1500;

/**
 * A line that is there while races have to wait; it looks until the server is ready or the screen is left.
 * @param {AbortSignal} signal
 */
export function makeCompileStatus(signal) {
  const words = make("span");
  const progress = make("progress", { "aria-label": say("wait.progress") });
  const element = make("p", { class: "compile-status", role: "status", hidden: true }, words, progress);

  async function look() {
    const answer = await get("/ready", signal);
    const waits = !answer.ok && answer.status === 503;
    if (signal.aborted) return;
    // The last step, loading what was compiled, is not counted.
    if (!waits || answer.total) element.hidden = !waits;
    if (!waits) return;
    if (answer.total) {
      const told = say("home.compiling", { step: Math.min((answer.done ?? 0) + 1, answer.total), steps: answer.total });
      if (words.textContent !== told) words.textContent = told;
      progress.max = answer.total;
      progress.value = answer.done ?? 0;
    }
    setTimeout(look, PAUSE);
  }

  return { element, look };
}
