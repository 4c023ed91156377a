/** Seats of a table that is being made: who shall sit where. */

import { fill, make } from "../core/dom.js";
import { makeBadge } from "../core/face.js";
import { suggestedName } from "../core/names.js";
import { say, sayOr } from "../core/words.js";

const ADDED = 16;

/** Bytes of our own that the cards will also come from, so that nobody has to trust the server alone. */
export const addedBytes = () => [...crypto.getRandomValues(new Uint8Array(ADDED))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string[]} mushers @param {string[]} usual who is offered for each seat at first */
export function makeSeatForm(mushers, usual) {
  const rows = usual.map((who, seat) => makeRow(seat, who, mushers));
  const element = make("div", { class: "seats" }, ...rows.map((row) => row.element));

  return {
    element,
    /** What the server shall be asked for; friends sit by link, or are whoever comes. @param {boolean} listed */
    wishes: (listed) =>
      rows.flatMap(({ who, name }) => {
        const chosen = who.value;
        if (chosen === "nobody") return [];
        if (chosen === "friend") return [listed ? "open" : "invited"];
        return [chosen === "here" ? { name: name.value.trim() || suggestedName() } : chosen];
      }),
    /** Whether several people share this screen. */
    shared: () => rows.filter(({ who }) => who.value === "me" || who.value === "here").length > 1,
  };
}

/** @param {number} seat @param {string} usual @param {string[]} mushers */
function makeRow(seat, usual, mushers) {
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
    { "aria-label": label, onchange: () => show() },
    ...choices.map(([value, text]) => make("option", { value, selected: value === usual }, text)),
  );
  const name = make("input", {
    maxlength: 24,
    value: suggestedName(),
    "aria-label": say("seats.name", { number: seat + 1 }),
    autocomplete: "off",
    spellcheck: "false",
  });
  const badge = make("span", { class: "seat-badge" });
  const element = make("div", { class: "seat-row" }, badge, who, name);
  const show = () => {
    const musher = mushers.includes(who.value);
    fill(badge, makeBadge(musher ? { seat, kind: "musher", name: who.value } : undefined, seat, who.value));
    name.hidden = who.value !== "here";
    element.classList.toggle("nobody", who.value === "nobody");
  };
  show();
  return { element, who, name };
}
