/** The head of a screen: the way home, what it is, and what else there is. */

import { make } from "./dom.js";
import { makeLink } from "./links.js";
import { say } from "./words.js";

/** @import {Child} from "./dom.js" */
/** @import {Go} from "./links.js" */

/** @param {Go} go @param {string} title @param {...Child} others */
export const makeScreenHead = (go, title, ...others) =>
  make("header", { class: "screen-head" }, makeLink(go, "/", { class: "button icon", "aria-label": say("end.home") }, "❄"), make("h1", {}, title), ...others);
