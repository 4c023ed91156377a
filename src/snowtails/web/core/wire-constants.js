/** Made by scripts/wire.py from the messages that the server declares; do not edit. */

/** What is left out of a Move where it is usual. */
export const USUAL_MOVE = { price: 0, drift: 0, bonus: 0, stop: null, dents: [], wrecked: false, finished: false, place: null, draws: 0, discards: 0 };
/** What is left out of a Dent where it is usual. */
export const USUAL_DENT = { count: 1, speed: null, limit: null };
/** The clause of the rules by which dents fall, for each cause. */
export const CLAUSE_OF = { saplings: "DENT-6", speeding: "DENT-1", side: "DENT-3", no_cards: "TURN-4", opponent: "SOLO-4" };
