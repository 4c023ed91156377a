/** Which courses of the library are shown, and in which order. */

import { lengthOfCourse } from "../home/race-choice.js";

/** @import {Character, LibraryCourse} from "../core/types" */

export const SOURCES = /** @type {const} */ (["all", "shipped", "published", "yours"]);
export const LENGTHS = /** @type {const} */ (["any", "short", "medium", "long"]);
export const HAZARDS = /** @type {const} */ (["any", "none", "some", "many"]);
export const CHARACTERS = /** @type {const} */ (["fast", "twisty", "narrow", "mean"]);
export const ORDERS = /** @type {const} */ (["fitting", "rating", "short", "long", "harmless", "wrecking", "skill", "name"]);

/**
 * @typedef {object} Wish
 * @property {string} text part of the name
 * @property {typeof SOURCES[number]} from
 * @property {typeof LENGTHS[number]} length
 * @property {typeof HAZARDS[number]} hazards
 * @property {Character[]} characters all of these
 * @property {boolean} solo
 * @property {typeof ORDERS[number]} sort
 */

/** @type {Wish} */
export const ANY = { text: "", from: "all", length: "any", hazards: "any", characters: [], solo: false, sort: "fitting" };

/** @template {string} Value @param {readonly Value[]} values @param {string | null} found @param {Value} usual @returns {Value} */
const oneOf = (values, found, usual) => values.find((each) => each === found) ?? usual;

/** What an address wishes for. @param {string} search @returns {Wish} */
export function readWish(search) {
  const query = new URLSearchParams(search);
  const wished = (query.get("character") ?? "").split(",");
  return {
    text: (query.get("name") ?? "").slice(0, 60),
    from: oneOf(SOURCES, query.get("from"), ANY.from),
    length: oneOf(LENGTHS, query.get("length"), ANY.length),
    hazards: oneOf(HAZARDS, query.get("hazards"), ANY.hazards),
    characters: CHARACTERS.filter((each) => wished.includes(each)),
    solo: query.has("solo"),
    sort: oneOf(ORDERS, query.get("sort"), ANY.sort),
  };
}

/** The address of a wish; what is as usual is left out. @param {Wish} wish */
export function writeWish({ text, from, length, hazards, characters, solo, sort }) {
  const query = new URLSearchParams();
  if (text.trim()) query.set("name", text.trim());
  if (from !== ANY.from) query.set("from", from);
  if (length !== ANY.length) query.set("length", length);
  if (hazards !== ANY.hazards) query.set("hazards", hazards);
  if (characters.length) query.set("character", characters.join(","));
  if (solo) query.set("solo", "");
  if (sort !== ANY.sort) query.set("sort", sort);
  return `/courses${query.size ? `?${query}` : ""}`;
}

/** @type {Record<Wish["from"], (course: LibraryCourse) => boolean>} */
const COMES_FROM = { all: () => true, shipped: (course) => course.shipped, published: (course) => !course.shipped, yours: (course) => course.yours };

/** @type {Record<Wish["hazards"], (count: number) => boolean>} */
const HAS_HAZARDS = { any: () => true, none: (count) => count === 0, some: (count) => count === 1 || count === 2, many: (count) => count > 2 };

/** Something by which courses are sorted, the smallest first; what is not known comes last. @type {Record<Wish["sort"], (course: LibraryCourse) => number | null>} */
const MEASURES = {
  fitting: () => 0,
  rating: ({ rating }) => (rating ? -weighed(rating) : null),
  short: ({ spaces }) => spaces,
  long: ({ spaces }) => -spaces,
  harmless: ({ figures }) => figures?.wrecks ?? null,
  wrecking: ({ figures }) => (figures ? -figures.wrecks : null),
  skill: ({ figures }) => (figures?.skill ? -figures.skill : null),
  name: () => 0,
};

/** A mean that one rating alone does not put on top. @param {{ mean: number, count: number }} rating */
const weighed = ({ mean, count }) => (mean * count + 3 * 2) / (count + 2);

/**
 * The courses that are wished for, in order.
 * @param {LibraryCourse[]} courses
 * @param {Wish} wish
 * @param {(course: LibraryCourse) => string} nameOf
 */
export function chosenCourses(courses, wish, nameOf) {
  const wanted = wish.text.trim().toLocaleLowerCase();
  const found = courses.filter(
    (course) =>
      COMES_FROM[wish.from](course) &&
      (wish.length === "any" || lengthOfCourse(course.tiles) === wish.length) &&
      HAS_HAZARDS[wish.hazards](course.hazards) &&
      wish.characters.every((each) => course.characters.includes(each)) &&
      (!wish.solo || course.setup !== null) &&
      (!wanted || `${nameOf(course)} ${course.by ?? ""}`.toLocaleLowerCase().includes(wanted)),
  );
  const measure = MEASURES[wish.sort];
  const value = (/** @type {LibraryCourse} */ course) => measure(course) ?? Infinity;
  if (wish.sort === "name") return found.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  // Sorting keeps the order of those that are level.
  return found.sort((one, other) => value(one) - value(other) || 0);
}
