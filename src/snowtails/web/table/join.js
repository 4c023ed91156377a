/** The screen behind a link: takes a seat by invitation, or brings one's seat to this device. */

import { insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { introduce, ownName } from "../core/introduce.js";
import { drawLandscape } from "../core/landscape.js";
import { makeLink, pathOf } from "../core/links.js";
import { courseName, nameOf } from "../core/names.js";
import { settings } from "../core/settings.js";
import { drawSled } from "../core/sled.js";
import { send } from "../core/submit.js";
import { listed, say } from "../core/words.js";
import { makeColourPicker, makeDogPicker } from "../you/look-picker.js";
import { keepLook, takenColours } from "../you/profile.js";
import { addedBytes } from "./seat-form.js";

/** @import {View} from "../core/types" */
/** @import {Go} from "../core/links.js" */
/** @typedef {{ seat: number, code: string, recover: string }} Wish */

/** What a link asks for; null for one that only looks. @param {string} query @returns {Wish | null} */
export function wishOf(query) {
  const given = new URLSearchParams(query);
  const seat = given.get("seat");
  if (seat === null || !/^[0-4]$/.test(seat)) return null;
  return { seat: Number(seat), code: given.get("code") ?? "", recover: given.get("recover") ?? "" };
}

/**
 * @param {Go} go
 * @param {View} view
 * @param {Wish} wish
 * @param {() => void} done called when the seat is taken, or when it is to be looked on instead
 */
export function makeJoin(go, view, wish, done) {
  const name = make("input", { id: "name", maxlength: 24, autocomplete: "nickname", spellcheck: "false", value: ownName() });
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { class: "go" }, say(wish.recover ? "join.move" : "join.sit"));
  const watch = make("button", { type: "button", class: "plain", onclick: done }, say("join.watch"));
  const company = view.seats.filter((each) => each.name).map((each) => nameOf(view, each.seat));
  const taken = takenColours(view, wish.seat);
  const look = { dog: settings.dog, colour: settings.colour && !taken.has(settings.colour) ? settings.colour : null };
  const form = make(
    "form",
    { class: "card-form" },
    ...(wish.recover
      ? []
      : [
          make("label", { class: "name-field" }, make("span", {}, say("home.name")), name),
          makeDogPicker(look.dog, (dog) => (look.dog = dog)),
          makeColourPicker(look.colour, (colour) => (look.colour = colour), { seat: wish.seat, taken }),
        ]),
    button,
    problem,
    watch,
  );

  async function sit() {
    const added = addedBytes();
    const known = await introduce(name.value.trim() || ownName());
    if (!known.ok) return known;
    const path = `/api/tables/${view.table}/seats/${wish.seat}`;
    return insist(() => (wish.recover ? post(`${path}/recover`, { code: wish.recover }) : post(`${path}/sit`, { code: wish.code, added, ...look })));
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send(button, problem, sit);
    if (!answer.ok) return;
    await keepLook({ ...(look.dog && { dog: look.dog }), ...(look.colour && { colour: look.colour }) });
    done();
  });

  return make(
    "main",
    { class: "table-screen join winter" },
    drawLandscape(),
    drawSled(wish.seat),
    make("h1", {}, say(wish.recover ? "join.move.title" : "join.title", { course: courseName(view.options.course.name) })),
    company.length ? make("p", { class: "aside" }, say("join.company", { names: listed(company) })) : null,
    form,
    makeLink(go, "/", { class: "button plain-link" }, say("lost.home")),
  );
}

/** Take what was asked for out of the address, so that a reload does not ask again. @param {string} table */
export const forgetWish = (table) => history.replaceState(null, "", pathOf(table));
