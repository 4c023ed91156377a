/** The server's drawing of a course, as a small picture. */

import { make } from "./dom.js";
import { theme } from "./settings.js";

/** @param {string} course name or line */
export const pictureOf = (course) =>
  make("img", { src: `/api/courses/${encodeURIComponent(course)}/drawing?theme=${theme()}`, alt: "", loading: "lazy", width: 96, height: 72 });
