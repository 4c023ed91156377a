/** What is taught in the solo game, each at the moment it first matters. */

import { LESSONS } from "../learn/lessons.js";

/** @import {Situation} from "../learn/lessons.js" */
/** @import {SoloView} from "../core/types" */
/** @typedef {Situation & { game: SoloView }} SoloSituation */

/** Lessons of the race that hold here too. */
const SHARED = ["first", "snowdrift", "chasm", "saplings", "hairpin", "drift", "speed", "bend"];

/** @type {[lesson: string, when: (now: SoloSituation) => boolean][]} */
export const SOLO_LESSONS = [
  ["solo.place", ({ game }) => game.race.phase === "place"],
  ["solo.markers", ({ game }) => game.race.phase === "bonus"],
  ["solo.start", ({ game }) => game.race.phase === "start"],
  ["solo.take", ({ game }) => game.race.phase === "take"],
  ["solo.drop", ({ game }) => game.race.phase === "drop"],
  ["solo.out", ({ game }) => game.race.phase === "out"],
  ["solo.dent", ({ plan, sled }) => plan.due && (sled?.dents ?? 0) > 0],
  ["solo.bonus", ({ plan }) => plan.bonusOffered > 0],
  ["solo.brake", ({ plan }) => plan.slots.includes("B")],
  ["solo.rescue", ({ plan }) => plan.slots.length === 3],
  ...LESSONS.filter(([lesson]) => SHARED.includes(lesson)),
  ["solo.refill", ({ game }) => game.race.phase === "turn" && game.race.turn === 2],
];
