/** Laying the next course of a season from the editor: whoever's turn it is builds it and comes back with it. */

import { get, insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeLink, pathOf } from "../core/links.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { addedBytes } from "../table/seat-form.js";
import { pathTo } from "./address.js";

/** @import {Go} from "../core/links.js" */
/** @import {View} from "../core/types" */

/** The address at which a course is built for a season. @param {string} table the race before */
export const pathToLaying = (table) => pathTo({ line: "", name: "" }, "/build", table);

/**
 * What the editor shows while a course is built for a season.
 * @param {Go} go
 * @param {string} table the race before
 * @param {HTMLElement} problem where a refusal is told
 * @param {(mine: boolean) => void} known told whether the course is the visitor's to lay
 * @param {AbortSignal} signal
 */
export function makeLaying(go, table, problem, known, signal) {
  /** The course that can be laid now. @type {{ line: string, name: string } | null} */
  let course = null;
  const told = make("p", { role: "status" });
  const button = make("button", { type: "button", class: "go", disabled: true, onclick: () => void lay() });
  const element = make("div", { class: "laying panel", hidden: true }, told, button, makeLink(go, pathOf(table), { class: "button" }, say("lay.back")));
  let mine = false;

  async function look() {
    const answer = await insist(() => get(`/api/tables/${table}`, signal), signal);
    if (signal.aborted) return;
    /** @type {View | null} */
    const view = answer.ok ? answer.value : null;
    const layer = view?.season?.layer ?? null;
    mine = Boolean(view && layer !== null && view.you.seats.includes(layer));
    if (!answer.ok) told.textContent = whyNot(answer);
    else if (mine) told.textContent = say("lay.told");
    else told.textContent = say(layer === null ? "lay.gone" : "lay.theirs");
    element.hidden = false;
    button.hidden = !mine;
    button.textContent = say("lay.go", { number: (view?.season?.race ?? 0) + 1 });
    known(mine);
    show(course);
  }

  async function lay() {
    if (!course) return;
    const wish = { course: course.line, course_name: course.name, added: addedBytes() };
    const answer = await send(button, problem, () => insist(() => post(`/api/tables/${table}/next`, wish)));
    if (answer.ok) go(pathOf(answer.value.table));
    else await look();
  }

  /** @param {{ line: string, name: string } | null} found null while it cannot be raced */
  function show(found) {
    course = found;
    button.disabled = !found || !mine;
  }

  void look();
  return { element, show };
}
