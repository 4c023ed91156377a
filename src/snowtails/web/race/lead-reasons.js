/** Why one sled is ahead of the next: in a sentence under the standings, and as lines on the snow. */

import { draw, fill, make } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { say } from "../core/words.js";
import { makeWhy } from "../plan/clause-links.js";

/** @import {Board} from "../board/board.js" */
/** @import {Lead, Space, View} from "../core/types" */

/** The reason for a sled's place: what puts it ahead of the next; for the last, what puts it behind. @param {View} view @param {number} seat */
export function leadOf(view, seat) {
  const leads = view.race?.leads ?? [];
  return leads.find((each) => each.ahead === seat) ?? leads.find((each) => each.behind === seat) ?? null;
}

export class LeadNote {
  /** @type {View | null} */ #view = null;
  /** @type {Lead | null} */ #told = null;
  /** @type {number | null} */ seat = null;

  /** @param {Board} board @param {{ changed: () => void, left: (seat: number) => void }} told */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    this.lines = draw("g", { class: "lead-lines" });
    board.marks.prepend(this.lines);
    // Always there, so that screen readers hear of it when it is filled.
    this.sentence = make("p", { role: "status" });
    this.acts = make("div", { hidden: true });
    this.element = make("div", { class: "lead-note", id: "lead-note" }, this.sentence, this.acts);
  }

  /** Tell of a sled, or no more. @param {number} seat */
  toggle(seat) {
    const lead = this.#view && this.seat !== seat ? leadOf(this.#view, seat) : null;
    if (!this.#view || !lead) return this.close();
    const [ahead, behind] = [nameOf(this.#view, lead.ahead), nameOf(this.#view, lead.behind)];
    this.seat = seat;
    this.#told = lead;
    this.sentence.textContent = say(`lead.${lead.reason}`, { ahead, behind, gap: lead.gap });
    const close = make("button", { type: "button", class: "plain", "aria-label": say("close"), onclick: () => this.leave() }, "×");
    fill(this.acts, makeWhy(lead.clause, lead.clause), close);
    this.acts.hidden = false;
    this.#light(this.#view, lead);
    this.told.changed();
  }

  /** Explain a sign of the standings, until it is closed. @param {number} seat where it is @param {string} text */
  explain(seat, text) {
    const shown = this.seat === seat && this.sentence.textContent === text;
    this.close();
    if (shown) return;
    this.seat = seat;
    this.sentence.textContent = text;
    fill(this.acts, make("button", { type: "button", class: "plain", "aria-label": say("close"), onclick: () => this.leave() }, "×"));
    this.acts.hidden = false;
  }

  /** Close what somebody has read, who goes back to where it was opened. */
  leave() {
    if (this.seat !== null) this.told.left(this.seat);
    this.close();
  }

  close() {
    if (this.seat === null) return;
    this.seat = this.#told = null;
    this.acts.hidden = true;
    this.sentence.textContent = "";
    fill(this.lines);
    this.board.camera.reframe();
    this.told.changed();
  }

  /** What was told is told no more when it is no longer true. @param {View} view */
  see(view) {
    const before = this.#view;
    this.#view = view;
    const told = this.#told;
    if (!told || this.seat === null || !before) return;
    const spaces = (/** @type {View} */ each) => [told.ahead, told.behind].map((seat) => each.race?.sleds[seat]?.space);
    const same = JSON.stringify([leadOf(view, this.seat), spaces(view)]) === JSON.stringify([told, spaces(before)]);
    if (!same) this.close();
  }

  /** Light the spaces of both sleds and the lines at their fronts. @param {View} view @param {Lead} lead */
  #light(view, lead) {
    const spaces = [lead.ahead, lead.behind].flatMap((seat) => view.race?.sleds[seat]?.space ?? []);
    const lines = new Set(spaces.map((space) => frontOf(this.board, space)));
    fill(
      this.lines,
      ...spaces.map((space) => draw("path", { class: "lead-space", d: this.board.outline(space) })),
      ...[...lines].flatMap((d) => [draw("path", { class: "lead-edge", d }), draw("path", { class: "lead-line", d })]),
    );
    this.board.reveal(spaces);
  }
}

/** The line across the whole track at the front of a space. @param {Board} board @param {Space} space */
function frontOf(board, space) {
  const [x = 0, y = 0, toX = 0, toY = 0] = board.map.spaces[space]?.front ?? [];
  return `M${x} ${y}L${toX} ${toY}`;
}
