/** Sending what somebody wants: once at a time, and with the reason if the server says no. */

import { whyNot } from "./error-text.js";

/** @import {Answer} from "./types" */

/**
 * @param {HTMLButtonElement} button rests until there is an answer
 * @param {HTMLElement} problem where a refusal is told
 * @param {() => Promise<Answer<any>>} request
 */
export async function send(button, problem, request) {
  const focused = document.activeElement === button;
  button.disabled = true;
  problem.textContent = "";
  const answer = await request();
  button.disabled = false;
  // A button that rests loses the focus.
  if (focused && document.activeElement === document.body) button.focus({ preventScroll: true });
  if (!answer.ok) problem.textContent = whyNot(answer);
  return answer;
}
