/** A table of results: who came where, with a face and a way to look at it. */

import { drawDog } from "./dogs.js";
import { make } from "./dom.js";
import { makeLink } from "./links.js";
import { number, say } from "./words.js";

/** @import {Go} from "./links.js" */
/** @import {Dog} from "./types" */

/**
 * Who came where; without a rank it is a ghost's, and with none it came nowhere.
 * @typedef {object} Ranked
 * @property {number | null} [rank]
 * @property {string} name
 * @property {Dog | null} [dog]
 * @property {Element} [face] in place of the dog
 * @property {boolean} [yours]
 * @property {string} [aside] what is said beside the name
 * @property {string | null} [look] where it is to be seen
 * @property {string} told what it came to
 */

/** @param {Ranked[]} rows @param {Go} go */
export const makeRanking = (rows, go) => (rows.length ? make("ol", { class: "ranking" }, ...rows.map((row) => makeRow(row, go))) : null);

/** @param {Ranked} row @param {Go} go */
function makeRow({ rank, name, dog, face, yours, aside = yours ? say("daily.you") : "", look, told }, go) {
  return make(
    "li",
    { class: yours ? "yours" : rank === undefined ? "ghost-row" : "" },
    make("b", { class: "rank" }, rank === undefined ? "" : rank === null ? "–" : number(rank)),
    make("span", { class: "rank-face", "aria-hidden": "true" }, face ?? (dog ? drawDog(dog) : (name[0] ?? "").toUpperCase())),
    make(
      "span",
      { class: "rank-name" },
      look ? makeLink(go, look, { title: say("daily.look", { name }) }, name) : name,
      aside ? make("span", { class: "aside" }, ` ${aside}`) : null,
    ),
    make("span", { class: "rank-points" }, told),
  );
}
