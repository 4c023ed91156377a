/** The library of the server: courses that ship and those that were published. */

import { ask, get, insist, post, put } from "../core/api.js";
import { introduce, ownName } from "../core/introduce.js";
import { spoken } from "../core/words.js";

/** @import {Answer, Library, LibraryCourse, LibraryEntry, Publication} from "../core/types" */

/** A course as its builder has it. @typedef {{ line: string, name: string, description: Record<string, string> }} OwnCourse */

/** Where a course has its page. @param {string} key */
export const pathToCourse = (key) => `/courses/${encodeURIComponent(key)}`;

/** What is said about a course, in the language spoken if possible. @param {{ description: Record<string, string> }} course */
export const descriptionOf = ({ description }) => description[spoken()] ?? description.en ?? Object.values(description)[0] ?? "";

/** @param {AbortSignal} [signal] @returns {Promise<Answer<Library>>} */
export const fetchLibrary = (signal) => insist(() => get("/api/library", signal), signal);

/** A course by its line, which only the list can tell; null for one that nobody has published. @param {string} line @param {AbortSignal} [signal] */
export async function findCourse(line, signal) {
  const answer = await fetchLibrary(signal);
  return (answer.ok && answer.value.courses.find((each) => each.line === line)) || null;
}

/** @param {string} key @param {AbortSignal} [signal] @returns {Promise<Answer<LibraryEntry>>} */
export const fetchCourse = (key, signal) => insist(() => get(`/api/library/${encodeURIComponent(key)}`, signal), signal);

/** Publish a course under the visitor's name. @param {OwnCourse} course @param {string} [by] @returns {Promise<Answer<Publication>>} */
export async function publish({ line, name, description }, by = "") {
  const known = await introduce(by.trim() || ownName());
  return known.ok ? insist(() => post("/api/library", { course: line, name, description })) : known;
}

/** @param {string} key */
export const withdraw = (key) => insist(() => ask("DELETE", `/api/library/${encodeURIComponent(key)}`));

/** @param {string} key @param {number} stars @returns {Promise<Answer<LibraryCourse>>} */
export const rate = (key, stars) => insist(() => put(`/api/library/${encodeURIComponent(key)}/rating`, { stars }));
