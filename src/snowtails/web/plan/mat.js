/** The sled mat: left dog, brake, right dog, the living sum, and the bend that comes next. */

import { draw, fill, make } from "../core/dom.js";
import { drawNumeral } from "../core/lettering.js";
import { say } from "../core/words.js";

/** @import {MapSpace, Move, Part, Sled} from "../core/types" */
/** @import {Plan} from "./plan.js" */
/** @import {Slot} from "../core/turn.js" */
/** @typedef {{ plan: Plan, sled: Sled | null, here: MapSpace | null }} Shown */

/** Places as they are seen, from left to right. */
const SEEN = /** @type {const} */ (["L", "B", "R"]);

/** The flags of the two sides in the shapes that stand beside the track (ADVICE-3). @type {Partial<Record<Slot, string>>} */
const FLAGS = { L: "M4 0L8 16H0Z", R: "M0 0L4 5L8 0V16H0Z" };

/**
 * @param {{ slot: (slot: Slot) => void, bonus: (wanted: boolean) => void }} told
 * @returns {Part<Shown> & { warn: (preview: Move | null) => void }}
 */
export function makeMat(told) {
  const slots = SEEN.map((slot) => ({
    slot,
    value: make("span", { class: "value" }),
    more: make("span", { class: "visually-hidden" }),
    button: make("button", { type: "button", class: "mat-slot", "data-slot": slot, onclick: () => told.slot(slot) }),
  }));
  const sum = make("output", { class: "sum" });
  const drift = make("span", { class: "mat-drift" });
  const bend = make("p", { class: "bend" });
  const tick = make("input", { type: "checkbox", onchange: () => told.bonus(tick.checked) });
  const bonusText = make("span");
  const bonus = make("label", { class: "bonus-tick" }, tick, bonusText);
  for (const { slot, value, more, button } of slots) {
    button.append(make("span", { class: "slot-name" }, say(`slot.${slot}`)), value, more);
    const flag = FLAGS[slot];
    if (flag) button.append(draw("svg", { class: "side-flag", viewBox: "-1 -1 10 18", "aria-hidden": "true" }, draw("path", { d: flag })));
  }
  const element = make(
    "section",
    { class: "mat", "aria-label": say("mat.label") },
    make("div", { class: "slots" }, ...slots.map(({ button }) => button)),
    make("div", { class: "reckoning" }, make("p", { class: "sum-line" }, sum, drift), bend, bonus),
  );

  return {
    element,
    show({ plan, sled, here }) {
      const values = { L: sled?.left ?? 3, R: sled?.right ?? 3, B: sled?.brake ?? 3 };
      for (const { slot, value, more, button } of slots) {
        const laid = plan.slots.includes(slot);
        const open = !laid && plan.card !== null && plan.canLay(plan.card, slot);
        if (laid && plan.card) values[slot] = plan.card;
        fill(value, make("span", { class: "visually-hidden" }, String(values[slot])), drawNumeral(values[slot]));
        button.classList.toggle("laid", laid);
        button.classList.toggle("open", open);
        button.setAttribute("aria-disabled", String(!laid && !open));
        more.textContent = laid ? say("slot.laid") : open && plan.card ? say("slot.lay", { card: plan.card }) : "";
      }
      const { sample } = plan;
      sum.textContent = sumOf(values, sample);
      sum.classList.toggle("before", !sample);
      sum.classList.toggle("long", Boolean(sample?.bonus));
      drift.textContent = sample ? driftOf(sample.drift) : "";
      drift.classList.toggle("drifting", Boolean(sample?.drift));
      showBend(bend, here);
      const offered = plan.bonusOffered;
      bonus.hidden = !offered;
      bonusText.textContent = say("mat.bonus", { count: offered });
      tick.checked = plan.bonus;
    },
    /** Warn of the bend if it would be taken too fast. */
    warn(preview) {
      bend.classList.toggle("close", Boolean(preview?.dents.some(({ cause }) => cause === "speeding")));
    },
  };
}

/** The sum of what lies on the mat; before a card is laid, of how the sled came here. @param {Record<Slot, number>} values @param {Move | null} sample */
export function sumOf({ L: left, R: right, B: brake }, sample) {
  const { speed, bonus } = sample ?? { speed: left + right - brake, bonus: 0 };
  return say(bonus ? "mat.speed.bonus" : "mat.speed", { left, right, brake, bonus, speed });
}

/** @param {number} drift */
function driftOf(drift) {
  if (drift === 0) return say("mat.straight");
  return say(drift < 0 ? "mat.left" : "mat.right", { count: Math.abs(drift) });
}

/** @param {HTMLElement} bend @param {MapSpace | null} here */
function showBend(bend, here) {
  const [steps, limit] = [here?.bend_in ?? null, here?.bend_safety ?? null];
  bend.classList.toggle("none", steps === null);
  if (steps === null || limit === null) {
    fill(bend, here ? say("mat.noBend") : "");
    return;
  }
  fill(
    bend,
    make("span", { class: "visually-hidden" }, say("mat.bend.label", { steps, limit })),
    make("span", { "aria-hidden": "true" }, say("mat.bend", { steps, limit })),
  );
}
