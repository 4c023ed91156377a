/** Teaching by doing: a few words at the moment they matter, each once, until switched off. */

import { make } from "../core/dom.js";
import { set, settings } from "../core/settings.js";
import { say, sayOr } from "../core/words.js";

/** @import {MapSpace, Part, Sled} from "../core/types" */
/** @import {Plan} from "../plan/plan.js" */
/** @typedef {{ plan: Plan, sled: Sled | null, here: MapSpace | null }} Situation */
/** @typedef {"start" | "first" | "speed" | "drift" | "bend" | "dent" | "bonus" | "discard" | "plan"} Lesson */

const BEND_NEAR = 7;

/** When each lesson matters; the first that does and was not taught is shown. @type {[Lesson, (now: Situation) => boolean][]} */
export const LESSONS = [
  ["start", ({ plan }) => plan.about === "start" && plan.due],
  ["discard", ({ plan }) => plan.about === "discard" && plan.due],
  ["dent", ({ plan, sled }) => plan.due && (sled?.dents ?? 0) > 0],
  ["first", ({ plan }) => plan.about === "move" && plan.due && !plan.slots],
  ["drift", ({ plan }) => Boolean(plan.sample?.drift)],
  ["bonus", ({ plan }) => plan.bonusOffered > 0],
  ["speed", ({ plan }) => Boolean(plan.slots)],
  ["bend", ({ plan, here }) => plan.due && here?.bend_in != null && here.bend_in <= BEND_NEAR],
  ["plan", ({ plan }) => plan.about === "move" && !plan.due && plan.destinations.size > 0],
];

/**
 * @template {Situation} Now
 * @param {[lesson: string, when: (now: Now) => boolean][]} [lessons]
 * @returns {Part<Now>}
 */
export function makeTeacher(lessons = LESSONS) {
  const words = make("span");
  const off = make(
    "button",
    { type: "button", class: "plain", "aria-label": say("teach.off"), title: say("teach.off"), onclick: () => set("teaching", false) },
    "×",
  );
  const element = make("p", { class: "teacher", role: "status" }, words, off);
  /** @type {string | null} */
  let lesson = null;

  return {
    element,
    show(now) {
      const matters = (/** @type {string | null} */ each) => lessons.find(([name]) => name === each)?.[1](now) ?? false;
      if (lesson && !matters(lesson)) {
        // Its moment has passed: it was taught.
        void set("taught", [...settings.taught, lesson]);
        lesson = null;
      }
      lesson ??= lessons.find(([name, when]) => !settings.taught.includes(name) && when(now))?.[0] ?? null;
      element.hidden = !settings.teaching || !lesson;
      const said = lesson ? sayOr(`teach.${lesson}`, "") : "";
      if (words.textContent !== said) words.textContent = said;
    },
  };
}
