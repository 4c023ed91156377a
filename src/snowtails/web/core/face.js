/** A face for whoever sits at a seat: the portrait of a musher, the dog that somebody chose, or an initial on the sled's colour. */

import { drawDog } from "./dogs.js";
import { make } from "./dom.js";
import { drawMark } from "./sled.js";
import { sledClass } from "./sled-colours.js";

/** @import {Seat} from "./types" */
/** @typedef {Pick<Seat, "seat" | "kind" | "name" | "dog">} Sitting */

/**
 * @param {Sitting} seat
 * @param {string} name as it is shown
 */
export function makeFace(seat, name) {
  const [initial = ""] = name;
  const face = make("span", { class: `face ${sledClass(seat.seat)}`, "aria-hidden": "true" }, initial.toUpperCase());
  // Not every musher has sat for a portrait: then the initial behind it is seen.
  if (seat.kind === "musher")
    face.append(
      make("img", {
        alt: "",
        decoding: "sync",
        src: `/api/mushers/${encodeURIComponent(seat.name)}/face`,
        onerror: (event) => event.target instanceof Element && event.target.remove(),
      }),
    );
  else if (seat.dog) face.append(drawDog(seat.dog));
  return face;
}

/**
 * The same with the mark of the sled beside it; the mark alone for a seat that nobody sits at.
 * @param {Sitting | undefined} seat
 * @param {number} number of the seat
 * @param {string} name as it is shown
 */
export function makeBadge(seat, number, name) {
  const taken = seat?.kind === "person" || seat?.kind === "musher";
  return seat && taken ? make("span", { class: "face-badge", "aria-hidden": "true" }, makeFace(seat, name), drawMark(number)) : drawMark(number);
}
