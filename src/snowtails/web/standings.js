/** The end of a race: who came in where, and what to do next. */

import { post } from "./api.js";
import { make } from "./dom.js";
import { nameOf } from "./names.js";
import { drawMark } from "./sled.js";
import { number, say } from "./words.js";

/** @import {View} from "./types" */

/** @param {View} view */
function headline(view) {
  const seat = view.you.seat;
  const own = view.race?.standings.find((each) => each.sled === seat);
  const winner = view.race?.standings.find((each) => each.place === 1);
  if (!own) return winner ? say("end.over", { name: nameOf(view, winner.sled) }) : say("prompt.over");
  if (own.place === null) return say("end.wrecked");
  return own.place === 1 ? say("end.won") : say("end.place", { place: own.place });
}

/** @param {View} view @param {{ go: (path: string) => void, close: () => void }} told */
export function makeStandings(view, told) {
  const rows = view.race?.standings ?? [];
  const again = make("button", { type: "button", class: "go", onclick: rematch }, say("end.again"));

  async function rematch() {
    const answer = await post(`/api/tables/${view.table}/rematch`);
    if (answer.ok) told.go(`/race/${answer.value.table}`);
  }

  return make(
    "section",
    { class: "standings", "aria-label": say("end.label"), tabindex: -1 },
    make("h2", {}, headline(view)),
    make(
      "ol",
      {},
      ...rows.map(({ sled, place }) =>
        make(
          "li",
          { class: view.you.seats.includes(sled) ? "yours" : "" },
          make("b", { class: "place" }, place === null ? "✕" : number(place)),
          drawMark(sled),
          make("span", {}, nameOf(view, sled)),
          place === null ? make("span", { class: "racer-facts" }, say("end.wreck")) : null,
        ),
      ),
    ),
    make(
      "div",
      { class: "actions" },
      view.you.seats.length ? again : null,
      make("button", { type: "button", onclick: () => told.go("/") }, say("end.home")),
      make("a", { class: "button", href: `/api/tables/${view.table}/record`, download: "race.txt" }, say("end.record")),
      make("button", { type: "button", onclick: told.close }, say("end.look")),
    ),
  );
}
