/** Seats of a table that is being made: who shall sit where. */

import { DOGS } from "../core/dogs.js";
import { make } from "../core/dom.js";
import { makeBadge } from "../core/face.js";
import { suggestedName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { drawMark } from "../core/sled.js";
import { COLOURS } from "../core/sled-colours.js";
import { say, sayOr } from "../core/words.js";

/** @import {Dog} from "../core/types" */
/** What is asked for a seat. @typedef {string | { name?: string, colour?: string, dog?: string }} SeatWish */

const ADDED = 16;

/** Bytes of our own that the cards will also come from, so that nobody has to trust the server alone. */
export const addedBytes = () => [...crypto.getRandomValues(new Uint8Array(ADDED))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string[]} mushers @param {string[]} usual who is offered for each seat at first */
export function makeSeatForm(mushers, usual) {
  const rows = usual.map((who, seat) => makeRow(seat, who, mushers, showTaken));

  /** Show in every seat which colours others have taken. */
  function showTaken() {
    for (const row of rows) {
      const others = rows.filter((each) => each !== row && !each.colour.hidden).map((each) => each.colour.value);
      for (const option of row.colour.options) option.disabled = option.value !== "" && others.includes(option.value);
    }
  }

  const element = make("div", { class: "seats" }, ...rows.map((row) => row.element));

  return {
    element,
    /** What the server shall be asked for; friends sit by link, or are whoever comes. @param {boolean} listed @returns {SeatWish[]} */
    wishes: (listed) =>
      rows.flatMap(({ who, name, colour, dog }) => {
        const chosen = who.value;
        if (chosen === "nobody") return [];
        if (chosen === "friend") return [listed ? "open" : "invited"];
        const wish = { ...(colour.value && { colour: colour.value }), ...(dog.value && { dog: dog.value }) };
        if (chosen === "here") return [/** @type {SeatWish} */ ({ name: name.value.trim() || suggestedName(), ...wish })];
        return [chosen === "me" && colour.value ? { colour: colour.value } : chosen];
      }),
    /** Whether a seat is kept for somebody who has yet to come. */
    waits: () => rows.some(({ who }) => who.value === "friend"),
    /** Whether several people share this screen. */
    shared: () => rows.filter(({ who }) => who.value === "me" || who.value === "here").length > 1,
  };
}

/** @param {number} seat @param {string} usual @param {string[]} mushers @param {() => void} changed called when a colour was chosen */
function makeRow(seat, usual, mushers, changed) {
  const label = say("seats.each", { number: seat + 1 });
  const choices = [
    ...(seat === 0 ? [] : [["nobody", say("seats.nobody")]]),
    ["me", say("seats.me")],
    ["friend", say("seats.friend")],
    ["here", say("seats.here")],
    ...mushers.map((musher) => [musher, say("seats.musher", { musher: sayOr(`musher.${musher}`, musher) })]),
  ];
  const who = make(
    "select",
    { "aria-label": label, onchange: () => chosen() },
    ...choices.map(([value, text]) => make("option", { value, selected: value === usual }, text)),
  );
  const name = make("input", {
    maxlength: 24,
    value: suggestedName(),
    "aria-label": say("seats.name", { number: seat + 1 }),
    autocomplete: "off",
    spellcheck: "false",
  });
  const colour = make(
    "select",
    { "aria-label": say("seats.colour", { number: seat + 1 }), onchange: () => chosen() },
    make("option", { value: "" }, say("seats.colour.any")),
    ...COLOURS.map((each) => make("option", { value: each, selected: usual === "me" && each === settings.colour }, say(`colour.${each}`))),
  );
  const dog = make(
    "select",
    { "aria-label": say("seats.dog", { number: seat + 1 }) },
    make("option", { value: "" }, say("seats.dog.none")),
    .../** @type {Dog[]} */ (DOGS).map((each) => make("option", { value: each }, say(`dog.${each}`))),
  );
  const mark = make("span", { class: "seat-mark" });
  const element = make("div", { class: "seat-row" }, mark, who, name, colour, dog);
  const show = () => {
    name.hidden = dog.hidden = who.value !== "here";
    colour.hidden = who.value !== "here" && who.value !== "me";
    const painted = COLOURS.find((each) => !colour.hidden && each === colour.value);
    const musher = mushers.includes(who.value);
    mark.replaceChildren(musher ? makeBadge({ seat, kind: "musher", name: who.value }, seat, who.value) : drawMark(seat, painted));
    element.classList.toggle("nobody", who.value === "nobody");
  };
  const chosen = () => {
    show();
    changed();
  };
  show();
  return { element, who, name, colour, dog };
}
