/** You: what you have raced, without an account; to be taken along, or deleted. */

import { get, insist, post, put } from "../core/api.js";
import { pictureOf } from "../core/course-picture.js";
import { dateOf } from "../core/dates.js";
import { openDialog } from "../core/dialogs.js";
import { drawDog } from "../core/dogs.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { cell, makeFact, makeTable } from "../core/figures.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { set, settings } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { drawMark, drawPaw } from "../core/sled.js";
import { send } from "../core/submit.js";
import { chanceOf, number, say, sayOr } from "../core/words.js";
import { makeLook } from "./profile.js";

/** @import {CourseBest, History, PastGame, Rival} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/** Where a recovery link has its code: behind the #, which browsers keep to themselves. */
const CODE = /^#take=([\w-]{20,100})$/;

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showYou(go, signal) {
  const screen = make("main", { class: "table-screen you-screen" });
  const head = makeScreenHead(go, say("you.label"), makeLink(go, "/lobby", { class: "button" }, say("lobby.label")));
  const code = CODE.exec(location.hash)?.[1];
  if (code) {
    fill(screen, head, makeTaking(go, code));
    return screen;
  }
  // Whoever has no name yet has not raced either.
  const answer = settings.name ? await insist(() => get("/api/visitors/me/history"), signal) : null;
  signal.throwIfAborted();
  if (answer && !answer.ok && answer.status !== 401) fill(screen, head, make("p", { class: "problem" }, whyNot(answer)));
  else fill(screen, head, ...(answer?.ok ? parts(answer.value, go) : [makeStranger(go)]));
  return screen;
}

/** What there is for somebody who has not raced yet. @param {Go} go */
const makeStranger = (go) =>
  make("section", { class: "panel nobody-yet" }, make("p", {}, say("you.nobody")), makeLink(go, "/", { class: "button go" }, say("home.race")));

/** @param {History} history @param {Go} go */
function parts(history, go) {
  return [
    makeWho(history),
    makeFacts(history),
    make("div", { class: "you-columns" }, makeRivals(history.rivals), makeCourses(history.courses, go)),
    makeGames(history.games, go),
    makeKeeping(history, go),
  ];
}

/** Name, face and colour. @param {History} history */
function makeWho({ name: known, dog, colour }) {
  void set("dog", dog);
  void set("colour", colour);
  settings.dog = dog;
  settings.colour = colour;
  const face = make("span", { class: "you-face", "aria-hidden": "true" });
  const showFace = () => face.replaceChildren(settings.dog ? drawDog(settings.dog) : drawPaw());
  const problem = make("p", { class: "problem", role: "alert" });
  const told = make("span", { class: "copied", role: "status" });
  const name = make("input", { id: "name", maxlength: 24, autocomplete: "nickname", spellcheck: "false", value: known });
  const button = make("button", {}, say("you.rename"));
  const form = make("form", { class: "you-name" }, make("label", { class: "name-field" }, make("span", {}, say("home.name")), name), button, told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wished = name.value.trim();
    const answer = await send(button, problem, () => insist(() => put("/api/visitors/me", { name: wished })));
    fill(told, answer.ok ? say("you.renamed") : "");
    if (answer.ok) await set("name", answer.value.name);
  });
  showFace();
  return make(
    "section",
    { class: "panel you-who", "aria-label": say("you.who") },
    face,
    make("div", { class: "you-choices" }, form, problem, makeLook(showFace)),
  );
}

/** @param {History} history */
function makeFacts({ races, wins, wrecks, winning, daily }) {
  return make(
    "dl",
    { class: "facts panel" },
    makeFact(say("you.races"), number(races)),
    makeFact(say("you.wins"), number(wins), races ? chanceOf(wins / races) : ""),
    makeFact(say("you.streak"), number(winning.now), say("you.streak.best", { best: winning.best })),
    makeFact(say("you.daily"), number(daily.now), say("you.streak.best", { best: daily.best })),
    makeFact(say("you.wrecks"), number(wrecks)),
  );
}

/** @param {Rival[]} rivals */
const makeRivals = (rivals) =>
  makeTable(
    say("you.rivals"),
    [say("you.rival"), say("you.races"), say("you.ahead"), say("you.behind")],
    rivals.map(({ name, kind, races, ahead, behind }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, kind === "musher" ? sayOr(`musher.${name}`, name) : name),
        cell(number(races)),
        cell(number(ahead)),
        cell(number(behind)),
      ),
    ),
  );

