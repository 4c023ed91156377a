/** Whether the coach was asked at a table. It is off until somebody asks, and remembered for that race alone. */

/** @param {string} table */
const key = (table) => `coach:${table}`;

/** @param {string} table */
export function wasAsked(table) {
  try {
    return sessionStorage.getItem(key(table)) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** @param {string} table @param {boolean} asked */
export function remember(table, asked) {
  try {
    if (asked) sessionStorage.setItem(key(table), "on");
    else sessionStorage.removeItem(key(table));
  } catch {
    // A browser that keeps nothing: it is off again after a reload.
  }
}
