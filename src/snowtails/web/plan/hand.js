/** The hand: five places for cards and dents. Cards are clicked, tapped, dragged or taken by key. */

import { drawDent } from "../core/dent.js";
import { fill, make } from "../core/dom.js";
import { drawNumeral } from "../core/lettering.js";
import { say } from "../core/words.js";

/** @import {Card, Part, Sled} from "../core/types" */
/** @import {Plan} from "./plan.js" */
/** @import {Slot} from "../core/turn.js" */

const PLACES = 5;
const DRAG = 8;

/**
 * @param {{ card: (card: Card, place: number) => void, dropped: (card: Card, slot: Slot) => void }} told
 * @returns {Part<{ plan: Plan, sled: Sled | null }>}
 */
export function makeHand(told) {
  const cards = make("div", { class: "cards", role: "group", "aria-label": say("hand.label") });
  const deck = make("p", { class: "deck" });
  const element = make("section", { class: "hand" }, cards, deck);

  /** @param {Card} card @param {number} place */
  function makeCard(card, place) {
    const button = make(
      "button",
      { type: "button", class: "card", "data-card": card, "aria-label": say("hand.card", { card }) },
      make("span", { class: "figure", "aria-hidden": "true" }, drawNumeral(card)),
      make("span", { class: "pips", "aria-hidden": "true" }, "•".repeat(card)),
    );
    let dragged = false;
    button.addEventListener("click", () => {
      if (!dragged) told.card(card, place);
      dragged = false;
    });
    button.addEventListener("pointerdown", (down) => {
      dragged = false;
      if (down.button !== 0) return;
      // A quick hand leaves the card before it has moved a pixel.
      button.setPointerCapture(down.pointerId);
      const held = new AbortController();
      const { signal } = held;
      const follow = (/** @type {PointerEvent} */ event) => {
        const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (!dragged && Math.hypot(x, y) < DRAG) return;
        dragged = true;
        button.classList.add("dragged");
        button.style.transform = `translate(${x}px, ${y}px)`;
      };
      const drop = (/** @type {PointerEvent} */ event) => {
        held.abort();
        button.style.transform = "";
        const under = document.elementsFromPoint(event.clientX, event.clientY);
        button.classList.remove("dragged");
        if (!dragged || event.type === "pointercancel") return;
        const slot = under.map((each) => each.closest("[data-slot]")).find(Boolean);
        if (slot instanceof HTMLElement) told.dropped(card, /** @type {Slot} */ (slot.dataset.slot));
        // A drag ends with a click of its own on the card.
        setTimeout(() => (dragged = false));
      };
      button.addEventListener("pointermove", follow, { signal });
      button.addEventListener("pointerup", drop, { signal });
      button.addEventListener("pointercancel", drop, { signal });
    });
    return button;
  }

  let shown = "";
  return {
    element,
    show({ plan, sled }) {
      const held = plan.hand;
      const dents = sled?.dents ?? 0;
      const now = `${held.join()}/${dents}`;
      if (now !== shown) {
        shown = now;
        fill(
          cards,
          ...held.map(makeCard),
          ...Array.from({ length: dents }, () =>
            make("div", { class: "card dent", role: "img", "aria-label": say("hand.dent") }, drawDent(), make("span", {}, say("hand.dent"))),
          ),
          ...Array.from({ length: Math.max(0, PLACES - held.length - dents) }, () => make("div", { class: "card empty" })),
        );
      }
      mark(cards, plan);
      deck.hidden = !sled?.deck;
      showCounts(deck, say("hand.deck"), sled?.deck ?? []);
    },
  };
}

/** Show which cards are taken up, laid, or to be discarded. @param {Element} cards @param {Plan} plan */
function mark(cards, plan) {
  let laid = plan.slots.length;
  let picked = plan.card !== null && !laid;
  for (const [place, card] of [...cards.querySelectorAll("button.card")].entries()) {
    const alike = plan.card !== null && card.getAttribute("data-card") === String(plan.card);
    const onMat = alike && laid > 0;
    if (onMat) laid--;
    const up = (alike && picked) || plan.discards.includes(place);
    if (alike && picked) picked = false;
    card.classList.toggle("laid", onMat);
    card.classList.toggle("picked", up);
    card.setAttribute("aria-pressed", String(onMat || up));
  }
}

/** Show how many cards of each value a pile has. @param {HTMLElement} element @param {string} name @param {Card[]} pile */
export function showCounts(element, name, pile) {
  const counts = [1, 2, 3, 4, 5].map((card) => ({ card, count: pile.filter((each) => each === card).length }));
  fill(
    element,
    make("span", { class: "deck-name" }, name),
    ...counts.map((each) =>
      make(
        "span",
        { class: "deck-each", "aria-label": say("hand.deck.each", each), role: "img" },
        make("b", { "aria-hidden": "true" }, String(each.card)),
        make("i", { "aria-hidden": "true" }, String(each.count)),
      ),
    ),
  );
}
