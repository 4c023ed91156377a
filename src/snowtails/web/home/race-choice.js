/** What a quick race is like: how strong the others are, how long it takes, and on which course. */

/** @typedef {"gentle" | "mixed" | "strong" | "fierce" | "champion"} Strength */
/** @typedef {"short" | "medium" | "long"} Length */

/**
 * A quick race to be.
 * @typedef {object} RaceChoice
 * @property {Strength} strength
 * @property {Length} length
 * @property {string} course its name or line; empty for any of that length
 * @property {string} [title] what a course of one's own is called
 */

/** How quick races went: the next proposal, and the race that is on. @typedef {{ level: number, table: string, raced: number }} RaceRecord */

/** Who races against somebody. @type {Record<Strength, string[]>} */
export const COMPANY = {
  gentle: ["pup", "pup", "pup"],
  mixed: ["pup", "yearling", "husky"],
  strong: ["yearling", "husky", "husky"],
  fierce: ["husky", "husky", "husky"],
  champion: ["husky", "malamute", "togo"],
};

export const STRENGTHS = /** @type {Strength[]} */ (Object.keys(COMPANY));

/** Up to how many tiles a race is so long, and about how many minutes it takes. @type {[Length, { tiles: number, minutes: number }][]} */
const LENGTHS_BY_TILES = [
  ["short", { tiles: 6, minutes: 4 }],
  ["medium", { tiles: 9, minutes: 8 }],
  ["long", { tiles: Infinity, minutes: 15 }],
];

export const LENGTHS = LENGTHS_BY_TILES.map(([length]) => length);

/** How long a race takes, about. @param {Length} length */
export const minutesOf = (length) => LENGTHS_BY_TILES.find(([each]) => each === length)?.[1].minutes ?? 0;

/** @param {number} tiles @returns {Length} */
export const lengthOfCourse = (tiles) => LENGTHS_BY_TILES.find(([, { tiles: most }]) => tiles <= most)?.[0] ?? "long";

/** The very first race: gentle, and without hazards (ADVICE-1). @type {RaceChoice} */
export const FIRST_RACE = { strength: "gentle", length: "short", course: "nutcracker" };

/** Proposals, one harder than the other: bends first, then hazards; first gentle company, then strong. @type {RaceChoice[]} */
export const PROPOSALS = [
  FIRST_RACE,
  { strength: "gentle", length: "medium", course: "northern-lights" },
  { strength: "mixed", length: "short", course: "frozen-river" },
  { strength: "mixed", length: "medium", course: "lumberjack" },
  { strength: "mixed", length: "medium", course: "troll-bridge" },
  { strength: "strong", length: "medium", course: "hobbits-breakfast" },
  { strength: "strong", length: "medium", course: "husky-on-the-rocks" },
  { strength: "fierce", length: "long", course: "dagger-of-the-mountain-troll" },
  { strength: "fierce", length: "long", course: "midnight-mail" },
  { strength: "champion", length: "medium", course: "husky-on-the-rocks" },
];

/** What to propose to somebody. @param {RaceRecord} record */
export const proposed = ({ level }) => PROPOSALS[Math.min(level, PROPOSALS.length - 1)] ?? FIRST_RACE;

/**
 * The record after a quick race. Whoever wins goes on to the next proposal; the first race is for getting to know the game, and
 * leads on wherever one came in.
 * @param {RaceRecord} record
 * @param {string} table
 * @param {number | null} place null for a wreck
 * @returns {RaceRecord} the same if the race is not the one that was begun
 */
export function recordAfter(record, table, place) {
  if (!table || record.table !== table) return record;
  const onward = place === 1 || record.level === 0;
  return { level: onward ? Math.min(record.level + 1, PROPOSALS.length - 1) : record.level, table: "", raced: record.raced + 1 };
}

/**
 * The courses of a length, by name.
 * @template {{ name: string, tiles: string[] }} Course
 * @param {Course[]} courses
 * @param {Length} length
 */
export const coursesOf = (courses, length) => courses.filter(({ tiles }) => lengthOfCourse(tiles.length) === length);
