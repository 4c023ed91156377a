/** A face for whoever sits at a seat: the portrait of a musher, the dog that somebody has chosen, or an initial on the sled's colour. */

import { drawDog } from "./dogs.js";
import { make } from "./dom.js";
import { sledClass } from "./sled-colours.js";

/** @import {Seat} from "./types" */

/**
 * @param {Pick<Seat, "seat" | "kind" | "name" | "dog">} seat
 * @param {string} name as it is shown
 */
export function makeFace(seat, name) {
  const [initial = ""] = name;
  const face = make("span", { class: `face ${sledClass(seat.seat)}`, "aria-hidden": "true" }, initial.toUpperCase());
  if (seat.kind === "musher") {
    // It takes the initial's place once it is there: not every musher has sat for a portrait.
    const portrait = make("img", { alt: "", onload: () => face.replaceChildren(portrait) });
    portrait.src = `/api/mushers/${encodeURIComponent(seat.name)}/face`;
  }
  if (seat.dog) face.replaceChildren(drawDog(seat.dog));
  return face;
}
