/** The first screen: one big button, and a name that can be changed. */

import { drawSled } from "../board/sled.js";
import { get } from "../core/api.js";
import { openSettings } from "../core/dialogs.js";
import { draw, make } from "../core/dom.js";
import { makeLink } from "../core/links.js";
import { courseName, suggestedName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { makeLookButton } from "../you/profile.js";
import { makeRaceChoice, nextRace, openRace } from "./race-now.js";

export { introduce } from "./introduce.js";

/** Races under way that are shown at once; the others are in the lobby. */
const MOST_RACES = 3;

/** Other ways to play. @param {(path: string) => void} go */
const makeWays = (go) =>
  make(
    "nav",
    { class: "more-ways" },
    makeLink(go, "/friends", { class: "button" }, say("friends.label")),
    makeLink(go, "/season", { class: "button" }, say("season.label")),
    makeLink(go, "/solo", { class: "button" }, say("solo.label")),
    makeLink(go, "/daily", { class: "button" }, say("daily.label")),
    makeLink(go, "/lobby", { class: "button" }, say("lobby.label")),
    makeLink(go, "/you", { class: "button" }, say("you.label")),
  );

/** Hills, a low sun and a track that winds away. */
function landscape() {
  return draw(
    "svg",
    { class: "landscape", viewBox: "0 0 1200 520", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("circle", { class: "sun", cx: 880, cy: 150, r: 58 }),
    draw("path", { class: "hill far", d: "M0 250Q160 150 330 220T640 190T900 215T1200 160V520H0Z" }),
    draw("path", { class: "hill middle", d: "M0 330Q220 220 470 300T860 270T1200 290V520H0Z" }),
    draw("path", { class: "hill near", d: "M0 400Q300 310 620 380T1200 360V520H0Z" }),
    draw("path", {
      class: "piste",
      d: "M420 520C520 470 760 470 740 420S560 380 640 345S780 325 760 300L772 300C800 330 700 345 690 372S900 400 890 440S760 500 740 520Z",
    }),
    ...[
      [90, 380, 1.3],
      [150, 400, 1],
      [210, 372, 0.8],
      [1010, 372, 1.1],
      [1075, 390, 1.4],
      [1140, 380, 0.9],
      [960, 350, 0.6],
      [330, 350, 0.6],
    ].map(([x, y, size]) =>
      draw("path", { class: "tree", d: "M0-90L24-48H14L34-16H6V0H-6V-16H-34L-14-48H-24Z", transform: `translate(${x} ${y})scale(${size})` }),
    ),
  );
}

/**
 * @param {(path: string) => void} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showHome(go, signal) {
  const name = make("input", {
    id: "name",
    maxlength: 24,
    autocomplete: "nickname",
    spellcheck: "false",
    value: settings.name || suggestedName(),
  });
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { type: "submit", class: "go race-now" }, say("home.race"));
  const unfinished = make("p", { class: "unfinished" });
  const form = make(
    "form",
    { class: "start-form" },
    button,
    makeRaceChoice().element,
    makeLink(go, "/learn", { class: settings.learnt.length ? "button" : "button inviting" }, say("home.learn")),
    make("div", { class: "who-field" }, make("label", { class: "name-field" }, make("span", {}, say("home.name")), name), makeLookButton()),
    unfinished,
    problem,
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await openRace(go, button, problem, nextRace(), signal, name.value);
  });

  // Whoever has no name yet has no races either.
  if (settings.name)
    void get("/api/races").then((answer) => {
      if (!answer.ok || signal.aborted) return;
      /** @type {import("../core/types").OwnSummary[]} */
      const races = answer.value.races ?? [];
      const racing = races.filter((each) => each.stage === "racing" || each.your_turn);
      // Where others wait for you comes first.
      racing.sort((one, other) => Number(other.your_turn) - Number(one.your_turn));
      unfinished.append(
        ...racing
          .slice(0, MOST_RACES)
          .map((each) =>
            makeLink(
              go,
              `/race/${each.table}`,
              { class: each.your_turn ? "button your-turn" : "button" },
              say("about", { what: say(each.your_turn ? "races.yours" : "home.goOn"), about: courseName(each.options.course.name) }),
            ),
          ),
      );
    });

  return make(
    "main",
    { class: "home" },
    landscape(),
    make(
      "div",
      { class: "welcome" },
      make("div", { class: "teams", "aria-hidden": "true" }, ...[1, 2, 3].map((seat) => drawSled(seat))),
      make("h1", {}, say("title")),
      make("p", { class: "tagline" }, say("home.tagline")),
      form,
      makeWays(go),
    ),
    make(
      "footer",
      {},
      make("span", {}, say("home.fan")),
      makeLink(go, "/help", { class: "footer-link" }, say("help.label")),
      makeLink(go, "/replay", { class: "footer-link" }, say("record.label")),
      make("button", { type: "button", class: "plain", onclick: () => openSettings() }, say("settings.label")),
    ),
  );
}
