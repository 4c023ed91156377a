/** The server's drawing of a course, as a small picture. */

import { make } from "./dom.js";
import { changes, theme } from "./settings.js";

/** Where an address of a drawing names its theme. */
const THEME = /(\/drawing\?theme=)\w+/;

// Pictures that are on the screen follow the theme.
changes.addEventListener("change", (event) => {
  if (!(event instanceof CustomEvent) || event.detail !== "theme") return;
  for (const each of document.images) if (THEME.test(each.src)) each.src = each.src.replace(THEME, `$1${theme()}`);
});

/** Where the drawing of a course is, in the theme of the screen. @param {string} course name or line */
export const drawingOf = (course) => `/api/courses/${encodeURIComponent(course)}/drawing?theme=${theme()}`;

/** @param {string} course name or line */
export const pictureOf = (course) => make("img", { src: drawingOf(course), alt: "", loading: "lazy", width: 96, height: 72 });
