/** Courses that somebody keeps, in this browser. */

/** @typedef {{ line: string, name: string, description: Record<string, string> }} KeptCourse */

const KEPT_AS = "snowtails-courses";
const MOST = 200;

/** @returns {KeptCourse[]} */
export function keptCourses() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.line === "string" && typeof each?.name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {KeptCourse[]} courses */
function put(courses) {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(courses.slice(0, MOST)));
    return true;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** The courses with one more on top; one of the same name is replaced. @param {KeptCourse[]} courses @param {KeptCourse} course */
export const withCourse = (courses, course) => [course, ...courses.filter((each) => each.name !== course.name && each.line !== course.line)];

/** Keep a course; returns whether that was possible. @param {KeptCourse} course */
export const keep = (course) => put(withCourse(keptCourses(), course));

/** @param {string} line */
export const forget = (line) => put(keptCourses().filter((each) => each.line !== line));
