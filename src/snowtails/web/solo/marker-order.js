/** The bonus stack to be put in order: by tap, by drag, by arrow keys. */

import { make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {Alternatives} from "./alternatives.js" */
/** @import {Card, Part} from "../core/types" */

const PLACES = [0, 1, 2, 3, 4];

/**
 * @param {Alternatives} alternatives
 * @returns {Part<Card[]>} shows an order, the top first
 */
export function makeMarkers(alternatives) {
  // A button for each place, not for each marker: what has the focus or the finger stays where it is.
  const buttons = PLACES.map(makePlace);
  const element = make(
    "div",
    { class: "markers" },
    make("span", { class: "aside" }, say("markers.top")),
    make("ol", { class: "marker-order", "aria-label": say("markers.label") }, ...buttons.map((button) => make("li", {}, button))),
    make("span", { class: "aside" }, say("markers.last")),
    make("p", { class: "aside markers-how" }, say("markers.how")),
  );

  /** @param {number} place */
  function makePlace(place) {
    const button = make("button", { type: "button", class: "marker" });
    /** @type {Card | undefined} */
    let held;
    let dragged = false;
    const markerHere = () => /** @type {Card} */ (alternatives.order[place]);
    button.addEventListener("click", () => {
      if (!dragged) alternatives.putMarker(markerHere(), 0);
      dragged = false;
    });
    button.addEventListener("keydown", (event) => {
      const next = buttons[place + (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0)];
      if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      event.stopPropagation();
      if (!next || next === button) return;
      alternatives.putMarker(markerHere(), buttons.indexOf(next));
      next.focus();
    });
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      held = markerHere();
      dragged = false;
    });
    button.addEventListener("pointermove", (event) => {
      if (held === undefined || !button.hasPointerCapture(event.pointerId)) return;
      const over = placeAt(event.clientX);
      if (over === alternatives.order.indexOf(held)) return;
      dragged = true;
      alternatives.putMarker(held, over);
    });
    button.addEventListener("pointerup", () => (held = undefined));
    return button;
  }

  /** The place in the stack that a finger is over. @param {number} x */
  function placeAt(x) {
    const apart = buttons.map((button) => {
      const { left, width } = button.getBoundingClientRect();
      return Math.abs(left + width / 2 - x);
    });
    return apart.indexOf(Math.min(...apart));
  }

  return {
    element,
    show(order) {
      for (const [place, button] of buttons.entries()) {
        const marker = order[place] ?? 0;
        button.textContent = number(marker);
        button.setAttribute("aria-label", say("markers.each", { marker, place: place + 1 }));
      }
    },
  };
}
