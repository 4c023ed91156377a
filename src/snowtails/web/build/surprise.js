/** Surprise me: a course made up as wished. */

import { insist, post } from "../core/api.js";
import { make } from "../core/dom.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";

/** @import {Course} from "./edits.js" */

const LENGTHS = /** @type {const} */ (["any", "short", "middle", "long"]);
const HAZARDS = /** @type {const} */ (["any", "none", "some", "many"]);
const CHARACTERS = /** @type {const} */ (["any", "fast", "twisty", "narrow", "mean"]);

/** How many tiles, and how many hazards, from the shortest to the longest. */
const TILES = { short: [5, 7], middle: [8, 10], long: [11, 14] };
const COUNTS = { none: [0, 0], some: [1, 2], many: [3, 5] };

/** @param {number[]} range */
const within = ([least = 0, most = 0]) => least + Math.floor(Math.random() * (most - least + 1));

/** @param {(course: Partial<Course>) => void} made @param {AbortSignal} signal */
export function makeSurprise(made, signal) {
  const select = (/** @type {string} */ label, /** @type {HTMLOptionElement[]} */ options) => {
    const element = make("select", {}, ...options);
    return { element, field: make("label", { class: "field" }, make("span", {}, label), element) };
  };
  const lengths = select(
    say("surprise.length"),
    LENGTHS.map((each) => make("option", { value: each }, say(`surprise.length.${each}`))),
  );
  const hazards = select(
    say("surprise.hazards"),
    HAZARDS.map((each) => make("option", { value: each }, say(`surprise.hazards.${each}`))),
  );
  const characters = select(
    say("surprise.character"),
    CHARACTERS.map((each) => make("option", { value: each }, say(`surprise.character.${each}`))),
  );
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { type: "button", onclick: () => void surprise() }, say("surprise.go"));

  async function surprise() {
    const length = LENGTHS.find((each) => each === lengths.element.value) ?? "any";
    const hazard = HAZARDS.find((each) => each === hazards.element.value) ?? "any";
    const character = CHARACTERS.find((each) => each === characters.element.value) ?? "any";
    const wish = {
      ...(length === "any" ? {} : { tiles: within(TILES[length]) }),
      ...(hazard === "any" ? {} : { hazards: within(COUNTS[hazard]) }),
      ...(character === "any" ? {} : { character }),
    };
    const answer = await send(button, problem, () => insist(() => post("/api/courses", wish), signal));
    if (!answer.ok || signal.aborted) return;
    const drafted = await insist(() => post("/api/courses/draft", { course: answer.value.line }), signal);
    if (drafted.ok && !signal.aborted) made({ tiles: drafted.value.tiles, flag: drafted.value.flag });
  }

  return {
    element: make(
      "section",
      { class: "surprise", "aria-labelledby": "surprise-title" },
      make("h2", { id: "surprise-title" }, say("surprise.label")),
      lengths.field,
      hazards.field,
      characters.field,
      button,
      problem,
    ),
  };
}
