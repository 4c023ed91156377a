/** Undo and redo without end: the states that were, the one that is, those that were taken back. */

/**
 * @template State
 * @typedef {{ past: State[], now: State, future: State[] }} Timeline
 */

/** @template State @param {State} now @returns {Timeline<State>} */
export const begin = (now) => ({ past: [], now, future: [] });

/**
 * Go on to another state; what was taken back is forgotten.
 * @template State
 * @param {Timeline<State>} timeline
 * @param {State} next
 * @param {boolean} [together] whether it is part of the last step, as letters of one name are
 * @returns {Timeline<State>}
 */
export function step({ past, now }, next, together = false) {
  return { past: together ? past : [...past, now], now: next, future: [] };
}

/** @template State @param {Timeline<State>} timeline @returns {Timeline<State>} */
export function undo(timeline) {
  const before = timeline.past.at(-1);
  if (before === undefined) return timeline;
  return { past: timeline.past.slice(0, -1), now: before, future: [timeline.now, ...timeline.future] };
}

/** @template State @param {Timeline<State>} timeline @returns {Timeline<State>} */
export function redo(timeline) {
  const [after, ...future] = timeline.future;
  if (after === undefined) return timeline;
  return { past: [...timeline.past, timeline.now], now: after, future };
}