/** @param {CourseBest[]} courses @param {Go} go */
const makeCourses = (courses, go) =>
  makeTable(
    say("you.courses"),
    [say("course.label"), say("you.races"), say("you.wins"), say("you.best")],
    courses.map(({ course, races, wins, turns }) =>
      make(
        "tr",
        {},
        make(
          "th",
          { scope: "row" },
          makeLink(
            go,
            `/friends?course=${encodeURIComponent(course.line)}`,
            { class: "past-course" },
            pictureOf(course.line),
            make("span", {}, courseName(course.name)),
          ),
        ),
        cell(number(races)),
        cell(number(wins)),
        cell(turns === null ? "–" : say("you.turns", { count: turns })),
      ),
    ),
  );

/** @param {PastGame[]} games @param {Go} go */
function makeGames(games, go) {
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say("you.history")),
    games.length ? make("ol", { class: "past-games" }, ...games.map((each) => makeGame(each, go))) : make("p", { class: "aside" }, say("you.none")),
  );
}

/** @param {PastGame} game @param {Go} go */
function makeGame({ table, game, course, at, day, place, points, turns, dents, seats }, go) {
  const yours = seats.find((each) => each.yours);
  const shared = seats.filter((each) => each.yours).length > 1;
  const others = seats.filter((each) => !each.yours).map((each) => (each.kind === "musher" ? sayOr(`musher.${each.name}`, each.name) : each.name));
  const outcome = () => {
    if (points !== null) return say("daily.points", { points });
    if (shared) return say("you.shared");
    return place === null ? say("end.wreck") : say("you.place", { place });
  };
  const about = game === "race" ? (seats.length > 1 ? others.join(", ") : say("duplicate.trial")) : say(game === "daily" ? "daily.label" : "solo.label");
  return make(
    "li",
    { class: place === 1 && seats.length > 1 ? "won" : "" },
    yours ? drawMark(seats.indexOf(yours), yours.colour) : null,
    make(
      "span",
      { class: "past-what" },
      make("b", {}, day ? say("daily.name", { day }) : courseName(course.name)),
      make("span", { class: "aside" }, `${dateOf(at)} · ${about}`),
    ),
    make("span", { class: "past-outcome" }, make("b", {}, outcome()), make("span", { class: "aside" }, say("you.drive", { turns, dents }))),
    makeLink(go, game === "race" ? `/replay/${table}` : `/solo/${table}`, { class: "button" }, say(game === "race" ? "end.replay" : "races.look")),
  );
}

// -- taking along, deleting ------------------------------------------------------------------------

/** @param {History} history @param {Go} go */
function makeKeeping({ name }, go) {
  const place = make("div", { class: "way-back" });
  const problem = make("p", { class: "problem", role: "alert" });
  const link = make("button", { type: "button", onclick: offer }, say("you.take"));
  const remove = make("button", { type: "button", class: "danger", onclick: () => askToDelete(name, go) }, say("you.delete"));

  async function offer() {
    const answer = await send(link, problem, () => insist(() => post("/api/visitors/me/recovery")));
    if (answer.ok) fill(place, makeShareLink(say("you.take.link"), `/you#take=${answer.value.code}`), make("p", { class: "aside" }, say("you.take.key")));
  }

  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say("you.kept")),
    make("p", { class: "aside" }, say("you.kept.about")),
    make("div", { class: "you-acts" }, link, remove),
    problem,
    place,
  );
}

/** Ask for one's name before everything goes. @param {string} known @param {Go} go */
function askToDelete(known, go) {
  const problem = make("p", { class: "problem", role: "alert" });
  const name = make("input", { class: "address", autocomplete: "off", spellcheck: "false", "aria-label": say("you.delete.confirm", { name: known }) });
  const button = make("button", { class: "danger" }, say("you.delete.sure"));
  const form = make(
    "form",
    { class: "delete-form" },
    make("p", {}, say("you.delete.means")),
    make("p", {}, say("you.delete.confirm", { name: known })),
    name,
    button,
    problem,
  );
  const dialog = openDialog(say("you.delete"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send(button, problem, () => insist(() => post("/api/visitors/me/delete", { name: name.value })));
    if (!answer.ok) return;
    await set("name", "");
    await set("dog", null);
    await set("colour", null);
    dialog.close();
    go("/you");
  });
  name.focus();
}

/** What a recovery link asks before it changes who one is here. @param {Go} go @param {string} code */
function makeTaking(go, code) {
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { type: "button", class: "go", onclick: take }, say("you.taking.yes"));

  async function take() {
    const answer = await send(button, problem, () => insist(() => post("/api/visitors/recover", { code })));
    if (!answer.ok) return;
    await set("name", answer.value.name);
    history.replaceState(null, "", "/you");
    go("/you");
  }

  return make(
    "section",
    { class: "panel taking" },
    make("p", {}, say("you.taking")),
    settings.name ? make("p", { class: "aside" }, say("you.taking.instead", { name: settings.name })) : null,
    make("div", { class: "you-acts" }, button, makeLink(go, "/", { class: "button" }, say("lost.home"))),
    problem,
  );
}
