/** The ribbon: who is where, with dents and cards; the round; whose turn it is. */

import { isAway } from "./company.js";
import { draw, fill, make } from "./dom.js";
import { legOf, nameOf } from "./names.js";
import { drawMark } from "./sled.js";
import { number, say, sayOr } from "./words.js";

/** @import {CourseMap, Part, Presence, View} from "./types" */

/** The Big Paws token. */
const drawPaw = () =>
  draw(
    "svg",
    { viewBox: "-10 -10 20 20", class: "paw", role: "img", "aria-label": say("ribbon.paws") },
    draw("path", { d: "M-5 5Q-5 0 0 0T5 5Q4 8 0 7T-5 5Z" }),
    ...[-6, -2.3, 2.3, 6].map((x, i) => draw("ellipse", { cx: x, cy: i % 3 ? -5.5 : -1.5, rx: 1.7, ry: 2.4 })),
  );

/**
 * @param {CourseMap} map
 * @returns {Part<{ view: View, presence: Presence | null }>}
 */
export function makeRibbon(map) {
  const round = make("p", { class: "round" });
  const order = make("ol", { class: "order", tabindex: 0 });
  const element = make("nav", { class: "ribbon-order", "aria-label": say("ribbon.label") }, round, order);

  return {
    element,
    show({ view, presence }) {
      const race = view.race;
      if (!race) return;
      const stage = race.phase === "start" ? say("ribbon.start") : say("ribbon.round", { round: race.round });
      fill(round, view.season ? make("span", { class: "leg" }, legOf(view.season)) : null, stage);
      const progress = (/** @type {number} */ seat) => map.spaces[race.sleds[seat]?.space ?? ""]?.progress ?? 0;
      const leader = Math.max(...race.sleds.map((_, seat) => progress(seat)));
      const ordered = race.standings.map((each) => each.sled);
      fill(
        order,
        ...ordered.map((seat, at) => {
          const sled = race.sleds[seat];
          if (!sled) return null;
          const yours = view.you.seats.includes(seat);
          const gap = Math.round(leader - progress(seat));
          const facts = {
            place: at + 1,
            name: nameOf(view, seat),
            space: sled.space ?? "–",
            dents: sled.dents,
            cards: sled.hand_size,
          };
          const racing = sled.status === "racing";
          const words = [say("ribbon.each", facts)];
          if (race.actor === seat) words.push(say("ribbon.turn"));
          const strange = absence(view, presence, seat);
          if (strange) words.push(strange.words);
          if (!racing) words.push(sled.status === "finished" ? say("ribbon.finished") : say("ribbon.wrecked"));
          else if (gap && sled.space) words.push(say("ribbon.behind.label", { gap }));
          return make(
            "li",
            {
              class: ["racer", race.actor === seat && "acting", yours && "yours", !racing && "out", presence?.thinking === seat && "thinking"]
                .filter(Boolean)
                .join(" "),
              "data-seat": seat,
            },
            make("span", { class: "visually-hidden" }, words.join("; ")),
            make(
              "span",
              { class: "racer-shown", "aria-hidden": "true" },
              drawMark(seat),
              make("span", { class: "racer-name" }, yours && view.you.seats.length === 1 ? say("ribbon.you") : facts.name),
              strange ? make("span", { class: "racer-strange", title: strange.words }, strange.sign) : null,
              make("span", { class: "racer-facts" }, racing ? factsOf(sled.space, gap) : say(`ribbon.${/** @type {"finished" | "wrecked"} */ (sled.status)}`)),
              sled.dents ? make("span", { class: "racer-dents" }, `◌${number(sled.dents)}`) : null,
              make("span", { class: "racer-cards" }, `▯${number(sled.hand_size)}`),
            ),
            view.big_paws?.seat === seat ? drawPaw() : null,
          );
        }),
      );
      const acting = order.querySelector(".acting");
      if (acting instanceof HTMLElement) order.scrollLeft = acting.offsetLeft - order.offsetLeft - 8;
    },
  };
}

/** @param {string | null} space @param {number} gap */
function factsOf(space, gap) {
  if (!space) return "";
  return gap ? `${space} ${say("ribbon.behind", { gap })}` : space;
}

/** What is unusual about who drives a sled: a bot holds the reins, or the driver is away. @param {View} view @param {Presence | null} presence @param {number} seat */
function absence(view, presence, seat) {
  const found = view.seats[seat];
  if (found?.kind !== "person") return null;
  if (found.reins) return { sign: "⚙", words: say("seat.reins", { musher: sayOr(`musher.${found.reins}`, found.reins) }) };
  return isAway({ view, presence }, found) ? { sign: "…", words: say("seat.away") } : null;
}
