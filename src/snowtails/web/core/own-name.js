/** The own name, or one that may be kept. */

import { suggestedName } from "./names.js";
import { settings } from "./settings.js";

const OFFERED = "snowtails offered name";

/** The own name; whoever has none yet is offered the same one on every screen. */
export function ownName() {
  if (settings.name) return settings.name;
  let offered = null;
  try {
    offered = sessionStorage.getItem(OFFERED) ?? suggestedName();
    sessionStorage.setItem(OFFERED, offered);
  } catch {
    // A browser that keeps nothing offers another name each time.
  }
  return offered ?? suggestedName();
}
