/** Everything that lies on the player's table in the solo game, beside hand and mat. */

import { fill, make } from "../core/dom.js";
import { number, say } from "../core/words.js";
import { makeWhy } from "../plan/clause-links.js";
import { showCounts } from "../plan/hand.js";
import { makeMiniCard } from "./mini-card.js";

/** @import {Part, SoloView} from "../core/types" */

const PILES = /** @type {const} */ (["stack", "discards", "buried", "out"]);
const VALUES = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** The clause that tells what a pile is. */
const CLAUSES = { stack: "SOLO-5", discards: "SOLO-13", buried: "SOLO-12", out: "SOLO-8" };

/** @returns {Part<Pick<SoloView, "race">>} */
export function makeSoloTable() {
  const faceUp = make("ol", { class: "face-up", "aria-label": say("table.faceUp") });
  const piles = PILES.map((name) => {
    const count = make("b", { class: "pile-count" });
    const cards = make("span", { class: "deck" });
    return {
      name,
      count,
      cards,
      element: make("li", { class: `pile ${name}` }, make("span", { class: "pile-name" }, makeWhy(CLAUSES[name], say(`table.${name}`))), count, cards),
    };
  });
  const markers = make("ol", { class: "tokens", "aria-label": say("table.markers") });
  const brakes = make("ul", { class: "tokens", "aria-label": say("table.brakes") });
  const open = make("button", { type: "button", class: "table-open", "aria-expanded": "false", "aria-label": say("table.open"), onclick: toggle });
  const element = make(
    "section",
    { class: "solo-table", "aria-label": say("table.label") },
    make("h2", {}, say("table.label")),
    faceUp,
    make("ul", { class: "piles" }, ...piles.map((pile) => pile.element)),
    make("div", { class: "token-row" }, make("span", { class: "token-name" }, makeWhy("SOLO-9", say("table.markers"))), markers),
    make("div", { class: "token-row" }, make("span", { class: "token-name" }, makeWhy("SOLO-8", say("table.brakes"))), brakes),
    open,
  );

  function toggle() {
    const opened = element.parentElement?.classList.toggle("opened") ?? false;
    open.setAttribute("aria-expanded", String(opened));
  }

  return {
    element,
    show({ race }) {
      fill(
        faceUp,
        ...race.face_up.map((card, index) =>
          make(
            "li",
            { class: race.offered.includes(index + 1) ? "offered" : "" },
            make("span", { class: "slot-number" }, say("table.slot", { slot: index + 1 })),
            card === null ? make("span", { class: "mini empty", role: "img", "aria-label": say("table.empty") }) : makeMiniCard(card),
          ),
        ),
      );
      for (const { name, count, cards } of piles) {
        count.textContent = number(race[name].length);
        showCounts(cards, "", race[name]);
      }
      const [top, ...rest] = race.markers;
      fill(
        markers,
        top && make("li", { class: "token top" }, make("span", { class: "visually-hidden" }, say("table.top")), number(top)),
        ...rest.map((marker) => make("li", { class: "token" }, number(marker))),
        !top && make("li", { class: "aside" }, say(race.phase === "bonus" || race.phase === "place" ? "table.markers.later" : "table.markers.none")),
      );
      fill(
        brakes,
        ...VALUES.map((value) => {
          const used = race.brakes.includes(value);
          return make(
            "li",
            { class: used ? "token used" : "token", title: say(used ? "table.brake.used" : "table.brake.unused", { value }) },
            make("span", { class: "visually-hidden" }, say(used ? "table.brake.used" : "table.brake.unused", { value })),
            make("span", { "aria-hidden": "true" }, number(value)),
          );
        }),
      );
    },
  };
}
