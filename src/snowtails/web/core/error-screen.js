/** A screen that only says why there is nothing to be seen, and leads away. */

import { make } from "./dom.js";
import { whyNot } from "./error-text.js";
import { drawLandscape } from "./landscape.js";
import { makeLink } from "./links.js";
import { drawSled } from "./sled.js";
import { say } from "./words.js";

/** @import {Child} from "./dom.js" */
/** @import {Go} from "./links.js" */
/** @import {Refusal} from "./types" */

/** @param {string} why @param {...Child} ways out of here */
export const makeErrorScreen = (why, ...ways) =>
  make(
    "main",
    { class: "error-screen winter" },
    drawLandscape(),
    make("div", { class: "error-card" }, drawSled(0), make("h1", {}, why), make("div", { class: "actions" }, ...ways)),
  );

/** Ways on for whoever finds nothing here. @param {Go} go @param {string} [home] the class of the first, if it is not the best */
const waysOn = (go, home = "button go") => [
  makeLink(go, "/", { class: home }, say("lost.home")),
  makeLink(go, "/lobby", { class: "button" }, say("lobby.label")),
  makeLink(go, "/help", { class: "button" }, say("help.title")),
];

/** The server said no. @param {Go} go @param {Refusal} refusal */
export const makeRefusalScreen = (go, refusal) => makeErrorScreen(whyNot(refusal), ...waysOn(go));

/** There is no such address. @param {Go} go */
export const showNowhere = async (go) => makeErrorScreen(say("lost.nowhere"), ...waysOn(go));

/** A link has been used, or came too late. @param {Go} go @param {string} why @param {() => void} watch */
export const makeUsedLink = (go, why, watch) =>
  makeErrorScreen(why, make("button", { type: "button", class: "go", onclick: watch }, say("join.watch")), ...waysOn(go, "button").slice(0, 2));
