/** A screen that only says why there is nothing to be seen, and leads away. */

import { make } from "./dom.js";
import { whyNot } from "./error-text.js";
import { makeLink } from "./links.js";
import { say } from "./words.js";

/** @import {Child} from "./dom.js" */
/** @import {Go} from "./links.js" */
/** @import {Refusal} from "./types" */

/** @param {string} why @param {...Child} ways out of here */
export const makeErrorScreen = (why, ...ways) => make("main", { class: "error-screen" }, make("h1", {}, why), ...ways);

/** The server said no. @param {Go} go @param {Refusal} refusal */
export const makeRefusalScreen = (go, refusal) => makeErrorScreen(whyNot(refusal), makeLink(go, "/", { class: "button go" }, say("lost.home")));
