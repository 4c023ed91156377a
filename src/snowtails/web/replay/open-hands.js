/** Everybody's dogs, brakes and cards in a replay, and through whose eyes one looks. */

import { fill, make } from "../core/dom.js";
import { makeFace } from "../core/face.js";
import { nameOf } from "../core/names.js";
import { drawMark } from "../core/sled.js";
import { listed, number, say } from "../core/words.js";

/** @import {Part, RaceState, Replay, Sled} from "../core/types" */
/** @typedef {{ race: RaceState, eyes: number | null }} Shown */

/**
 * @param {Pick<Replay, "seats">} company
 * @param {(eyes: number | null) => void} look null: everybody's hands lie open
 * @returns {Part<Shown>}
 */
export function makeOpenHands(company, look) {
  const everybody = make("button", { type: "button", class: "everybody", onclick: () => look(null) }, say("replay.everybody"));
  const rows = company.seats.map((each) => {
    const name = nameOf(company, each.seat);
    const button = make(
      "button",
      { type: "button", class: "eyes-of", onclick: () => look(each.seat) },
      makeFace(each, name),
      drawMark(each.seat),
      make("span", { class: "eyes-name" }, name),
    );
    const cards = make("div", { class: "open-cards" });
    return { seat: each.seat, button, cards, element: make("div", { class: "open-hand", "data-hand": each.seat }, button, cards) };
  });
  const element = make(
    "section",
    { class: "open-hands", "aria-label": say("replay.eyes") },
    rows.length > 1 ? make("div", { class: "eyes-head" }, make("span", { "aria-hidden": "true" }, say("replay.eyes")), everybody) : null,
    ...rows.map((row) => row.element),
  );

  return {
    element,
    show({ race, eyes }) {
      everybody.setAttribute("aria-pressed", String(eyes === null));
      element.classList.toggle("one", eyes !== null);
      for (const { seat, button, cards, element: row } of rows) {
        const sled = race.sleds[seat];
        if (!sled) continue;
        const open = eyes === null || eyes === seat;
        button.setAttribute("aria-pressed", String(eyes === seat));
        row.classList.toggle("acting", race.actor === seat);
        row.classList.toggle("shut", !open);
        row.classList.toggle("out", sled.status !== "racing");
        showCards(cards, sled, open);
      }
    },
  };
}

/** @param {HTMLElement} element @param {Sled} sled @param {boolean} open */
function showCards(element, sled, open) {
  const hand = sled.hand ?? [];
  const words = [
    say("replay.mat", { left: sled.left, brake: sled.brake, right: sled.right }),
    open ? say("replay.hand", { count: hand.length, cards: listed(hand.map((card) => number(card))) }) : say("replay.cards", { count: sled.hand_size }),
    say("replay.dents", { count: sled.dents }),
  ];
  const value = (/** @type {string} */ name, /** @type {number} */ shown) => make("span", { class: `dog ${name}` }, number(shown));
  fill(
    element,
    make("span", { class: "visually-hidden" }, words.join("; ")),
    make("span", { class: "dogs", "aria-hidden": "true" }, value("left", sled.left), value("brake", sled.brake), value("right", sled.right)),
    make(
      "span",
      { class: "small-cards", "aria-hidden": "true" },
      ...(open
        ? hand.map((card) => make("span", { class: "small-card" }, number(card)))
        : Array.from({ length: sled.hand_size }, () => make("span", { class: "small-card back" }))),
      ...Array.from({ length: sled.dents }, () => make("span", { class: "small-card dent" }, "◌")),
    ),
  );
}
