/** All destinations as a list of buttons, for those who do not use the map, and the ways to one. */

import { drawSign, signOf } from "../board/reach-map.js";
import { draw, fill, make } from "../core/dom.js";
import { spaceName } from "../core/space-names.js";
import { say } from "../core/words.js";
import { distinct, inOrder } from "./destination-order.js";
import { cardsOf, priceOf } from "./outcome.js";

/** @import {CourseMap, Move, Part, Space} from "../core/types" */
/** @import {Plan} from "./plan.js" */
/** @typedef {{ plan: Plan, starts: { decision: string, space: Space }[], chances?: Map<Space, string> }} Shown */

/** Put buttons in the place of those that are there; the one with the same `data-key` has the focus again. @param {Element} element @param {...Node} children */
function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : undefined;
  fill(element, ...children);
  if (focused !== undefined) [...element.querySelectorAll("button")].find((each) => each.dataset.key === focused)?.focus({ preventScroll: true });
}

/** @param {Move} outcome */
const sign = (outcome) => draw("svg", { viewBox: "-.45 -.45 .9 .9", class: "sign-figure", "aria-hidden": "true" }, drawSign(signOf(outcome), outcome.price));

/**
 * @param {CourseMap} map
 * @param {{ choose: (outcome: Move) => void, start: (decision: string) => void }} told
 * @returns {Part<Shown>}
 */
export function makeDestinations(map, told) {
  const list = make("ul");
  const element = make("details", { class: "destinations" }, make("summary", {}, say("destinations.label")), list);
  /** @type {Shown | null} */
  let last = null;
  element.addEventListener("toggle", () => last && render(last));

  /** Do what a button means; where the list covers the cards it closes, so that Go is in reach. @param {() => void} press */
  const chosenFrom = (press) => () => {
    press();
    if (getComputedStyle(element).position !== "absolute") return;
    element.open = false;
    element.querySelector("summary")?.focus({ preventScroll: true });
  };

  /** @param {Space} space @param {string} text @param {boolean} chosen @param {() => void} press @param {Node} [figure] */
  const entry = (space, text, chosen, press, figure) =>
    make(
      "li",
      {},
      make("button", { type: "button", class: "destination", "data-key": space, "aria-pressed": String(chosen), onclick: chosenFrom(press) }, figure, text),
    );

  /** @param {Shown} shown */
  function render({ plan, starts, chances }) {
    if (!element.open) return;
    const withChance = (/** @type {string} */ text, /** @type {Space} */ space) => {
      const chance = chances?.get(space);
      return chance ? say("coach.row", { text, chance }) : text;
    };
    const entries =
      plan.about === "start"
        ? starts.map(({ decision, space }) =>
            entry(space, withChance(say("destinations.start", { number: decision.slice(1) }), space), plan.decision === decision, () => told.start(decision)),
          )
        : inOrder(plan, map).flatMap(([space, [outcome]]) => {
            if (!outcome) return [];
            const text = `${say("destinations.each", { space: spaceName(space, true), price: priceOf(outcome) })} · ${cardsOf(outcome.turn)}`;
            return [entry(space, withChance(text, space), plan.chosen?.end === space, () => told.choose(outcome), sign(outcome))];
          });
    refill(list, ...(entries.length ? entries : [make("li", { class: "none" }, say("destinations.none"))]));
  }

  return {
    element,
    show(shown) {
      last = shown;
      render(shown);
    },
  };
}

/** What is said of a way: its cards, and what they cost. @param {Move} way */
const wayText = (way) => `${cardsOf(way.turn)} · ${priceOf(way)}`;

/**
 * The ways to the chosen destination, to choose other cards for it.
 * @param {{ choose: (outcome: Move) => void }} told
 * @returns {Part<{ plan: Plan }>}
 */
export function makeWays(told) {
  const element = make("div", { class: "ways", role: "group" });
  return {
    element,
    show({ plan }) {
      const chosen = plan.chosen;
      const ways = chosen ? distinct(plan.ways(chosen.end), wayText, chosen) : [];
      element.hidden = ways.length < 2;
      element.setAttribute("aria-label", chosen ? say("ways.label", { space: spaceName(chosen.end) }) : "");
      refill(
        element,
        ...ways.map((way) =>
          make(
            "button",
            { type: "button", class: "way-button", "data-key": wayText(way), "aria-pressed": String(way === chosen), onclick: () => told.choose(way) },
            sign(way),
            wayText(way),
          ),
        ),
      );
      element.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    },
  };
}
