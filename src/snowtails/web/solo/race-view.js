/** A solo game as the parts of the race screen know a race: one sled of one's own, and up to four more. */

import { say } from "../core/words.js";

/** @import {RaceState, SoloRaceState, SoloView, Sled, View} from "../core/types" */

/** What the plan of the race screen can be about; everything else is an alternative. @type {Record<string, "turn" | "discard">} */
const PLANNED = { turn: "turn", surplus: "discard", out: "discard" };

/** Whether cards are planned now, on the mat or to be given up. @param {SoloView} game */
export const isPlanned = (game) => game.race.phase in PLANNED;

/** @param {Partial<Sled>} sled @returns {Sled} */
const sledOf = (sled) => ({
  space: null,
  left: 3,
  right: 3,
  brake: 3,
  dents: 0,
  status: "racing",
  place: null,
  moved: false,
  hand_size: 0,
  deck_size: 0,
  used: [],
  ...sled,
});

/** @param {SoloRaceState} race @returns {RaceState} */
export const raceOf = (race) => ({
  round: race.turn,
  phase: PLANNED[race.phase] ?? "over",
  actor: 0,
  owed: race.owed,
  sleds: [...race.sleds.map(sledOf), ...race.opponents.map(({ space }) => sledOf({ space }))],
  standings: [],
  leads: [],
  saplings: race.saplings,
});

/** @param {SoloView} game @returns {View} */
export function viewOf(game) {
  const { race, choices } = game;
  const planned = game.you.seat === 0 && isPlanned(game);
  return {
    game: "race",
    table: game.table,
    number: game.number,
    stage: game.stage === "racing" ? "racing" : "over",
    asks: game.asks,
    options: game.options,
    seats: game.seats.map((seat) => ({ ...seat, name: say("ribbon.you") })),
    you: { ...game.you, seat: 0 },
    onlookers_muted: game.onlookers_muted,
    big_paws: null,
    seal: null,
    commitment: game.commitment,
    rematch: null,
    rematch_of: null,
    retry_of: null,
    duplicate: null,
    season: null,
    race: raceOf(race),
    choices: { decisions: planned ? choices.decisions : [], moves: choices.moves },
  };
}
