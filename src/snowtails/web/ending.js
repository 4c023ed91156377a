/** The end of a race: podium, what to do next, figures, and the proof that the cards were fair. */

import { get, insist, post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { fill, make } from "./dom.js";
import { makeFairness } from "./fairness.js";
import { makeFigures } from "./figures.js";
import { makeInvitation } from "./invitation.js";
import { makeLink } from "./links.js";
import { nameOf } from "./names.js";
import { layOver } from "./overlay.js";
import { makePodium } from "./podium.js";
import { whyNot } from "./refusal.js";
import { say } from "./words.js";

/** @import {Replay, View} from "./types" */

/** @param {View} view */
function headline(view) {
  const seat = view.you.seat;
  const own = view.race?.standings.find((each) => each.sled === seat);
  const winner = view.race?.standings.find((each) => each.place === 1);
  if (!own) return winner ? say("end.over", { name: nameOf(view, winner.sled) }) : say("prompt.over");
  if (own.place === null) return say("end.wrecked");
  return own.place === 1 ? say("end.won") : say("end.place", { place: own.place });
}

/**
 * Lay the end of a race over its screen, which waits behind it until somebody wants to look.
 * @param {HTMLElement} screen
 * @param {View} view
 * @param {(path: string) => void} go
 */
export function showEnding(screen, view, go) {
  const problem = make("p", { class: "problem", role: "alert" });
  const again = make("button", { type: "button", class: "go", onclick: rematch }, say("end.again"));
  const replay = `/replay/${view.table}`;
  const figures = make("div", { class: "figures-place", "aria-busy": "true" });
  const back = make("button", { type: "button", class: "go show-ending", hidden: true, onclick: () => cover(true) }, say("end.label"));
  const panel = make(
    "section",
    { class: "ending", "aria-label": say("end.label"), tabindex: -1 },
    make("h2", {}, headline(view)),
    makePodium(view),
    make(
      "div",
      { class: "actions" },
      view.you.seats.length ? again : null,
      makeLink(go, replay, { class: "button" }, say("end.replay")),
      make("button", { type: "button", onclick: () => openDialog(say("end.share"), makeInvitation(say("end.share.what"), replay)) }, say("end.share")),
      make("button", { type: "button", onclick: () => cover(false) }, say("end.look")),
      makeLink(go, "/", { class: "button" }, say("end.home")),
    ),
    problem,
    figures,
    makeFairness(`/api/tables/${view.table}`),
  );

  async function rematch() {
    const answer = await insist(() => post(`/api/tables/${view.table}/rematch`));
    if (answer.ok) go(`/race/${answer.value.table}`);
    else problem.textContent = whyNot(answer);
  }

  const cover = layOver(screen, panel, back);
  void insist(() => get(`/api/tables/${view.table}/replay`)).then((answer) => {
    figures.removeAttribute("aria-busy");
    if (answer.ok) fill(figures, makeFigures(/** @type {Replay} */ (answer.value).figures, view));
  });
}
