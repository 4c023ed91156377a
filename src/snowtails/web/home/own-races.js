/** One's races that are under way, on the first screen. */

import { get } from "../core/api.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { say } from "../core/words.js";

/** @import {Go} from "../core/links.js" */
/** @import {OwnSummary} from "../core/types" */

/** Races under way that are shown at once; the others are in the lobby. */
const MOST = 3;

/** Links to them; where others wait for you comes first. @param {Go} go */
export async function linksToRaces(go) {
  const answer = await get("/api/races");
  /** @type {OwnSummary[]} */
  const races = answer.ok ? (answer.value.races ?? []) : [];
  const racing = races.filter((each) => each.stage === "racing" || each.your_turn);
  racing.sort((one, other) => Number(other.your_turn) - Number(one.your_turn));
  return racing
    .slice(0, MOST)
    .map((each) =>
      makeLink(
        go,
        `/race/${each.table}`,
        { class: each.your_turn ? "button your-turn" : "button" },
        say("about", { what: say(each.your_turn ? "races.yours" : "home.goOn"), about: courseName(each.options.course.name) }),
      ),
    );
}
