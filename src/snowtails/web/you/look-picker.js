/** Choosing how one looks at the table: a dog for a face, and the colour of the sled. */

import { DOGS, drawDog } from "../core/dogs.js";
import { make } from "../core/dom.js";
import { drawMark } from "../core/sled.js";
import { COLOURS } from "../core/sled-colours.js";
import { say } from "../core/words.js";

/** @import {Colour, Dog} from "../core/types" */

let groups = 0;

/**
 * One of several pictures to choose from, each a radio button.
 * @template {string} Value
 * @param {string} legend
 * @param {{ value: Value, picture: Element, name: string, taken?: string }[]} options
 * @param {Value | null} chosen
 * @param {(value: Value) => void} choose
 */
function makeChoice(legend, options, chosen, choose) {
  const group = `look-${++groups}`;
  return make(
    "fieldset",
    { class: "look" },
    make("legend", {}, legend),
    make(
      "div",
      { class: "look-options" },
      ...options.map(({ value, picture, name, taken }) => {
        const label = taken ? say("look.taken", { what: name, name: taken }) : name;
        const radio = make("input", {
          type: "radio",
          class: "visually-hidden",
          name: group,
          value,
          checked: value === chosen,
          disabled: Boolean(taken),
          "aria-label": label,
          onchange: () => choose(value),
        });
        return make("label", { class: taken ? "look-option taken" : "look-option", title: label }, radio, picture);
      }),
    ),
  );
}

/** @param {Dog | null} chosen @param {(dog: Dog) => void} choose */
export const makeDogPicker = (chosen, choose) =>
  makeChoice(
    say("look.dog"),
    /** @type {Dog[]} */ (DOGS).map((dog) => ({ value: dog, picture: drawDog(dog), name: say(`dog.${dog}`) })),
    chosen,
    choose,
  );

/**
 * @param {Colour | null} chosen
 * @param {(colour: Colour) => void} choose
 * @param {{ seat?: number, taken?: Map<Colour, string> }} [table] the seat that the sled belongs to, and who has which colour already
 */
export const makeColourPicker = (chosen, choose, { seat = 0, taken = new Map() } = {}) =>
  makeChoice(
    say("look.colour"),
    COLOURS.map((colour) => ({ value: colour, picture: drawMark(seat, colour), name: say(`colour.${colour}`), taken: taken.get(colour) })),
    chosen,
    choose,
  );
