/** Publishing a course on this server: a dialog that asks for its name, and says what came of it. */

import { pictureOf } from "../core/course-picture.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { ownName } from "../core/introduce.js";
import { makeLink } from "../core/links.js";
import { courseName } from "../core/names.js";
import { settings } from "../core/settings.js";
import { send } from "../core/submit.js";
import { say, spoken } from "../core/words.js";
import { pathToCourse, publish } from "./library.js";

/** @import {Go} from "../core/links.js" */
/** @import {LibraryCourse, Publication} from "../core/types" */
/** @import {OwnCourse} from "./library.js" */

/**
 * Ask for a name and publish a course that can be raced.
 * @param {Go} go
 * @param {OwnCourse} course
 * @param {(published: LibraryCourse) => void} [published] told when it is done, also if it was there before
 * @param {boolean} [again] whether it is published already and gets another name
 */
export function openPublish(go, course, published = () => {}, again = false) {
  const name = make("input", { maxlength: 80, required: true, autocomplete: "off", value: course.name });
  const about = make("input", { maxlength: 300, autocomplete: "off", value: course.description[spoken()] ?? "" });
  const by = make("input", { maxlength: 24, required: true, autocomplete: "nickname", spellcheck: "false", value: ownName() });
  const problem = make("p", { class: "problem", role: "alert" });
  const button = make("button", { class: "go" }, say(again ? "publish.change" : "publish.go"));
  const field = (/** @type {string} */ label, /** @type {HTMLInputElement} */ input) =>
    make("label", { class: "publish-field" }, make("span", {}, label), input);
  const form = make(
    "form",
    { class: "publish-form" },
    pictureOf(course.line),
    make("p", { class: "aside" }, say("publish.about")),
    field(say("publish.name"), name),
    field(say("publish.description"), about),
    settings.name ? null : field(say("publish.by"), by),
    problem,
    button,
  );
  const dialog = openDialog(say(again ? "publish.again" : "publish.label"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const description = { ...course.description, [spoken()]: about.value.trim() };
    const answer = await send(button, problem, () => publish({ line: course.line, name: name.value, description }, by.value));
    if (!answer.ok) return;
    /** @type {Publication} */
    const done = answer.value;
    if (again) {
      dialog.close();
      return published(done.course);
    }
    const look = makeLink(go, pathToCourse(done.course.key), { class: "button go" }, say("publish.look"));
    look.addEventListener("click", () => dialog.close());
    fill(form, pictureOf(course.line), make("p", { role: "status", class: "published" }, tellPublication(done)), look);
    look.focus();
    published(done.course);
  });
  name.focus();
}

/** @param {Publication} publication */
export function tellPublication({ course, fresh }) {
  const name = courseName(course.title);
  if (course.yours) return say(fresh ? "publish.done" : "publish.changed", { name });
  return course.by ? say("publish.known", { name, by: course.by }) : say("publish.known.nobody", { name });
}
