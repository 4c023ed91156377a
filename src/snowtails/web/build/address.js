/** The address of a course that is being built: a link is a course. */

/** @import {ProblemPart} from "../core/types" */

/** @param {{ line: string, name: string }} course @param {string} [screen] @param {string} [lay] the table of the season that it is built for */
export function pathTo({ line, name }, screen = "/build", lay = "") {
  const query = new URLSearchParams();
  if (lay) query.set("lay", lay);
  if (line) query.set("course", line);
  if (name) query.set("name", name);
  return `${screen}${query.size ? `?${query}` : ""}`;
}

/** What an address names. @param {string} search */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  const lay = query.get("lay") ?? "";
  return { course: query.get("course") ?? "", name: (query.get("name") ?? "").slice(0, 80), lay: /^[\w-]+$/.test(lay) ? lay : "" };
}

/** As much of a course line as can be read, when the server said where it cannot. @param {string} line @param {{ problems?: ProblemPart[] }} refusal */
export function readablePart(line, { problems = [] }) {
  const column = Number(problems.find(({ code }) => code === "line")?.facts?.column ?? 1);
  return line.slice(0, column - 1);
}
