/** The standings: who is where, with dents and cards, and why; the round; whose turn it is. */

import { fill, make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { legOf, nameOf } from "../core/names.js";
import { reachWhileScrolling } from "../core/scrolling.js";
import { drawMark, drawPaw } from "../core/sled.js";
import { spaceCodesShown, spaceName } from "../core/space-names.js";
import { number, say, sayOr } from "../core/words.js";
import { isAway } from "../table/participants.js";
import { LeadNote, leadOf } from "./lead-reasons.js";

/** @import {Board} from "../board/board.js" */
/** @import {CourseMap, Now, Part, RaceState, Sled} from "../core/types" */

/** How a sled ended: a word, and a sign where there is no room for it. @param {"finished" | "wrecked"} status */
const outOf = (status) => [
  make("span", { class: "racer-word" }, say(`ribbon.${status}`)),
  make("span", { class: "racer-sign" }, status === "finished" ? "⚑" : "✕"),
];

/**
 * @param {CourseMap} map
 * @param {Board} board
 * @returns {Part<Now>}
 */
export function makeStandings(map, board) {
  const round = make("p", { class: "round" });
  const order = reachWhileScrolling(make("ol", { class: "order" }));
  const note = new LeadNote(board, { changed: showPressed, left: (seat) => buttonOf(seat)?.focus() });
  const element = make("nav", { class: "standings-nav", "aria-label": say("ribbon.label"), onkeydown: leave }, round, order, note.element);

  /** @param {Event} event */
  function leave(event) {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape" || note.seat === null) return;
    event.stopPropagation();
    note.leave();
  }

  /** @param {number | string} seat */
  const buttonOf = (seat) => /** @type {HTMLElement | null} */ (order.querySelector(`[data-seat="${seat}"] button[aria-controls]`));

  function showPressed() {
    for (const button of order.querySelectorAll("button[aria-controls]")) {
      button.setAttribute("aria-expanded", String(button.closest("li")?.dataset.seat === String(note.seat)));
    }
  }

  return {
    element,
    show(now) {
      const { race } = now.view;
      if (!race) return;
      note.see(now.view);
      const stage = race.phase === "start" ? say("ribbon.start") : say("ribbon.round", { round: race.round });
      const kind = now.view.season ? legOf(now.view.season) : now.view.retry_of && say("coach.retry.kind");
      fill(round, kind ? make("span", { class: "season-leg" }, kind) : null, stage);
      const progress = (/** @type {number} */ seat) => map.spaces[race.sleds[seat]?.space ?? ""]?.progress ?? 0;
      const leader = Math.max(...race.sleds.map((_, seat) => progress(seat)));
      // A button that has the focus is pressed with keys: it must not vanish under them.
      const focused = order.contains(document.activeElement) ? document.activeElement?.closest("li")?.dataset.seat : undefined;
      fill(
        order,
        ...race.standings.map(({ sled: seat }, at) => {
          const sled = race.sleds[seat];
          return sled
            ? makeRacer(
                now,
                race,
                { seat, sled, place: at + 1, gap: Math.round(leader - progress(seat)) },
                {
                  ask: (pressed) => note.toggle(pressed),
                  explain: (pressed, text) => note.explain(pressed, text),
                },
              )
            : null;
        }),
      );
      showPressed();
      if (focused !== undefined) buttonOf(focused)?.focus({ preventScroll: true });
      const acting = order.querySelector(".acting");
      if (acting instanceof HTMLElement) order.scrollLeft = acting.offsetLeft - order.offsetLeft - 8;
    },
  };
}

/**
 * @param {Now} now
 * @param {RaceState} race
 * @param {{ seat: number, sled: Sled, place: number, gap: number }} racer
 * @param {{ ask: (seat: number) => void, explain: (seat: number, text: string) => void }} told why the sled has its place; what a sign means
 */
function makeRacer(now, race, { seat, sled, place, gap }, { ask, explain }) {
  const { view, presence } = now;
  const yours = view.you.seats.includes(seat);
  const racing = sled.status === "racing";
  const name = nameOf(view, seat);
  const strange = absence(now, seat);
  const words = [say("ribbon.each", { place, name, space: sled.space ? spaceName(sled.space) : "–", dents: sled.dents, cards: sled.hand_size })];
  if (race.actor === seat) words.push(say("ribbon.turn"));
  if (strange) words.push(strange.words);
  if (!racing) words.push(sled.status === "finished" ? say("ribbon.finished") : say("ribbon.wrecked"));
  else if (gap && sled.space) words.push(say("ribbon.behind.label", { gap }));
  const told = [
    make("span", { class: "visually-hidden" }, words.join("; ")),
    make(
      "span",
      { class: "racer-shown", "aria-hidden": "true" },
      view.seats[seat] ? makeFace(view.seats[seat], name) : null,
      drawMark(seat),
      make("span", { class: "racer-name" }, yours && view.you.seats.length === 1 ? say("ribbon.you") : name),
      strange ? make("span", { class: "racer-strange", title: strange.words }, strange.sign) : null,
      make("span", { class: "racer-facts" }, ...(sled.status === "racing" ? [spaceCodesShown() && sled.space] : outOf(sled.status))),
      racing && sled.space && gap ? make("span", { class: "racer-gap" }, say("ribbon.behind", { gap })) : null,
      sled.dents ? make("span", { class: "racer-dents" }, `◌${number(sled.dents)}`) : null,
      make("span", { class: "racer-cards" }, number(sled.hand_size)),
    ),
  ];
  const states = { acting: race.actor === seat, yours, out: !racing, thinking: presence?.thinking === seat };
  return make(
    "li",
    { class: ["racer", ...Object.entries(states).flatMap(([state, is]) => (is ? state : []))].join(" "), "data-seat": seat },
    leadOf(view, seat)
      ? make("button", { type: "button", title: `${words.join("; ")}. ${say("lead.ask")}`, "aria-controls": "lead-note", onclick: () => ask(seat) }, ...told)
      : make("span", { title: words.join("; ") }, ...told),
    view.big_paws?.seat === seat
      ? make(
          "button",
          {
            type: "button",
            class: "paw-button",
            "aria-label": say("ribbon.paws"),
            title: say("ribbon.paws"),
            onclick: () => explain(seat, say("ribbon.paws")),
          },
          drawPaw(),
        )
      : null,
  );
}

/** What is unusual about who drives a sled: a bot holds the reins, or the driver is away. @param {Now} now @param {number} seat */
function absence(now, seat) {
  const found = now.view.seats[seat];
  if (found?.kind !== "person") return null;
  if (found.reins) return { sign: "⚙", words: say("seat.reins", { musher: sayOr(`musher.${found.reins}`, found.reins) }) };
  return isAway(now, found) ? { sign: "…", words: say("seat.away") } : null;
}
