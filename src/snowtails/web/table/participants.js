/** Who is at the table: there or away, muted or not; links to watch and to move one's seat; leaving. */

import { insist, post } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { arrange, draw, fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeBadge } from "../core/face.js";
import { pathOf } from "../core/links.js";
import { nameOf } from "../core/names.js";
import { makeShareLink } from "../core/share-link.js";
import { send } from "../core/submit.js";
import { listed, number, say, sayOr } from "../core/words.js";

/** @import {Answer, Now, Part, Seat, View} from "../core/types" */

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

/** Give up all seats of one's own; stop at the first that cannot be left. @param {View} view @returns {Promise<Answer<any>>} */
export async function leaveSeats(view) {
  /** @type {Answer<any>} */
  let answer = { ok: true, value: null };
  for (const seat of view.you.seats) if (answer.ok) answer = await insist(() => post(`/api/tables/${view.table}/seats/${seat}/leave`));
  return answer;
}

/** The button that opens the list of the company. @returns {Part<Now>} */
export function makeParticipants() {
  const label = say("company.label");
  const badge = make("span", { class: "watchers", "aria-hidden": "true", hidden: true });
  const figure = draw(
    "svg",
    { viewBox: "-10 -10 20 20", "aria-hidden": "true" },
    draw("path", { d: "M-3-2A3 3 0 1 1-2.9-2ZM-9 7Q-9 1-4 1T1 7ZM5-1A2.5 2.5 0 1 1 5.1-1ZM4 2Q9 2 9 7H5" }),
  );
  const element = make("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: () => open() }, figure, badge);
  /** @type {Now | null} */ let now = null;
  /** @type {(() => void) | null} */ let refresh = null;

  function open() {
    if (!now) return;
    const list = make("ul", { class: "company" });
    const more = make("div", { class: "company-more" });
    const problem = make("p", { class: "problem", role: "alert" });
    refresh = () => now && showSeats(list, now, problem);
    refresh();
    const dialog = openDialog(
      label,
      list,
      actsOf(now.view, more, problem, () => dialog.close()),
      more,
      problem,
    );
    dialog.addEventListener("close", () => (refresh = null));
  }

  return {
    element,
    show(next) {
      now = next;
      const count = next.presence?.onlookers ?? 0;
      const told = count ? say("about", { what: label, about: say("company.onlookers", { count }) }) : label;
      badge.hidden = !count;
      badge.textContent = number(count);
      if (element.title !== told) {
        element.title = told;
        element.setAttribute("aria-label", told);
      }
      refresh?.();
    },
  };
}

/** @param {HTMLElement} list @param {Now} now @param {HTMLElement} problem */
function showSeats(list, now, problem) {
  const { view, presence } = now;
  const mute = (/** @type {number | null} */ seat, /** @type {boolean} */ muted, /** @type {string} */ name) => {
    // Not at rest meanwhile: it would lose the focus.
    const ask = async () => {
      const answer = await insist(() => post(`/api/tables/${view.table}/mute`, { seat, muted: !muted }));
      problem.textContent = answer.ok ? "" : whyNot(answer);
    };
    return make(
      "button",
      { type: "button", "aria-pressed": String(muted), "aria-label": say("company.mute.label", { name }), onclick: ask },
      say(muted ? "company.unmute" : "company.mute"),
    );
  };
  const seats = view.seats.map((seat) => {
    const name = nameOf(view, seat.seat);
    const others = seat.kind === "person" && !view.you.seats.includes(seat.seat);
    return make(
      "li",
      { "data-key": seat.seat },
      makeBadge(seat, seat.seat, name),
      make("span", { class: "company-name" }, name || say("seat.free")),
      make("span", { class: "aside" }, stateOf(now, seat), seat.muted ? ` · ${say("seat.muted")}` : ""),
      view.you.host && others ? mute(seat.seat, seat.muted, name) : null,
    );
  });
  const onlookers = make(
    "li",
    { "data-key": "onlookers" },
    make("span", { class: "company-name" }, say("company.onlookers", { count: presence?.onlookers ?? 0 })),
    make(
      "span",
      { class: "aside" },
      presence?.watching.length ? say("company.watching", { names: listed(presence.watching) }) : "",
      view.onlookers_muted ? ` · ${say("seat.muted")}` : "",
    ),
    view.you.host ? mute(null, view.onlookers_muted, say("company.onlookers.all")) : null,
  );
  arrange(list, [...seats, onlookers]);
}

/** @param {View} view @param {HTMLElement} more @param {HTMLElement} problem @param {() => void} close */
function actsOf(view, more, problem, close) {
  /** @param {string} text @param {(button: HTMLButtonElement) => void} does */
  function act(text, does) {
    const button = make("button", { type: "button", onclick: () => does(button) }, text);
    return button;
  }

  const watch = () => fill(more, makeShareLink(say("company.watch.link"), pathOf(view.table)));

  async function move(/** @type {HTMLButtonElement} */ button, /** @type {number} */ seat) {
    const answer = await send(button, problem, () => insist(() => post(`/api/tables/${view.table}/seats/${seat}/recovery`)));
    if (answer.ok)
      fill(
        more,
        makeShareLink(say("company.move.link"), pathOf(view.table, { seat, recover: answer.value.code })),
        make("p", { class: "aside" }, say("company.move.once")),
      );
  }

  function askToLeave() {
    const leave = async () => (await send(sure, problem, () => leaveSeats(view))).ok && close();
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
      ? view.you.seats.map((seat) =>
          act(view.you.seats.length > 1 ? say("company.move.of", { name: nameOf(view, seat) }) : say("company.move"), (button) => move(button, seat)),
        )
      : []),
    racing ? act(say("company.leave"), askToLeave) : null,
  );
}
