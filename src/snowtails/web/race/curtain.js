/** The curtain between turns at one screen. The server holds it: behind it there are no cards to be found. */

import { insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";

/** @import {Part, View} from "../core/types" */

/** Whether the cards of this screen are hidden. @param {View} view */
export const isDown = (view) => view.stage === "racing" && view.you.seats.length > 1 && view.you.seat === null;

/** @returns {Part<View>} */
export function makeCurtain() {
  const words = make("p", { class: "curtain-words" });
  const aside = make("p", { class: "aside" });
  const lift = make("button", { type: "button", class: "go", onclick: () => raise() });
  const problem = make("p", { class: "problem", role: "alert" });
  const element = make("section", { class: "curtain", tabindex: -1, hidden: true }, words, aside, problem, lift);
  /** @type {View | null} */ let view = null;

  async function raise() {
    const actor = view?.race?.actor;
    if (!view || actor == null) return;
    const path = `/api/tables/${view.table}/seats/${actor}/curtain`;
    await send(lift, problem, () => insist(() => post(path, { lifted: true })));
  }

  return {
    element,
    show(now) {
      const before = view?.race?.actor;
      view = now;
      const fallen = element.hidden && isDown(now);
      element.hidden = !isDown(now);
      if (element.hidden) return;
      const actor = now.race?.actor ?? -1;
      const name = nameOf(now, actor);
      const here = now.you.seats.includes(actor) && !now.seats[actor]?.reins;
      words.textContent = here ? say("curtain.turn", { name }) : say("curtain.others", { name });
      aside.textContent = here ? say("curtain.pass") : say("curtain.hidden");
      lift.textContent = say("curtain.lift", { name });
      lift.hidden = !here;
      // Not on the button: whoever pressed Enter once too often must not see the next one's cards.
      if ((fallen || before !== actor) && here) requestAnimationFrame(() => element.focus({ preventScroll: true }));
    },
  };
}
