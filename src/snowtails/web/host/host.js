/** For whoever runs the server: how much is going on, how long it takes and what went wrong. */

import { get, insist } from "../core/api.js";
import { fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { cell, makeFact, makeTable } from "../core/figures.js";
import { makeScreenHead } from "../core/screen-head.js";
import { number, rounded, say } from "../core/words.js";

/** @import {Child} from "../core/dom.js" */
/** @import {Go} from "../core/links.js" */
/** @import {HostFigures} from "../core/types" */

/** Milliseconds after which the figures are asked for again. */
const FRESH = 5000;

/**
 * @param {Go} go
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>}
 */
export async function showHost(go, signal) {
  const figures = make("div", { class: "host-figures" });
  /** Ask for the figures and show them; where the table was scrolled to, and the focus, stay. */
  async function renew() {
    const answer = await insist(() => get("/host/figures"), signal);
    if (signal.aborted) return;
    const before = figures.querySelector(".scrolled");
    const left = before?.scrollLeft ?? 0;
    const focused = before === document.activeElement;
    fill(figures, ...(answer.ok ? parts(answer.value) : [make("p", { class: "problem" }, whyNot(answer))]));
    const after = figures.querySelector(".scrolled");
    if (after instanceof HTMLElement) {
      after.scrollLeft = left;
      if (before && focused) after.focus({ preventScroll: true });
    }
  }
  let timer = 0;
  /** Ask again some time after each answer: while the server is away, nothing piles up. */
  async function goOn() {
    await renew();
    if (!signal.aborted) timer = setTimeout(() => void goOn(), FRESH);
  }
  await goOn();
  signal.addEventListener("abort", () => clearTimeout(timer));
  return make(
    "main",
    { class: "table-screen host-screen" },
    makeScreenHead(go, say("host.label")),
    make("p", { class: "aside" }, say("host.about", { seconds: FRESH / 1000 })),
    figures,
  );
}

/** An address that a line may end in, before any of its slashes. @param {string} route @returns {Child[]} */
const breakable = (route) => route.split(/(?=\/)/).flatMap((part, i) => (i ? [make("wbr"), part] : [part]));

/** @param {HostFigures} figures */
function parts({ version, database, tables, streams, thinking, faults, routes }) {
  return [
    make(
      "dl",
      { class: "facts panel" },
      makeFact(say("host.tables"), number(tables)),
      makeFact(say("host.streams"), number(streams)),
      makeFact(say("host.thinking"), number(thinking)),
      makeFact(say("host.faults"), number(faults)),
    ),
    makeTable(
      say("host.requests"),
      [say("host.route"), say("host.answered"), say("host.errors"), say("host.mean"), say("host.slowest")],
      routes.map(({ route, answered, errors, mean, slowest }) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, ...breakable(route)),
          cell(number(answered)),
          cell(number(errors)),
          cell(say("host.milliseconds", { value: rounded(mean * 1000, 1) })),
          cell(slowest === null ? say("host.longer") : say("host.milliseconds", { value: rounded(slowest * 1000) })),
        ),
      ),
    ),
    make("p", { class: "aside" }, say("host.version", { version, database })),
  ];
}
