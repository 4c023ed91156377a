/** Names of those who race, and a name for those who have none yet. */

import { say, sayOr } from "./words.js";

/** @import {View} from "./types" */

/** @param {View} view @param {number} seat */
export function nameOf(view, seat) {
  const found = view.seats[seat];
  if (!found) return "";
  return found.kind === "musher" ? sayOr(`musher.${found.name}`, found.name) : found.name;
}

/** A name that somebody may keep or change. */
export function suggestedName() {
  const names = say("names").split(" ");
  return names[Math.floor(Math.random() * names.length)] ?? "Lumi";
}
