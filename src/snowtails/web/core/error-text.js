/** Why the server said no, in the language that is spoken. */

import { joined, say, sayOr } from "./words.js";

/** @import {ProblemPart, Refusal} from "./types" */

/** One thing that is wrong with a course. @param {ProblemPart} problem */
function problemOf({ code, tile = null, message, facts = {} }) {
  const what = sayOr(`problem.${code}`, message, facts);
  return tile === null || what === message ? what : say("problem.on", { tile, what });
}

/** @param {Refusal} refusal */
export function whyNot({ code, message, problems = [] }) {
  if (code === "course" && problems.length) return joined(problems.map(problemOf));
  return sayOr(`refused.${code}`, say("refused", { why: message }));
}
