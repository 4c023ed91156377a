/** The first screen: one big button, and a name that can be changed. What is not needed to press it comes right after. */

import { fill, make } from "../core/dom.js";
import { drawLogotype } from "../core/lettering.js";
import { makeLink } from "../core/links.js";
import { ownName } from "../core/own-name.js";
import { late, whenIdle } from "../core/preload.js";
import { settings } from "../core/settings.js";
import { say } from "../core/words.js";
import { nextRace, tellRace } from "./quick-race.js";

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

/** What Race now would open, and another choice for whoever wants one. @param {() => void} changed is called after each choice */
function makeRaceChoice(changed) {
  const told = make("p", { class: "against", role: "status" });
  const panel = make("div", { class: "race-choice", id: "race-choice", hidden: true });
  const more = make(
    "button",
    { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": panel.id, onclick: () => toggle() },
    say("home.change"),
  );

  async function toggle() {
    panel.hidden = !panel.hidden;
    more.setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden || panel.childElementCount) return;
    const { fillRacePanel } = await late(() => import("./race-panel.js"));
    await fillRacePanel(panel, () => {
      show();
      changed();
    });
  }

  function show() {
    // A line breaks between its parts only.
    const parts = tellRace(nextRace()).split(" · ");
    fill(told, ...parts.flatMap((part, at) => [at ? make("i", {}, " · ") : null, make("span", {}, part)]));
  }

  show();
  return [make("div", { class: "race-choice-told" }, told, more), panel];
}

/** One's own face; what one chooses it with comes when it is wanted. @param {HTMLElement} face @param {() => void} changed */
const makeLookButton = (face, changed) =>
  make(
    "button",
    {
      type: "button",
      class: `look-button sled-${settings.colour ?? "charcoal"}`,
      "aria-label": say("look.label"),
      title: say("look.label"),
      onclick: async () => (await late(() => import("../you/profile.js"))).openLook(changed),
    },
    face,
  );

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
  const teams = make("div", { class: "teams", "aria-hidden": "true" });
  const rivals = make("div", { class: "rivals", "aria-hidden": "true" });
  const face = make("span", { class: "own-face", "aria-hidden": "true" });
  const form = make(
    "form",
    { class: "start-form" },
    button,
    make("div", { class: "race-choices" }, rivals, ...makeRaceChoice(() => void showFaces())),
    unfinished,
    makeLink(go, "/learn", { class: settings.learnt.length ? "button" : "button inviting" }, say("home.learn")),
    make(
      "div",
      { class: "who-field" },
      make("label", { class: "name-field" }, make("span", {}, say("home.name")), name),
      makeLookButton(face, () => void showFaces()),
    ),
    problem,
  );
  let opening = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (opening) return;
    opening = true;
    const { openRace } = await late(() => import("./race-now.js"));
    await openRace(go, button, problem, nextRace(), signal, name.value);
    opening = false;
  });

  async function showFaces() {
    const { makeRivals, drawOwnFace } = await late(() => import("./scenery.js"));
    fill(rivals, ...makeRivals());
    fill(face, drawOwnFace());
  }

  const screen = make(
    "main",
    { class: "home winter" },
    make(
      "div",
      { class: "welcome" },
      teams,
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

  void late(() => import("./scenery.js")).then(({ drawLandscape, drawTeams }) => {
    screen.prepend(drawLandscape());
    fill(teams, ...drawTeams());
    return showFaces();
  });
  whenIdle(async () => {
    const { makeCompileStatus } = await late(() => import("./compile-status.js"));
    const compiling = makeCompileStatus(signal);
    button.after(compiling.element);
    await compiling.look();
  });
  // Whoever has no name yet has no races either.
  if (settings.name)
    void late(() => import("./own-races.js")).then(async ({ linksToRaces }) => {
      const links = await linksToRaces(go);
      if (!signal.aborted) unfinished.append(...links);
    });
  return screen;
}
