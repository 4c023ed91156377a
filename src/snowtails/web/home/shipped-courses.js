/** The courses that ship, as the server lists them. */

import { get, insist } from "../core/api.js";

/** @import {Course} from "../core/types" */

/** @returns {Promise<Course[]>} */
export async function shippedCourses() {
  const answer = await insist(() => get("/api/courses"));
  return answer.ok ? answer.value.courses : [];
}
