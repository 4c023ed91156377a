/** Ghosts: where other runs with the same cards stood at the beginning of this round. They are pale and block nobody. */

import { drawGhostSled } from "../board/ghost-sled.js";
import { get, insist } from "../core/api.js";
import { draw, drawNumber, fill, make } from "../core/dom.js";
import { spaceName } from "../core/space-names.js";
import { say, sayOr } from "../core/words.js";
import { chosenGhost } from "../duplicate/chosen-ghost.js";

/** @import {Board} from "../board/board.js" */
/** @import {Ghost, View} from "../core/types" */

/** How far a ghost stands aside where somebody stands. */
const ASIDE = 0.36;

/** Characters of a name that have room beside a sled. */
const SHORT = 9;

/** The name that stands on the board: beside another's there is no room for more. @param {Ghost} ghost */
function shortName({ name, musher }) {
  const whole = musher ? sayOr("musher.husky", name) : name;
  return [...whole].length > SHORT ? `${[...whole].slice(0, SHORT - 1).join("")}…` : whole;
}

/** How far names below one another are apart. */
const ROW = 0.36;

/** Where a name stands that stands under a ghost; beside one that has stepped aside for a sled, or it would be taken for the sled's. */
const BELOW = { x: 0, y: 0.92, anchor: "middle" };
const BESIDE = { x: 0.42, y: 0, anchor: "start" };

/** @param {Ghost} ghost */
const nameOf = ({ name, musher }) => (musher ? say("duplicate.ghost.husky") : say("duplicate.ghost.of", { name }));

export class Ghosts {
  #round = -1;

  /** @param {Board} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    this.signal = signal;
    this.layer = draw("g", { class: "ghosts" });
    board.marks.prepend(this.layer);
    // Names stand above the sleds, or nobody could read them in a crowd.
    this.names = draw("svg", { class: "marks ghosts", width: 1, height: 1, "aria-hidden": "true" });
    this.names.style.transform = board.marks.style.transform;
    board.ground.append(this.names);
    // The board is a picture: where they are is told beside it.
    this.element = make("ul", { class: "visually-hidden" });
  }

  /** Look where they are when a round begins. @param {View} view */
  async show({ duplicate, race, you }) {
    const round = race?.round ?? 0;
    if (!duplicate || you.seat === null || round === this.#round) return;
    this.#round = round;
    // Until it is known where they are now, they are nowhere.
    for (const each of [this.layer, this.names, this.element]) fill(each);
    const answer = await insist(() => get(`/api/duplicates/${duplicate}/ghosts?of=${chosenGhost(duplicate)}`), this.signal);
    if (!answer.ok || this.signal.aborted || this.#round !== round) return;
    const ghosts = /** @type {Ghost[]} */ (answer.value.ghosts);
    const taken = new Set(race?.sleds.map((sled) => sled.space));
    /** How many ghosts stand on a space. @type {Map<string, number>} */
    const crowd = new Map();
    for (const ghost of ghosts) {
      const space = ghost.spaces[round - 1];
      if (!space) continue;
      const row = crowd.get(space) ?? 0;
      crowd.set(space, row + 1);
      this.#draw(ghost, you.seat, space, taken.has(space), row);
    }
    fill(this.element, ...ghosts.flatMap((ghost) => this.#tell(ghost, round)));
  }

  /** @param {Ghost} ghost @param {number} round */
  #tell(ghost, round) {
    const space = ghost.spaces[round - 1];
    return space ? [make("li", {}, say("about", { what: nameOf(ghost), about: spaceName(space) }))] : [];
  }

  /** @param {Ghost} ghost @param {number} seat whose sled it would be @param {string} space @param {boolean} taken whether a sled stands there @param {number} row in which its name stands */
  #draw(ghost, seat, space, taken, row) {
    const { x, y, heading } = this.board.place(space);
    const place = `translate(${x} ${y})rotate(${heading})translate(${taken ? ASIDE : 0} 0)`;
    this.layer.append(draw("g", { class: "ghost-sled", transform: place }, drawGhostSled(seat, heading)));
    const side = taken ? BESIDE : BELOW;
    const text = drawNumber(shortName(ghost), 0.3, "ghost-name");
    text.setAttribute("text-anchor", side.anchor);
    const name = draw("g", { transform: `translate(${side.x} ${side.y + row * ROW})` }, text);
    this.names.append(draw("g", { transform: `${place}rotate(${-heading})` }, draw("g", { class: "upright" }, name)));
  }
}
