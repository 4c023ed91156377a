/** Who is at the table: there or away, muted or not; links to watch and to move one's seat; leaving. */

import { post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { draw, fill, make } from "./dom.js";
import { makeInvitation } from "./invitation.js";
import { pathOf } from "./links.js";
import { nameOf } from "./names.js";
import { drawMark } from "./sled.js";
import { say, sayOr } from "./words.js";

/** @import {Part, Presence, Seat, View} from "./types" */
/** @typedef {{ view: View, presence: Presence | null }} Now */

/** What there is to know about somebody at a seat. @param {Now} now @param {Seat} seat */
export function stateOf({ view, presence }, seat) {
  if (seat.kind === "open") return say("seat.open");
  if (seat.kind === "invited") return say("seat.invited");
  if (seat.kind === "musher") return say("seat.musher");
  if (seat.reins) return say("seat.reins", { musher: sayOr(`musher.${seat.reins}`, seat.reins) });
  if (view.you.seats.includes(seat.seat)) return say("seat.you");
  return say(presence && !presence.present.includes(seat.seat) ? "seat.away" : "seat.here");
}

/** Whether somebody who should be there is not. @param {Now} now @param {Seat} seat */
export const isAway = ({ view, presence }, seat) =>
  seat.kind === "person" && !view.you.seats.includes(seat.seat) && presence !== null && !presence.present.includes(seat.seat);

/** The button that opens the list of the company. @returns {Part<Now>} */
export function makeCompany() {
  const label = say("company.label");
  const figure = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d: "M-3-2A3 3 0 1 1-2.9-2ZM-9 7Q-9 1-4 1T1 7ZM5-1A2.5 2.5 0 1 1 5.1-1ZM4 2Q9 2 9 7H5" }));
  const element = make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => open() }, figure);
  /** @type {Now | null} */ let now = null;
  /** @type {(() => void) | null} */ let refresh = null;

  function open() {
    if (!now) return;
    const list = make("ul", { class: "company" });
    const more = make("div", { class: "company-more" });
    refresh = () => now && showSeats(list, now);
    refresh();
    const dialog = openDialog(label, list, actsOf(now.view, more, () => dialog.close()), more);
    dialog.addEventListener("close", () => (refresh = null));
  }

  return {
    element,
    show(next) {
      now = next;
      refresh?.();
    },
  };
}

/** @param {HTMLElement} list @param {Now} now */
function showSeats(list, now) {
  const { view, presence } = now;
  // A button that has the focus is pressed with keys: it must not vanish under them.
  const focused = document.activeElement?.closest("[data-mute]")?.getAttribute("data-mute");
  const mute = (/** @type {number | null} */ seat, /** @type {boolean} */ muted, /** @type {string} */ name) =>
    make(
      "button",
      { type: "button", "data-mute": String(seat), "aria-pressed": String(muted), "aria-label": say("company.mute.label", { name }), onclick: () => post(`/api/tables/${view.table}/mute`, { seat, muted: !muted }) },
      say(muted ? "company.unmute" : "company.mute"),
    );
  const seats = view.seats.map((seat) => {
    const name = nameOf(view, seat.seat);
    const others = seat.kind === "person" && !view.you.seats.includes(seat.seat);
    return make(
      "li",
      {},
      drawMark(seat.seat),
      make("span", { class: "company-name" }, name || say("seat.free")),
      make("span", { class: "aside" }, stateOf(now, seat), seat.muted ? ` · ${say("seat.muted")}` : ""),
      view.you.host && others ? mute(seat.seat, seat.muted, name) : null,
    );
  });
  const onlookers = make(
    "li",
    {},
    make("span", { class: "company-name" }, say("company.onlookers", { count: presence?.onlookers ?? 0 })),
    make("span", { class: "aside" }, view.onlookers_muted ? say("seat.muted") : ""),
    view.you.host ? mute(null, view.onlookers_muted, say("company.onlookers.all")) : null,
  );
  fill(list, ...seats, onlookers);
  const again = focused == null ? null : list.querySelector(`[data-mute="${focused}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/** @param {View} view @param {HTMLElement} more @param {() => void} close */
function actsOf(view, more, close) {
  const act = (/** @type {string} */ text, /** @type {() => void} */ does) => make("button", { type: "button", onclick: does }, text);
  const path = (/** @type {number} */ seat) => `/api/tables/${view.table}/seats/${seat}`;

  const watch = () => fill(more, makeInvitation(say("company.watch.link"), pathOf(view.table)));

  async function move(/** @type {number} */ seat) {
    const answer = await post(`${path(seat)}/recovery`);
    if (!answer.ok) return fill(more, make("p", { class: "problem", role: "alert" }, say("refused", { why: answer.message })));
    fill(more, makeInvitation(say("company.move.link"), pathOf(view.table, { seat, recover: answer.value.code })), make("p", { class: "aside" }, say("company.move.once")));
  }

  async function leave() {
    await Promise.all(view.you.seats.map((seat) => post(`${path(seat)}/leave`)));
    close();
  }

  function askToLeave() {
    const sure = make("button", { type: "button", class: "go", onclick: leave }, say("company.leave.sure"));
    fill(more, make("p", {}, say("company.leave.means", { musher: sayOr(`musher.${view.options.relief}`, view.options.relief) })), sure);
    sure.focus();
  }

  const racing = view.stage === "racing" && view.you.seats.length > 0;
  return make(
    "div",
    { class: "company-acts" },
    act(say("company.watch"), watch),
    ...(racing
      ? view.you.seats.map((seat) => act(view.you.seats.length > 1 ? say("company.move.of", { name: nameOf(view, seat) }) : say("company.move"), () => move(seat)))
      : []),
    racing ? act(say("company.leave"), askToLeave) : null,
  );
}
