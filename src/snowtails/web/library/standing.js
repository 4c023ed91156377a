/** Where a course stands among those that ship, in words and as a bar. */

import { make } from "../core/dom.js";
import { sayOr } from "../core/words.js";

/** @import {CourseStanding} from "../core/types" */

/** Whether a course has more of something than the others, or less; none where all are level. @param {CourseStanding} standing */
export function wayOf({ below, above, among }) {
  if (!below && !above) return null;
  if (below === among) return "most";
  if (above === among) return "least";
  return below >= above ? "more" : "less";
}

/** Where a course stands by one figure, in the language spoken; empty where all are level. @param {CourseStanding} standing */
export function tellStanding(standing) {
  const way = wayOf(standing);
  if (!way) return "";
  const { figure, below, above, among, message } = standing;
  return sayOr(`standing.${figure}`, message, { way, count: way === "more" ? below : above, among });
}

/** A row for each figure, with the place of the course among the others. @param {CourseStanding[]} standing */
export const makeStandings = (standing) =>
  make(
    "ul",
    { class: "course-standings" },
    ...standing.filter(wayOf).map((each) => {
      const mark = make("span", { class: "standing-mark" });
      const level = each.among - each.below - each.above;
      mark.style.insetInlineStart = `${(100 * (each.below + level / 2)) / Math.max(1, each.among)}%`;
      return make("li", {}, make("span", { class: "standing-told" }, tellStanding(each)), make("span", { class: "standing-bar", "aria-hidden": "true" }, mark));
    }),
  );
