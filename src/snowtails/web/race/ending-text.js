/** What is said at the end of a race. */

import { nameOf } from "../core/names.js";
import { listed, say } from "../core/words.js";

/** @import {View} from "../core/types" */

/** Why somebody won who was not the first over the line; empty if nothing has to be explained. @param {View} view @param {number | null} firstAcross */
export function whyWon(view, firstAcross) {
  const winner = view.race?.standings.find((each) => each.place === 1)?.sled ?? null;
  if (firstAcross === null || winner === null || winner === firstAcross) return "";
  return say("end.further", { first: nameOf(view, firstAcross), winner: nameOf(view, winner) });
}

/** The turns of one's own time trial, in which each round is a turn; null for a wreck and for onlookers. @param {View} view */
export const ownTurns = ({ race, you }) => (race && you.seat !== null && race.standings[0]?.place ? race.round : null);

/** @param {View} view */
export function headline(view) {
  const seat = view.you.seat;
  const own = view.race?.standings.find((each) => each.sled === seat);
  const winner = view.race?.standings.find((each) => each.place === 1);
  const champions = view.season?.champions ?? [];
  if (champions.length === 1 && champions[0] === seat) return say("season.champion.you");
  if (champions.length) return say("season.champion", { names: listed(champions.map((each) => nameOf(view, each))), count: champions.length });
  if (!own) return winner && view.seats.length > 1 ? say("end.over", { name: nameOf(view, winner.sled) }) : say("prompt.over");
  if (own.place === null) return say("end.wrecked");
  if (view.seats.length === 1) return say("duplicate.arrived"); // alone nobody is beaten
  return own.place === 1 ? say("end.won") : say("end.place", { place: own.place });
}
