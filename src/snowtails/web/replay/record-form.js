/** A race record that somebody brings, to be told again. */

import { insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { drawLandscape } from "../core/landscape.js";
import { makeLink } from "../core/links.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";

/** @import {Go} from "../core/links.js" */

/** @param {Go} go */
export function makeRecordForm(go) {
  const text = make("textarea", { rows: 10, spellcheck: "false", required: true, "aria-describedby": "record-problem", oninput: forget });
  // The browser's own button speaks the browser's language: ours opens it.
  const file = make("input", { type: "file", accept: ".txt,text/plain", hidden: true, onchange: read });
  const chosen = make("span", { class: "aside", role: "status" });
  const problem = make("p", { class: "problem", id: "record-problem", role: "alert" });
  const show = make("button", { type: "submit", class: "go" }, say("record.show"));
  const form = make(
    "form",
    { class: "record-form" },
    make("h1", {}, say("record.label")),
    make("p", { class: "aside" }, say("record.about")),
    make("p", { class: "file-field" }, make("button", { type: "button", onclick: () => file.click() }, say("record.file")), chosen, file),
    make("label", {}, make("span", {}, say("record.text")), text),
    problem,
    make("div", { class: "actions" }, show, makeLink(go, "/", { class: "button" }, say("end.home"))),
  );

  /** What was wrong with another text is not wrong with this one. */
  function forget() {
    problem.textContent = "";
  }

  async function read() {
    const found = file.files?.[0];
    if (!found) return;
    text.value = await found.text();
    chosen.textContent = found.name;
    forget();
    form.requestSubmit();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = text.value;
    const answer = await send(show, problem, () => insist(() => post("/api/replays", { record })));
    if (!answer.ok && answer.line) problem.textContent = whyNoRecord(record, answer.line, answer.message);
    if (!answer.ok || !form.isConnected) return;
    history.replaceState({ record }, "", "/replay");
    go("/replay");
  });
  return make("main", { class: "record-page winter" }, drawLandscape(), form);
}

/** What every record begins with, apart from comments. */
const HEAD = /^\ufeff?(?:\s|;.*\n)*snowtails\s/i;

/** Why a text cannot be replayed, and what would be right. @param {string} record @param {number} line @param {string} message of the server, which begins with the line */
export function whyNoRecord(record, line, message) {
  if (!HEAD.test(record)) return say("record.begins");
  return say("record.problem", { line, why: message.replace(/^line \d+: /, "") });
}
