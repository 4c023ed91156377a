/** The page of a course: its picture, how it races, where it stands, and what can be done with it. */

import { tellRemark } from "../build/certificate.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeErrorScreen } from "../core/error-screen.js";
import { whyNot } from "../core/error-text.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { makeShareLink } from "../core/share-link.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { nextRace, openRace } from "../home/race-now.js";
import { follow } from "../library/certificate-stream.js";
import { descriptionOf, fetchCourse, pathToCourse, withdraw } from "../library/library.js";
import { openPublish } from "../library/publish.js";
import { makeRatingPart } from "../library/rating.js";
import { makeStandings } from "../library/standing.js";
import { makeCharacters, makeFigures, tellAuthor, tellSize, thumbnail } from "./card.js";

/** @import {Go} from "../core/links.js" */
/** @import {CourseCertificate, CourseFigures, CourseStanding, LibraryCourse, LibraryEntry, Refusal} from "../core/types" */

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @param {string} [key]
 * @returns {Promise<HTMLElement>}
 */
export async function showCourse(go, signal, key = "") {
  const answer = await fetchCourse(key, signal);
  signal.throwIfAborted();
  if (!answer.ok) return makeErrorScreen(whyNot(answer), makeLink(go, "/courses", { class: "button go" }, say("gallery.back")));
  const { course } = answer.value;
  const name = courseName(course.title);
  const path = pathToCourse(course.key);

  const problem = make("p", { class: "problem", role: "alert" });
  const race = make("button", { type: "button", class: "go", onclick: () => void raceIt() }, say("gallery.race"));
  const raceIt = () => openRace(go, race, problem, { ...nextRace(), course: course.line }, signal);
  const query = (/** @type {string} */ screen) => `${screen}?${new URLSearchParams({ course: course.shipped ? course.key : course.line })}`;
  const editor = `/build?${new URLSearchParams({ course: course.line, name })}`;

  return make(
    "main",
    { class: "gallery-screen course-screen" },
    makeScreenHead(go, name, makeLink(go, "/courses", { class: "button" }, say("gallery.back"))),
    make("div", { class: "course-hero" }, thumbnail(course.line, say("gallery.picture", { name }))),
    make(
      "section",
      { class: "panel course-about" },
      make("p", { class: "course-by" }, tellAuthor(course)),
      descriptionOf(course) ? make("p", { class: "course-told" }, descriptionOf(course)) : null,
      make("p", {}, `${tellSize(course)} · ${say("gallery.spaces", { count: course.spaces })}`),
      course.setup === null ? null : make("p", {}, say("gallery.setup", { points: course.setup })),
      makeCharacters(course),
      make(
        "div",
        { class: "course-acts" },
        race,
        makeLink(go, query("/friends"), { class: "button" }, say("gallery.friends")),
        course.setup === null ? null : makeLink(go, query("/solo"), { class: "button" }, say("gallery.play.solo")),
        makeLink(go, editor, { class: "button" }, say("gallery.open")),
        make("button", { type: "button", onclick: () => openDialog(say("gallery.share"), makeShareLink(say("gallery.link"), path)) }, say("gallery.share")),
      ),
      problem,
      makeRatingPart(course),
      course.yours ? makeOwn(go, course) : null,
    ),
    makeRaced(answer.value, signal),
  );
}

/**
 * How a course races, and where it stands; what is not known yet is shown as soon as it is.
 * @param {LibraryEntry} entry
 * @param {AbortSignal} signal
 */
function makeRaced({ course, standing }, signal) {
  const figures = make("div", {});
  const remarks = make("ul", { class: "course-remarks" });
  const places = make("div", {});
  const among = make("section", { class: "panel", "aria-labelledby": "standing-title" }, make("h2", { id: "standing-title" }, say("gallery.standing")), places);

  /** @param {CourseFigures | null} found @param {CourseStanding[]} compared */
  function show(found, compared) {
    fill(figures, found ? makeFigures(found) : make("p", { class: "aside", role: "status" }, say("gallery.pending")));
    fill(places, makeStandings(compared));
    among.hidden = !compared.length;
  }

  async function showNow() {
    const answer = await fetchCourse(course.key, signal);
    if (answer.ok && !signal.aborted) show(answer.value.course.figures, answer.value.standing);
  }

  show(course.figures, standing);
  const follower = {
    told: (/** @type {CourseCertificate} */ certificate) => {
      if (!certificate.done) return;
      fill(remarks, ...certificate.remarks.map((each) => make("li", {}, tellRemark(each, certificate.sleds))));
      if (!course.figures) void showNow();
    },
    waiting: () => {},
    failed: (/** @type {Refusal} */ why) => {
      if (!course.figures) fill(figures, make("p", { class: "problem", role: "status" }, whyNot(why)));
    },
  };
  void follow(course.line, follower, signal);
  return make(
    "div",
    { class: "course-raced" },
    make("section", { class: "panel", "aria-labelledby": "figures-title" }, make("h2", { id: "figures-title" }, say("gallery.figures")), figures, remarks),
    among,
  );
}

/** What whoever has published a course can do. @param {Go} go @param {LibraryCourse} course */
function makeOwn(go, course) {
  const rename = make(
    "button",
    {
      type: "button",
      class: "plain",
      onclick: () => openPublish(go, { line: course.line, name: course.title, description: course.description }, () => go(pathToCourse(course.key)), true),
    },
    say("gallery.rename"),
  );
  const remove = make("button", { type: "button", class: "plain", onclick: () => askToWithdraw(go, course) }, say("gallery.withdraw"));
  return make("div", { class: "course-own" }, rename, remove);
}

/** @param {Go} go @param {LibraryCourse} course */
function askToWithdraw(go, course) {
  const problem = make("p", { class: "problem", role: "alert" });
  const sure = make("button", { type: "button", class: "danger", onclick: () => void drop() }, say("gallery.withdraw.sure"));
  const dialog = openDialog(say("gallery.withdraw"), make("p", {}, say("gallery.withdraw.means")), sure, problem);
  async function drop() {
    const answer = await send(sure, problem, () => withdraw(course.key));
    if (!answer.ok) return;
    dialog.close();
    go("/courses?from=published");
  }
}
