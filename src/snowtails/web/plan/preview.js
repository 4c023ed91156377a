/** A preview: what the chosen turn would bring, or the one pointed at, in words and on the snow. */

import { get } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { withReasons } from "./clause-links.js";
import { previewOf } from "./outcome.js";

/** @import {GivenUp} from "./outcome.js" */
/** @import {Plan} from "./plan.js" */
/** @import {Reach} from "../board/reach-map.js" */
/** @import {Move, Space, View} from "../core/types" */

export class Preview {
  /** @type {Space | null} */ #pointed = null;
  #seat = 0;
  #path = "";
  /** What a hint says about what is chosen. @type {() => string} */ advice = () => "";
  /** @type {GivenUp} */ givenUp = "verdict.discards";

  /** @param {Plan} plan @param {Reach} reach @param {(move: Move | null) => void} seen */
  constructor(plan, reach, seen) {
    this.plan = plan;
    this.reach = reach;
    this.seen = seen;
    this.element = make("p", { class: "preview", "aria-live": "polite" });
  }

  /** Something has happened. @param {View} view */
  update(view) {
    this.#seat = view.you.seat ?? 0;
    this.#path = `/api/tables/${view.table}/seats/${this.#seat}/preview?turn=`;
  }

  /** Look at a space, or at none; return whether there is anything to see. @param {Space | null} space */
  point(space) {
    const found = space !== null && this.plan.destinations.has(space) ? space : null;
    if (found !== this.#pointed) {
      this.#pointed = found;
      this.show();
    }
    return found !== null;
  }

  get #subject() {
    const pointed = this.#pointed === null ? null : this.plan.destinations.get(this.#pointed)?.[0];
    return pointed ?? (this.plan.waits ? null : this.plan.chosen);
  }

  show() {
    const move = this.#subject;
    this.reach.showPath(move, this.#seat);
    const advice = this.#pointed === null ? this.advice() : "";
    fill(this.element, advice && make("span", { class: "advice" }, advice), ...(move ? withReasons(previewOf(move, this.givenUp), move.dents) : []));
    this.element.classList.toggle("costly", Boolean(move?.dents.length || move?.stop || move?.wrecked));
    this.seen(move);
  }

  /**
   * Find the move in reach that ends as a turn does; the reach names one turn for each outcome.
   * @param {string} turn
   * @returns {Promise<Move | null>}
   */
  async outcomeOf(turn) {
    const answer = await get(this.#path + encodeURIComponent(turn));
    if (!answer.ok) return null;
    const move = /** @type {Move} */ (answer.value);
    const cards = turn.split(":")[0];
    const ways = this.plan.ways(move.end).filter((each) => each.turn.split(":")[0] === cards);
    return ways.find((each) => each.price === move.price && each.stop === move.stop) ?? ways[0] ?? null;
  }
}
