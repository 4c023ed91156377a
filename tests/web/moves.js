/** Views and moves for tests, with the usual values where nothing else is said. */

import { USUAL_MOVE } from "../../src/snowtails/web/core/wire-constants.js";

/** A move by its turn and where it ends. */
export const move = (turn, end, facts = {}) => ({ ...USUAL_MOVE, turn, way: ["0c1", end], end, speed: 3, ...facts });

/** A race of two on the first seat's turn. */
export function view({ moves = [], decisions = moves.map(({ turn }) => turn), hand = [1, 2, 3, 4, 5], ...facts } = {}) {
  const { phase = "turn", space = "0c1", owed = 0, asks = 7, seat = 0, ...more } = facts;
  const sleds = [
    { space, hand, moved: false, status: "racing" },
    { space: "0b1", hand: null, moved: false, status: "racing" },
  ];
  return { table: "t", stage: "racing", number: asks, asks, you: { seat, seats: [0] }, choices: { moves, decisions }, race: { phase, owed, sleds }, ...more };
}

/** A storage that remembers in the test what it was told to keep. */
export class MemoryStorage {
  kept = null;

  keep(_view, plan) {
    this.kept = plan;
  }

  forget() {
    this.kept = null;
  }

  async find() {
    return this.kept;
  }
}
