/** Being known to the server under a name. */

import { get, insist, post, put } from "./api.js";
import { suggestedName } from "./names.js";
import { set, settings } from "./settings.js";

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

/** @param {string} name */
export async function introduce(name) {
  const known = settings.name ? await insist(() => get("/api/visitors/me")) : null;
  const same = known?.ok && known.value.name === name;
  const answer = same
    ? known
    : await insist(() => (known?.ok ? put("/api/visitors/me", { name }) : post("/api/visitors", { name, dog: settings.dog, colour: settings.colour })));
  if (answer.ok) await set("name", name);
  return answer;
}
