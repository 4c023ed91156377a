/** Ghosts: where other runs with the same cards stood at the beginning of this round. They are pale and block nobody. */

import { drawGhostSled } from "../board/ghost-sled.js";
import { get, insist } from "../core/api.js";
import { draw, drawNumber, fill, make } from "../core/dom.js";
import { spaceName } from "../core/space-names.js";
import { say } from "../core/words.js";

/** @import {Board} from "../board/board.js" */
/** @import {Ghost, View} from "../core/types" */

/** @param {Ghost} ghost */
const nameOf = ({ name, musher }) => (musher ? say("musher.husky") : name);

export class Ghosts {
  #round = -1;

  /** @param {Board} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    this.signal = signal;
    this.layer = draw("g", { class: "ghosts" });
    board.marks.prepend(this.layer);
    // The board is a picture: where they are is told beside it.
    this.element = make("ul", { class: "visually-hidden" });
  }

  /** Look where they are when a round begins. @param {View} view */
  async show({ duplicate, race, you }) {
    const round = race?.round ?? 0;
    if (!duplicate || you.seat === null || round === this.#round) return;
    this.#round = round;
    // Until it is known where they are now, they are nowhere.
    fill(this.layer);
    fill(this.element);
    const answer = await insist(() => get(`/api/duplicates/${duplicate}/ghosts`), this.signal);
    if (!answer.ok || this.signal.aborted || this.#round !== round) return;
    const ghosts = /** @type {Ghost[]} */ (answer.value.ghosts);
    fill(this.layer, ...ghosts.map((ghost) => this.#draw(ghost, you.seat ?? 0, round)));
    fill(this.element, ...ghosts.flatMap((ghost) => this.#tell(ghost, round)));
  }

  /** @param {Ghost} ghost @param {number} round */
  #tell(ghost, round) {
    const space = ghost.spaces[round - 1];
    return space ? [make("li", {}, say("about", { what: say("duplicate.ghost.of", { name: nameOf(ghost) }), about: spaceName(space) }))] : [];
  }

  /** @param {Ghost} ghost @param {number} seat whose sled it would be @param {number} round */
  #draw(ghost, seat, round) {
    const space = ghost.spaces[round - 1];
    if (!space) return null;
    const { x, y, heading } = this.board.place(space);
    return draw(
      "g",
      { transform: `translate(${x} ${y})` },
      draw("g", { class: "ghost-sled", transform: `rotate(${heading})` }, drawGhostSled(seat, heading)),
      draw("g", { class: "upright" }, draw("g", { transform: "translate(0 .92)" }, drawNumber(nameOf(ghost), 0.3, "ghost-name"))),
    );
  }
}
