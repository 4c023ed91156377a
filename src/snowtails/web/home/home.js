/** The first screen: one big button, and a name that can be changed. */

import { get } from "../core/api.js";
import { draw, make } from "../core/dom.js";
import { ownName } from "../core/introduce.js";
import { drawLogotype } from "../core/lettering.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { late, whenIdle } from "../core/preload.js";
import { settings } from "../core/settings.js";
import { drawSled } from "../core/sled.js";
import { drawTree } from "../core/trees.js";
import { say } from "../core/words.js";
import { makeCompileStatus } from "./compile-status.js";
import { makeLookButton } from "./look-button.js";
import { makeRaceChoice, nextRace, openRace } from "./race-now.js";

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
    makeLink(go, "/puzzles", { class: "button" }, say("puzzles.label")),
    makeLink(go, "/duplicate", { class: "button" }, say("duplicate.label")),
    makeLink(go, "/lobby", { class: "button" }, say("lobby.label")),
    makeLink(go, "/courses", { class: "button" }, say("gallery.label")),
    makeLink(go, "/build", { class: "button" }, say("build.label")),
    makeLink(go, "/you", { class: "button" }, say("you.label")),
  );

/** Stars by place and size; none behind the words in the middle. */
const STARS = Array.from({ length: 46 }, (_, i) => [(i * 353) % 1200, ((i * 97) % 190) - 60, 0.7 + (i % 3) * 0.5]).filter(([x = 0]) => Math.abs(x - 600) > 190);
/** Trees by place of the foot and height. */
const FAR_TREES = [
  [352, 284, 46],
  [376, 288, 60],
  [402, 291, 50],
  [428, 296, 40],
  [930, 286, 44],
  [956, 290, 62],
  [984, 292, 48],
  [1012, 296, 36],
  [206, 262, 40],
  [228, 260, 54],
  [250, 262, 42],
];
const NEAR_TREES = [
  [52, 402, 150],
  [104, 412, 190],
  [160, 408, 126],
  [206, 396, 92],
  [1004, 384, 104],
  [1052, 398, 168],
  [1104, 392, 128],
  [1150, 406, 196],
  [1194, 398, 120],
  [262, 386, 70],
];

/** Hills, a low sun or the moon, and a track that winds away. */
function landscape() {
  return draw(
    "svg",
    { class: "landscape", viewBox: "0 0 1200 520", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    draw("g", { class: "stars" }, ...STARS.map(([cx, cy, r]) => draw("circle", { cx, cy, r }))),
    draw("circle", { class: "sun", cx: 880, cy: 150, r: 58 }),
    draw("path", { class: "hill far", d: "M0 250Q160 150 330 220T640 190T900 215T1200 160V520H0Z" }),
    draw("path", { class: "hill middle", d: "M0 330Q220 220 470 300T860 270T1200 290V520H0Z" }),
    ...FAR_TREES.map(([x = 0, y = 0, height = 0], i) => drawTree(i % 3 ? "spruce" : "fir", x, y, height)),
    draw("path", { class: "hill near", d: "M0 400Q300 310 620 380T1200 360V520H0Z" }),
    draw("path", {
      class: "piste",
      d: "M420 520C520 470 760 470 740 420S560 380 640 345S780 325 760 300L772 300C800 330 700 345 690 372S900 400 890 440S760 500 740 520Z",
    }),
    ...NEAR_TREES.map(([x = 0, y = 0, height = 0], i) => drawTree(i % 2 ? "fir" : "spruce", x, y, height)),
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
    value: ownName(),
  });
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { type: "submit", class: "go race-now" }, say("home.race"));
  const unfinished = make("p", { class: "unfinished" });
  const compiling = makeCompileStatus(signal);
  whenIdle(() => void compiling.look());
  const form = make(
    "form",
    { class: "start-form" },
    button,
    compiling.element,
    makeRaceChoice().element,
    unfinished,
    makeLink(go, "/learn", { class: settings.learnt.length ? "button" : "button inviting" }, say("home.learn")),
    make("div", { class: "who-field" }, make("label", { class: "name-field" }, make("span", {}, say("home.name")), name), makeLookButton()),
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
      make("h1", {}, make("span", { class: "visually-hidden" }, say("title")), drawLogotype()),
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
      make(
        "button",
        { type: "button", class: "plain", onclick: async () => (await late(() => import("../core/dialogs.js"))).openSettings() },
        say("settings.label"),
      ),
    ),
  );
}
