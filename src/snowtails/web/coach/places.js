/** The chances of each place as a bar, with its figures in words beside it. */

import { make } from "../core/dom.js";
import { chanceOf, say } from "../core/words.js";

/** Places with less are not named on the bar. */
const NAMED = 0.005;

/** @param {number[]} places @param {string} title */
export function drawPlaces(places, title) {
  const parts = places.map((chance, at) => {
    const part = make("span", { class: `place-part place-${at + 1}` });
    part.style.flexGrow = String(chance);
    return part;
  });
  const told = places.flatMap((chance, at) => {
    if (chance < NAMED) return [];
    const swatch = make("i", { class: `place-part place-${at + 1}`, "aria-hidden": "true" });
    return [make("li", {}, swatch, say("coach.place", { place: at + 1, chance: chanceOf(chance) }))];
  });
  return make(
    "figure",
    { class: "places" },
    make("figcaption", {}, title),
    make("div", { class: "place-bar", "aria-hidden": "true" }, ...parts),
    make("ul", {}, ...told),
  );
}
