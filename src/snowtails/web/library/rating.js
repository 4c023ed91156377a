/** Rating a course: on its page, and at the end of a race on it. */

import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { sendLatest } from "../core/latest.js";
import { courseName } from "../core/names.js";
import { say } from "../core/words.js";
import { rate } from "./library.js";
import { makeRating, makeRatingForm } from "./stars.js";

/** @import {LibraryCourse} from "../core/types" */

/** How a course is rated, and one's own stars. @param {LibraryCourse} course */
export function makeRatingPart(course) {
  const shown = make("div", {}, makeRating(course.rating));
  const told = make("p", { class: "aside", role: "status" });
  let kept = course.stars;
  // Arrow keys pass through stars that nobody means.
  const form = makeRatingForm(
    course,
    sendLatest(async (stars, isLatest) => {
      const answer = await rate(course.key, stars);
      if (answer.ok) {
        kept = answer.value.stars;
        fill(shown, makeRating(answer.value.rating));
      }
      if (!isLatest()) return;
      form.tick(kept);
      told.textContent = answer.ok ? say("rating.thanks", { stars }) : whyNot(answer);
    }),
  );
  return make("section", { class: "course-rating", "aria-label": say("rating.label") }, shown, form.element, told);
}

/**
 * Ask somebody who has just raced a published course how it was; null for a course that ships or is nobody's.
 * @param {LibraryCourse | null} course
 */
export function askForRating(course) {
  if (!course || course.shipped || course.yours || !course.raced) return null;
  return make("div", { class: "rate-race" }, make("h3", {}, say("rating.ask", { name: courseName(course.title) })), makeRatingPart(course));
}
