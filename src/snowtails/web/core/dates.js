/** Days and times of day, as they are written in the language spoken. */

import { spoken } from "./words.js";

/** @param {number} at seconds since 1970 */
export const dateOf = (at) => new Intl.DateTimeFormat(spoken(), { dateStyle: "medium" }).format(new Date(at * 1000));

/** A time to know things apart by: today's without the day, others with it. @param {number} at seconds since 1970 @param {Date} [now] */
export function momentOf(at, now = new Date()) {
  const moment = new Date(at * 1000);
  const today = moment.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(spoken(), { ...(today ? {} : { dateStyle: "medium" }), timeStyle: "short" }).format(moment);
}
