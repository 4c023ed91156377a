/** Name, dog and colour of whoever uses this browser: kept by the server, and here until it knows them. */

import { insist, put } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { set, settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { makeColourPicker, makeDogPicker } from "./look-picker.js";

/** @import {Colour, Dog, View} from "../core/types" */

/**
 * Keep what was chosen; whoever has no name yet is not known to the server either.
 * @param {{ dog?: Dog, colour?: Colour }} chosen
 */
export async function keepLook(chosen) {
  if (chosen.dog) await set("dog", chosen.dog);
  if (chosen.colour) await set("colour", chosen.colour);
  return settings.name ? insist(() => put("/api/visitors/me", chosen)) : null;
}

/** Who has which colour at a table, but for one seat. @param {View} view @param {number} seat @returns {Map<Colour, string>} */
export const takenColours = (view, seat) =>
  new Map(view.seats.filter((each) => each.kind === "person" && each.seat !== seat).map((each) => [each.colour, each.name]));

/** Dog and colour to choose from; what is chosen is kept at once. @param {(() => void)} [changed] */
export function makeLook(changed) {
  const problem = make("p", { class: "problem", role: "alert" });
  const keep = async (/** @type {{ dog?: Dog, colour?: Colour }} */ chosen) => {
    const answer = await keepLook(chosen);
    problem.textContent = answer && !answer.ok && answer.code !== "no-token" ? whyNot(answer) : "";
    changed?.();
  };
  return make(
    "div",
    { class: "looks" },
    makeDogPicker(settings.dog, (dog) => void keep({ dog })),
    makeColourPicker(settings.colour, (colour) => void keep({ colour })),
    problem,
  );
}

/** Let somebody choose. @param {() => void} changed */
export const openLook = (changed) => openDialog(say("look.label"), makeLook(changed), make("p", { class: "aside" }, say("look.about")));
