/** Stars: how a course is rated, and rating it. */

import { draw, make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {CourseRating, LibraryCourse} from "../core/types" */

const MOST = 5;
const POINTS = "M12 1.8 15 8.6 22.3 9.4 16.9 14.4 18.4 21.6 12 18 5.6 21.6 7.1 14.4 1.7 9.4 9 8.6Z";

/** @param {number} filled from 0 to 1 */
function drawStar(filled) {
  const star = draw("svg", { class: "star", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { class: "star-ground", d: POINTS }));
  if (filled <= 0) return star;
  const lit = draw("svg", { width: 24 * filled, height: 24, viewBox: `0 0 ${24 * filled} 24`, preserveAspectRatio: "xMinYMid slice" });
  lit.append(draw("path", { class: "star-lit", d: POINTS }));
  star.append(lit);
  return star;
}

/** How a course is rated. @param {CourseRating | null} rating */
export function makeRating(rating) {
  if (!rating) return make("p", { class: "rating none" }, say("rating.none"));
  const { mean, count } = rating;
  return make(
    "p",
    { class: "rating" },
    make("span", { class: "stars", "aria-hidden": "true" }, ...Array.from({ length: MOST }, (_, i) => drawStar(Math.max(0, Math.min(1, mean - i))))),
    make("span", { class: "rating-number", "aria-hidden": "true" }, `${number(Number(mean.toFixed(1)))} (${number(count)})`),
    make("span", { class: "visually-hidden" }, say("rating.told", { mean: Number(mean.toFixed(1)), count })),
  );
}

/**
 * Rate a course, by a tap or with arrow keys; whoever may not is told why.
 * @param {LibraryCourse} course
 * @param {(stars: number) => void} rated
 */
export function makeRatingForm(course, rated) {
  if (course.yours || !course.raced) {
    const why = say(course.yours ? "rating.own" : "rating.why");
    return { element: make("p", { class: "aside rating-why" }, why), tick: () => {} };
  }
  const all = Array.from({ length: MOST }, (_, i) => i + 1);
  const inputs = all.map((stars) => make("input", { type: "radio", name: "stars", value: stars, onchange: () => rated(stars) }));
  const choice = (/** @type {number} */ stars, /** @type {number} */ i) =>
    make("label", { class: "star-choice" }, inputs[i], make("span", { class: "visually-hidden" }, say("rating.stars", { stars })), drawStar(0));
  /** Show which stars are kept. @param {number | null} stars */
  const tick = (stars) => {
    for (const input of inputs) input.checked = Number(input.value) === stars;
  };
  tick(course.stars);
  return {
    element: make("fieldset", { class: "rate" }, make("legend", {}, say("rating.yours")), make("div", { class: "star-choices" }, ...all.map(choice))),
    tick,
  };
}
