/** Being known to the server under a name. */

import { get, insist, post, put } from "./api.js";
import { set, settings } from "./settings.js";

export { ownName } from "./own-name.js";

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
