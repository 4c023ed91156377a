/** The alternatives as buttons: what each brings is seen before it is chosen. */

import { fill, make } from "../core/dom.js";
import { spaceCodesShown } from "../core/space-names.js";
import { say } from "../core/words.js";
import { makeMarkers } from "./marker-order.js";
import { makeMiniCard, makeMiniCards } from "./mini-card.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Alternatives} from "./alternatives.js" */
/** @import {Part, SoloOption, SoloView} from "../core/types" */

const FACINGS = /** @type {const} */ (["forward", "backward"]);

/**
 * @param {Alternatives} alternatives
 * @returns {Part<SoloView>}
 */
export function makeChoices(alternatives) {
  const element = make("section", { class: "choices", "aria-label": say("choices.label") });
  const markers = makeMarkers(alternatives);
  let shown = "";

  /** @param {string} name @param {string} decision @param {...Child} inside */
  const option = (name, decision, ...inside) =>
    make("button", { type: "button", class: `choice ${name}`, "data-decision": decision, onclick: () => alternatives.choose(decision) }, ...inside);

  /** @param {SoloOption} each */
  const startOption = (each) =>
    option(
      "start-choice",
      each.decision,
      make("b", {}, each.decision.slice(1)),
      make("span", { class: "aside" }, each.draws ? say("choices.start.more", { count: each.draws }) : say("choices.start.plain")),
    );

  /** @param {SoloOption} each */
  function cardOption({ decision, cards = [], remains = [] }) {
    const verb = decision.startsWith("-") && make("b", {}, say("solo.go.surplus"));
    const what = cards.length ? make("span", { class: "what" }, verb, makeMiniCards(cards)) : make("b", {}, say("choices.keep"));
    const left = remains.length ? [say("choices.remains"), makeMiniCards(remains)] : [say("choices.remains.none")];
    return option("card-choice", decision, what, make("span", { class: "aside remains" }, ...left));
  }

  /** @param {SoloView} game */
  function placing(game) {
    const [row = 1, column = 1] = game.race.placing ?? [];
    const spaces = [...new Set(alternatives.options.map((each) => each.space ?? ""))];
    const drawn = make(
      "p",
      { class: "placing" },
      makeMiniCard(/** @type {1} */ (row)),
      say("choices.row", { row }),
      makeMiniCard(/** @type {1} */ (column)),
      say("choices.column", { column }),
    );
    const there = spaces.map((space) => {
      const tile = /^\d+/.exec(space)?.[0] ?? "";
      return make(
        "button",
        { type: "button", class: "choice place-choice", "data-space": space, onclick: () => alternatives.chooseSpace(space) },
        make("b", {}, say("choices.tile", { tile })),
        spaceCodesShown() && make("span", { class: "aside" }, space),
      );
    });
    const facings = FACINGS.map((facing) =>
      make(
        "button",
        { type: "button", class: "choice facing-choice", "data-facing": facing, onclick: () => face(facing) },
        make("span", { "aria-hidden": "true" }, facing === "forward" ? "↑→" : "↓←"),
        say(`choices.${facing}`),
      ),
    );
    return [
      drawn,
      make("div", { class: "choice-list", role: "group", "aria-label": say("choices.where") }, ...there),
      make("div", { class: "choice-list", role: "group", "aria-label": say("choices.facing") }, ...facings),
    ];
  }

  /** @param {string} facing */
  function face(facing) {
    const found = alternatives.options.find((each) => each.space === alternatives.chosen?.space && each.facing === facing);
    if (found) alternatives.choose(found.decision);
  }

  /** @param {SoloView} game @returns {Child[]} */
  function made(game) {
    const list = (/** @type {Child[]} */ buttons) => [make("div", { class: "choice-list", role: "group", "aria-label": say("choices.label") }, ...buttons)];
    switch (game.race.phase) {
      case "place":
        return placing(game);
      case "bonus":
        return [markers.element];
      case "start":
        return list(alternatives.options.map(startOption));
      case "take":
      case "drop":
        return list(alternatives.options.map(cardOption));
      default:
        return [];
    }
  }

  function mark() {
    const { chosen, decision } = alternatives;
    for (const button of element.querySelectorAll("button.choice")) {
      const { dataset } = /** @type {HTMLElement} */ (button);
      const pressed = dataset.space ? dataset.space === chosen?.space : dataset.facing ? dataset.facing === chosen?.facing : dataset.decision === decision;
      button.setAttribute("aria-pressed", String(pressed));
      if (dataset.facing) {
        const can = alternatives.options.some((each) => each.space === chosen?.space && each.facing === dataset.facing);
        button.setAttribute("aria-disabled", String(!can));
      }
    }
  }

  return {
    element,
    show(game) {
      const now = `${game.number}`;
      if (now !== shown) fill(element, ...(game.you.seat === 0 ? made(game) : []));
      shown = now;
      element.hidden = !element.childElementCount;
      if (game.race.phase === "bonus") markers.show(alternatives.order);
      mark();
    },
  };
}
