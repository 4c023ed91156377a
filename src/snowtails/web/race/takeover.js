/** Says when a bot holds one's reins, and gives them back. */

import { insist, post } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { send } from "../core/submit.js";
import { say, sayOr } from "../core/words.js";

/** @import {Part, Seat, View} from "../core/types" */

/** The seats of this visitor that a bot drives. @param {View} view */
const handedOver = (view) => view.seats.filter((each) => view.you.seats.includes(each.seat) && each.kind === "person" && each.reins);

/** @returns {Part<View>} */
export function makeTakeover() {
  const element = make("div", { class: "takeover", role: "status", hidden: true });
  let shown = "";

  return {
    element,
    show(view) {
      const seats = view.stage === "racing" ? handedOver(view) : [];
      element.hidden = !seats.length;
      const now = seats.map((each) => `${each.seat}${each.reins}${each.why}`).join();
      if (now === shown) return;
      shown = now;
      fill(element, ...seats.map((seat) => row(view, seat)));
    },
  };
}

/** @param {View} view @param {Seat} seat */
function row(view, seat) {
  const musher = sayOr(`musher.${seat.reins}`, seat.reins ?? "");
  const name = nameOf(view, seat.seat);
  const several = view.you.seats.length > 1;
  const problem = make("span", { class: "problem", role: "alert" });
  const button = make("button", { type: "button", class: "go", onclick: back }, say("reins.take"));

  async function back() {
    await send(button, problem, () => insist(() => post(`/api/tables/${view.table}/seats/${seat.seat}/reins`)));
  }

  // After so many rounds nobody has the reins again: the race has to end.
  if (seat.why === "rounds") return make("p", {}, say("radio.reins.rounds", { musher, name }));
  const told = several ? say("reins.theirs", { musher, name }) : say("reins.yours", { musher });
  return make("p", {}, make("span", {}, told), problem, button);
}
