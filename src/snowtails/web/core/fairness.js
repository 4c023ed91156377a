/** The record of what is over, and the check of its shuffle. */

import { get, insist } from "./api.js";
import { fill, make } from "./dom.js";
import { whyNot } from "./error-text.js";
import { say, sayOr } from "./words.js";

/** @import {Finding} from "./types" */

/** @param {string} path of the race, or of the solo game @param {string} about where its cards come from */
export function makeFairness(path, about = say("check.about")) {
  const findings = make("div", { role: "status" });
  const check = make("button", { type: "button", onclick: look }, say("check"));

  async function look() {
    check.disabled = true;
    const answer = await insist(() => get(`${path}/verification`));
    check.disabled = false;
    if (!answer.ok) return fill(findings, whyNot(answer));
    const found = /** @type {Finding[]} */ (answer.value.findings);
    const good = found.every((each) => each.good);
    fill(
      findings,
      make("p", { class: good ? "verdict good" : "verdict" }, say(good ? "check.good" : "check.bad")),
      make("ul", {}, ...found.map((each) => makeFinding(each))),
    );
  }

  return make(
    "section",
    { class: "fairness" },
    make("h3", {}, say("check.label")),
    make("p", { class: "aside" }, about),
    make("div", { class: "actions" }, check, make("a", { class: "button", href: `${path}/record`, download: "race.txt" }, say("end.record"))),
    findings,
  );
}

/** @param {Finding} finding */
function makeFinding({ what, good, code, cards }) {
  return make(
    "li",
    { class: good ? "good" : "bad" },
    make("span", { "aria-hidden": "true" }, good ? "✓" : "✗"),
    make("span", { class: "visually-hidden" }, say(good ? "check.yes" : "check.no")),
    make("span", {}, sayOr(`check.${code}`, what, { count: cards })),
  );
}
