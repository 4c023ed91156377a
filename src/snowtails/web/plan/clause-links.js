/** Clauses of the rules, and ways from a race to them. */

import { make } from "../core/dom.js";
import { late } from "../core/preload.js";
import { CLAUSE_OF } from "../core/wire-constants.js";
import { say } from "../core/words.js";
import { reasonOf } from "./outcome.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Dent} from "../core/types" */

/** The help is not needed at first: it comes when somebody asks. */
const openHelp = async (/** @type {string} */ clause) => (await late(() => import("../help/help.js"))).openHelp(clause);

/**
 * Words that lead to a clause: beside the race, which goes on.
 * @param {string} clause such as `DENT-1`
 * @param {...Child} words
 */
export function makeWhy(clause, ...words) {
  const follow = (/** @type {Event} */ event) => {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    void openHelp(clause);
  };
  return make("a", { class: "why", href: `/help#${clause}`, title: say("help.why", { clause }), onclick: follow }, ...words);
}

/**
 * Sentences one after the other; the reason for a dent leads to its clause.
 * @param {string[]} sentences
 * @param {Dent[]} dents
 * @returns {Child[]}
 */
export function withReasons(sentences, dents) {
  const clauses = new Map(dents.map((dent) => [reasonOf(dent), CLAUSE_OF[dent.cause]]));
  return sentences.flatMap((sentence, index) => {
    const clause = clauses.get(sentence);
    return [index ? say("sentence.gap") : "", clause ? makeWhy(clause, sentence) : sentence];
  });
}

/** The button that opens the help beside the race. */
export function makeHelpButton() {
  const label = say("help.label");
  return make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => void openHelp("") }, "?");
}
