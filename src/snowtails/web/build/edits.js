/**
 * Edits of a course: functions from one course to another. They know the names of pieces and no rule: whether a course can be
 * raced is for the server to say.
 */

/** @import {DraftTile} from "../core/types" */
/** @typedef {{ tiles: DraftTile[], flag: "left" | "right", name: string, description: Record<string, string> }} Course */

/** Straights and what lies on their backs, in the order in which turning over goes through them. */
export const STRAIGHTS = ["straight", "snowdrift-left", "snowdrift-right", "saplings", "chasm"];
export const BENDS = ["u-turn-left", "corner-left", "corner-right", "u-turn-right"];
export const FACES = [...STRAIGHTS, ...BENDS];

const LANES = 5;

/** A course with nothing between start and finish. @returns {Course} */
export const emptyCourse = () => ({ tiles: [], flag: "right", name: "", description: {} });

/** A tile as printed. @param {string} name @returns {DraftTile} */
export const printed = (name) => ({ name, map: null, safety: null });

/** @param {string} name */
export const isBend = (name) => BENDS.includes(name);

/** @param {Course} course @param {number} at @param {(tile: DraftTile) => DraftTile} change @returns {Course} */
function changed(course, at, change) {
  return { ...course, tiles: course.tiles.map((tile, i) => (i === at ? change(tile) : tile)) };
}

/** Lay a piece before the tile of a number, counted from 0; at the end, append it. @param {Course} course @param {number} at @param {string} name @returns {Course} */
export const insert = (course, at, name) => ({ ...course, tiles: [...course.tiles.slice(0, at), printed(name), ...course.tiles.slice(at)] });

/** @param {Course} course @param {number} at @returns {Course} */
export const remove = (course, at) => ({ ...course, tiles: course.tiles.filter((_, i) => i !== at) });

/** Take a tile up and lay it down so that it has another number. @param {Course} course @param {number} from @param {number} to @returns {Course} */
export function move(course, from, to) {
  const tile = course.tiles[from];
  if (!tile || from === to || to < 0 || to >= course.tiles.length) return course;
  const rest = course.tiles.filter((_, i) => i !== from);
  return { ...course, tiles: [...rest.slice(0, to), tile, ...rest.slice(to)] };
}

/** Put another piece in the place of a tile; a bend keeps a safety speed of its own. @param {Course} course @param {number} at @param {string} name @returns {Course} */
export const replace = (course, at, name) =>
  changed(course, at, (tile) => (tile.name === name ? tile : { ...printed(name), safety: isBend(tile.name) && isBend(name) ? tile.safety : null }));

/** Turn a tile over: a bend to the other side, a straight to the next of its backs. @param {Course} course @param {number} at */
export function turnOver(course, at) {
  const { name } = course.tiles[at] ?? printed("straight");
  if (isBend(name)) return changed(course, at, (tile) => ({ ...tile, name: handed(name) }));
  return replace(course, at, STRAIGHTS[(STRAIGHTS.indexOf(name) + 1) % STRAIGHTS.length] ?? "straight");
}

/** The same on the other hand. @param {string} name */
function handed(name) {
  if (name.endsWith("-left")) return name.replace(/left$/, "right");
  return name.replace(/right$/, "left");
}

/** @param {string} row */
const backwards = (row) => [...row].reverse().join("");

/** See the course in a mirror: every left is a right. @param {Course} course @returns {Course} */
export const mirror = (course) => ({
  ...course,
  flag: course.flag === "left" ? "right" : "left",
  tiles: course.tiles.map((tile) => ({ ...tile, name: handed(tile.name), map: tile.map?.map(backwards) ?? null })),
});

/** Race the course the other way round: its last tile is entered first, and from its far side. @param {Course} course @returns {Course} */
export const reverse = (course) => ({
  ...course,
  tiles: course.tiles.map((tile) => ({ ...tile, name: handed(tile.name), map: tile.map ? [...tile.map].reverse().map(backwards) : null })).reverse(),
});

/** Give a bend a safety speed of its own; null gives back the printed one. @param {Course} course @param {number} at @param {number | null} safety */
export const setSafety = (course, at, safety) => changed(course, at, (tile) => ({ ...tile, safety }));

/**
 * Put the next of the things that may stand there on a space; the printed map comes back where nothing differs from it.
 * @param {Course} course
 * @param {number} at
 * @param {{ row: number, lane: number }} space
 * @param {string[]} rows what stands on the tile now; empty where nothing does
 * @param {string} cells what may stand there, in order
 */
