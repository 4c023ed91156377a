/** How a solo player did beside two drivers who look one turn ahead, as people do. */

import { get, insist } from "../core/api.js";
import { make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {SoloDrivers} from "../core/types" */

/** A row with its bar. @param {string} name @param {number} mean @param {number} most @param {string} told @param {string} kind */
function row(name, mean, most, told, kind) {
  const bar = make("span", { class: "driver-bar", "aria-hidden": "true" });
  bar.style.width = `${(Math.max(0, mean) / most) * 100}%`;
  return make("tr", { class: kind }, make("th", { scope: "row" }, name), make("td", {}, make("span", { class: "driver-track" }, bar), make("b", {}, told)));
}

/** @param {SoloDrivers} told */
function compared({ drivers, points }) {
  const mean = points.length ? points.reduce((sum, each) => sum + each, 0) / points.length : null;
  const most = Math.max(1, mean ?? 0, ...drivers.map((each) => each.mean));
  const rounded = (/** @type {number} */ each) => number(Math.round(each * 10) / 10);
  return make(
    "section",
    { class: "drivers" },
    make("h3", {}, say("coach.drivers")),
    make(
      "table",
      {},
      make("caption", {}, say("coach.drivers.about", { rounds: drivers[0]?.rounds ?? 0 })),
      make(
        "tbody",
        {},
        mean === null ? null : row(say("coach.drivers.you"), mean, most, rounded(mean), "yours"),
        ...drivers.map(({ driver, mean: theirs, worst, best }) =>
          row(say(`coach.drivers.${driver}`), theirs, most, say("coach.drivers.range", { mean: rounded(theirs), worst, best }), driver),
        ),
      ),
    ),
  );
}

/** @param {string} table @param {AbortSignal} signal the screen is left */
export function makeDrivers(table, signal) {
  const place = make("div", { class: "drivers-place", "aria-busy": "true" });
  void insist(() => get(`/api/tables/${table}/drivers`, signal), signal).then((answer) => {
    place.removeAttribute("aria-busy");
    if (answer.ok) place.append(compared(answer.value));
  });
  return place;
}
