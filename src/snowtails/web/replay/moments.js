/** All moments of a replay in sentences; each can be gone to. */

import { make } from "../core/dom.js";
import { drawMark } from "../core/sled.js";
import { joined, listed, number, say } from "../core/words.js";
import { sentencesOf } from "../race/event-log.js";

/** @import {Frame, JudgedDecision, Part, View} from "../core/types" */

/**
 * What happened in a frame, in sentences.
 * @param {Frame} frame
 * @param {View} view for the names
 */
export function tellFrame(frame, view) {
  const event = { number: frame.number, at: 0, kind: "decided", seat: frame.seat ?? 0, decision: frame.decision ?? "", move: frame.move ?? undefined };
  return joined(sentencesOf(event, view));
}

/**
 * The cards drawn in a frame, as far as somebody's eyes can see them.
 * @param {Frame} frame
 * @param {number | null} eyes
 */
export function tellDraws(frame, eyes) {
  const seen = frame.drawn.filter(({ sled, reason }) => (eyes === null ? reason !== "deal" : sled === eyes));
  return joined(seen.map(({ cards }) => say("replay.drawn", { count: cards.length, cards: listed(cards.map((card) => number(card))) })));
}

/**
 * @param {Frame[]} frames
 * @param {(frame: Frame) => string} tell
 * @param {(round: number) => string} nameRound
 * @param {(at: number) => void} go
 * @returns {Part<number> & { mark: (costly: JudgedDecision[]) => void }}
 */
export function makeMoments(frames, tell, nameRound, go) {
  const buttons = frames.map((frame) =>
    make(
      "button",
      { type: "button", class: "moment", onclick: () => go(frame.number) },
      frame.seat === null ? null : drawMark(frame.seat),
      make("span", {}, tell(frame)),
    ),
  );
  const rows = frames.flatMap((_, i) => {
    // A frame tells the race after its decision: that was taken in the round of the frame before.
    const [round = 0, before = 0] = [frames[i - 1]?.race.round, frames[i - 2]?.race.round];
    return [round > before ? make("li", { class: "moment-round" }, nameRound(round)) : null, make("li", {}, buttons[i])];
  });
  const list = make("ol", { class: "moment-list" }, ...rows);
  const wide = matchMedia("(min-width: 1101px)");
  const element = make("details", { class: "moments", open: wide.matches }, make("summary", {}, say("replay.moments")), list);

  return {
    element,
    /** Write beside costly decisions what they gave away. */
    mark(costly) {
      for (const mark of list.querySelectorAll(".moment-cost")) mark.remove();
      for (const { number: at, win, best_win } of costly) {
        const points = Math.round((best_win - win) * 100);
        const told = say("coach.cost", { points });
        buttons[at]?.append(make("b", { class: "moment-cost", role: "img", "aria-label": told, title: told }, `−${number(points)}`));
      }
    },
    show(at) {
      for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
      const button = buttons[at];
      if (!button) return;
      button.setAttribute("aria-current", "step");
      // Only the list scrolls, never the page.
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    },
  };
}