export function plant(course, at, { row, lane }, rows, cells) {
  const now = rows.length ? rows : Array.from({ length: LANES }, () => ".".repeat(LANES));
  const there = now[row]?.[lane] ?? ".";
  const next = cells[(cells.indexOf(there) + 1) % cells.length] ?? ".";
  const map = now.map((each, i) => (i === row ? each.slice(0, lane) + next + each.slice(lane + 1) : each));
  const bare = map.every((each) => !/[^.]/.test(each));
  return changed(course, at, (tile) => ({ ...tile, map: bare && tile.name === "straight" ? null : map }));
}

/** Give back the printed map. @param {Course} course @param {number} at */
export const clearMap = (course, at) => changed(course, at, (tile) => ({ ...tile, map: null }));

/** @param {Course} course @param {"left" | "right"} flag @returns {Course} */
export const setFlag = (course, flag) => ({ ...course, flag });

/** @param {Course} course @param {string} name @returns {Course} */
export const setName = (course, name) => ({ ...course, name });

/** @param {Course} course @param {string} language @param {string} text @returns {Course} */
export function setDescription(course, language, text) {
  const { [language]: _, ...others } = course.description;
  return { ...course, description: text ? { ...others, [language]: text } : others };
}

/** @param {Course} course @param {DraftTile[]} tiles @returns {Course} */
export const setTiles = (course, tiles) => ({ ...course, tiles });

/** How mean faces are, the meanest last. */
const MEANNESS = ["straight", "saplings", "snowdrift-left", "snowdrift-right", "chasm"];

/** @param {DraftTile} tile */
const meannessOf = (tile) => (tile.map ? 1.5 : MEANNESS.indexOf(tile.name));

/**
 * What is known of a course: the safety speed of each tile, which one hurts most (from 1), and how many pieces are left in the box.
 * @typedef {{ speeds: number[], worst: number | null, left: Record<string, number> }} Known
 */

/**
 * Make a course kinder by one step: the meanest straight becomes plain, else the slowest bend is allowed a little more.
 * @param {Course} course
 * @param {Known} known
 */
export function kinder(course, known) {
  const { worst } = known;
  const hurts = course.tiles.map((tile, at) => ({ at, by: (isBend(tile.name) ? 0 : meannessOf(tile)) + (worst === at + 1 ? 0.5 : 0) }));
  const meanest = hurts.filter(({ at, by }) => by >= 1 && !isBend(course.tiles[at]?.name ?? "")).sort((a, b) => b.by - a.by)[0];
  if (meanest) return changed(course, meanest.at, () => printed("straight"));
  return eased(course, known, 1);
}

/**
 * Make a course meaner by one step: a plain straight gets a hazard, one that is left in the box if there is any; else a bend gets slower.
 * @param {Course} course
 * @param {Known} known
 */
export function meaner(course, known) {
  const plain = course.tiles.flatMap((tile, at) => (tile.name === "straight" && !tile.map ? [at] : []));
  // Whoever has just started, or is almost home, is spared as long as there is another place.
  const inner = plain.filter((at) => at > 0 && at < course.tiles.length - 1);
  const at = (inner.length ? inner : plain)[Math.floor((inner.length || plain.length) / 2)];
  if (at === undefined) return eased(course, known, -1);
  const hazards = MEANNESS.slice(1);
  const hazard = hazards.find((name) => (known.left[name] ?? 0) > 0) ?? "saplings";
  return changed(course, at, () => printed(hazard));
}

/**
 * Let a bend be taken a little faster or slower: the one that hurts most, else the slowest or the fastest.
 * @param {Course} course
 * @param {Known} known
 * @param {1 | -1} by
 */
function eased(course, { speeds, worst }, by) {
  const speed = (/** @type {number} */ at) => speeds[at] ?? 0;
  const bends = course.tiles.flatMap(({ name }, at) => (isBend(name) && speed(at) + by >= 2 && speed(at) + by <= 8 ? [at] : []));
  const at = bends.find((each) => each + 1 === worst) ?? bends.sort((a, b) => by * (speed(a) - speed(b)))[0];
  return at === undefined ? course : setSafety(course, at, speed(at) + by);
}

/** Whether two courses are the same, names included. @param {Course} one @param {Course} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
