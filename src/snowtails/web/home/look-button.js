/** One's own face on the first screen; what one chooses it with comes when it is wanted. */

import { make } from "../core/dom.js";
import { late } from "../core/preload.js";
import { settings } from "../core/settings.js";
import { drawPaw } from "../core/sled.js";
import { say } from "../core/words.js";

/** A button with one's own face that opens the choice. */
export function makeLookButton() {
  const face = make("span", { class: "own-face", "aria-hidden": "true" }, drawPaw());
  const show = async () => {
    if (!settings.dog) return;
    const { drawDog } = await late(() => import("../core/dogs.js"));
    face.replaceChildren(drawDog(settings.dog));
  };
  const open = async () => (await late(() => import("../you/profile.js"))).openLook(() => void show());
  void show();
  return make(
    "button",
    { type: "button", class: `look-button sled-${settings.colour ?? "charcoal"}`, "aria-label": say("look.label"), title: say("look.label"), onclick: open },
    face,
  );
}
