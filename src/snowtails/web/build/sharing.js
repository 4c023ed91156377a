/** Keeping courses in this browser, and taking them elsewhere. */

import { drawingOf, pictureOf } from "../core/course-picture.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeLink } from "../core/links.js";
import { theme } from "../core/settings.js";
import { makeShareLink } from "../core/share-link.js";
import { say } from "../core/words.js";
import { forget, keep, keptCourses } from "../library/shelf.js";
import { pathTo } from "./address.js";

/** @import {Go} from "../core/links.js" */
/** @import {Draft} from "../core/types" */
/** @import {Course} from "./edits.js" */
/** @import {KeptCourse} from "../library/shelf.js" */

/**
 * Show the courses that are kept, and keep one more.
 * @param {Course} course
 * @param {Draft | null} draft
 * @param {(kept: KeptCourse) => void} open
 */
export function openShelf(course, draft, open) {
  const told = make("p", { class: "aside", role: "status" });
  const rows = make("ul", { class: "shelf" });
  const save = make("button", { type: "button", class: "go", disabled: !draft?.line, onclick: () => put() }, say("build.shelf.keep"));
  const dialog = openDialog(say("build.shelf"), make("p", { class: "aside" }, say("build.shelf.about")), save, told, rows);

  function put() {
    const kept = draft && keep({ line: draft.line, name: course.name || say("course.unnamed"), description: course.description });
    told.textContent = say(kept ? "build.shelf.kept" : "build.shelf.full");
    list();
  }

  /** @param {KeptCourse} kept */
  function takeUp(kept) {
    dialog.close();
    open(kept);
  }

  /** @param {KeptCourse} kept */
  function drop(kept) {
    forget(kept.line);
    list();
  }

  /** @param {"build.shelf.open" | "build.shelf.forget"} what @param {KeptCourse} kept @param {(kept: KeptCourse) => void} act */
  const button = (what, kept, act) =>
    make(
      "button",
      { type: "button", class: act === drop ? "plain" : null, "aria-label": say("about", { what: say(what), about: kept.name }), onclick: () => act(kept) },
      say(what),
    );

  function list() {
    const kept = keptCourses();
    const makeRow = (/** @type {KeptCourse} */ each) =>
      make(
        "li",
        {},
        pictureOf(each.line),
        make("span", { class: "shelf-name" }, each.name),
        button("build.shelf.open", each, takeUp),
        button("build.shelf.forget", each, drop),
      );
    fill(rows, ...kept.map(makeRow));
  }
  list();
}

/** A name for a file. @param {string} name */
const fileName = (name) => (name || "course").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/**
 * Offer a course as a link, as files and on paper.
 * @param {Course} course
 * @param {Draft | null} draft
 * @param {Go} go
 * @param {string} lay the table of the season that it is built for
 */
export function openExport(course, draft, go, lay) {
  const file = fileName(course.name);
  const { line = "", sound = false, toml = "" } = draft ?? {};
  const as = (/** @type {string} */ kind, /** @type {string} */ href) => make("a", { class: "button", download: `${file}.${kind}`, href }, kind.toUpperCase());
  const links = sound
    ? [
        as("toml", URL.createObjectURL(new Blob([toml], { type: "application/toml" }))),
        as("svg", drawingOf(line)),
        as("png", `/api/courses/${encodeURIComponent(line)}/image?theme=${theme()}`),
      ]
    : [];
  const dialog = openDialog(
    say("build.export"),
    makeShareLink(say("build.link"), pathTo({ line, name: course.name })),
    make("p", { class: "aside" }, say(sound ? "build.files" : "build.files.unsound")),
    make("div", { class: "build-acts" }, ...links),
    sound ? make("p", { class: "aside" }, say("build.paper")) : null,
    sound
      ? make(
          "div",
          { class: "build-acts" },
          makeLink(
            (path) => {
              dialog.close();
              go(path);
            },
            pathTo({ line, name: course.name }, "/build/print", lay),
            { class: "button" },
            say("print.label"),
          ),
        )
      : null,
  );
}
