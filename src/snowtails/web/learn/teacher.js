/** Teaching by doing: a few words at the moment they matter, each once, until switched off. */

import { make } from "../core/dom.js";
import { set, settings } from "../core/settings.js";
import { say, sayOr } from "../core/words.js";
import { LESSONS } from "./lessons.js";

/** @import {Part} from "../core/types" */
/** @import {Situation} from "./lessons.js" */

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
