/** The controls of a replay: play and pause, steps, a slider over all moments, and a speed. */

import { draw, fill, make } from "../core/dom.js";
import { number, say } from "../core/words.js";

/** @import {Frame, Part} from "../core/types" */

/** @typedef {{ at: number, playing: boolean, tempo: number, said: string, race: Frame["race"] }} Shown */
/**
 * @typedef {object} Told
 * @property {() => void} play
 * @property {(at: number) => void} go to a moment
 * @property {(by: 1 | -1) => void} step
 * @property {(tempo: number) => void} tempo
 * @property {(round: number) => string} round what a round is called
 */

export const TEMPOS = [0.5, 1, 2, 4];

const FIGURES = {
  first: "M-6-6V6M7-6L-2 0L7 6Z",
  back: "M5-6L-4 0L5 6Z",
  play: "M-4-7L7 0L-4 7Z",
  pause: "M-4-6V6M4-6V6",
  on: "M-5-6L4 0L-5 6Z",
  last: "M6-6V6M-7-6L2 0L-7 6Z",
};

/** @param {keyof typeof FIGURES} name */
const figure = (name) => draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d: FIGURES[name] }));

/**
 * @param {Frame[]} frames
 * @param {Told} told
 * @returns {Part<Shown>}
 */
export function makeControls(frames, told) {
  const roundOf = (/** @type {Frame["race"]} */ { round }) => (round ? told.round(round) : say("ribbon.start"));
  const last = frames.length - 1;
  const button = (/** @type {"first" | "back" | "on" | "last"} */ name, /** @type {() => void} */ act) =>
    make(
      "button",
      { type: "button", class: "icon", "data-act": name, "aria-label": say(`replay.${name}`), title: say(`replay.${name}`), onclick: act },
      figure(name),
    );
  const play = make("button", { type: "button", class: "icon play", onclick: told.play });
  const slider = make("input", {
    type: "range",
    class: "scrub",
    min: 0,
    max: last,
    step: 1,
    "aria-label": say("replay.moment"),
    oninput: () => told.go(Number(slider.value)),
  });
  const count = make("span", { class: "moment-count" });
  const tempo = make(
    "select",
    { "aria-label": say("replay.tempo"), onchange: () => told.tempo(Number(tempo.value)) },
    ...TEMPOS.map((each) => make("option", { value: each }, say("replay.times", { count: each }))),
  );
  const element = make(
    "div",
    { class: "replay-controls", role: "group", "aria-label": say("replay.controls") },
    make(
      "div",
      { class: "buttons" },
      button("first", () => told.go(0)),
      button("back", () => told.step(-1)),
      play,
      button("on", () => told.step(1)),
      button("last", () => told.go(last)),
    ),
    make("div", { class: "timeline" }, drawTimeline(frames), slider),
    count,
    tempo,
  );

  let playingShown = /** @type {boolean | null} */ (null);
  return {
    element,
    show({ at, playing, tempo: now, said, race }) {
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", say("about", { what: roundOf(race), about: said }));
      tempo.value = String(now);
      fill(count, make("span", {}, roundOf(race)), " ", make("span", {}, say("replay.count", { at, last })));
      if (playingShown === playing) return;
      playingShown = playing;
      const label = say(playing ? "replay.pause" : "replay.play");
      fill(play, figure(playing ? "pause" : "play"));
      play.setAttribute("aria-label", label);
      play.title = label;
    },
  };
}

/** Where rounds begin, where somebody is dented, comes in or is wrecked. @param {Frame[]} frames */
function drawTimeline(frames) {
  const last = Math.max(1, frames.length - 1);
  const at = (/** @type {number} */ place) => ((place / last) * 1000).toFixed(1);
  const begins = frames.filter(({ race }, i) => race.round > 0 && race.round !== frames[i - 1]?.race.round);
  const dents = frames.filter(({ move }) => move?.dents.length);
  const ends = frames.filter(({ move }) => move?.finished || move?.wrecked);
  const space = Math.ceil(begins.length / 16);
  return draw(
    "svg",
    { class: "timeline-marks", "aria-hidden": "true" },
    ...begins.map(({ number: place, race }, i) =>
      draw(
        "svg",
        { x: `${Number(at(place)) / 10}%`, y: 0, overflow: "visible" },
        draw("path", { class: "round-begins", d: "M0 1V12" }),
        i % space ? null : draw("text", { class: (i / space) % 2 ? "every-other" : "", x: 3, y: 10 }, number(race.round)),
      ),
    ),
    ...dents.map(({ number: place }) =>
      draw("svg", { x: `${Number(at(place)) / 10}%`, y: 16, overflow: "visible" }, draw("path", { class: "dent-mark", d: "M0-3.5L3.5 3H-3.5Z" })),
    ),
    ...ends.map(({ number: place, move }) =>
      draw(
        "svg",
        { x: `${Number(at(place)) / 10}%`, y: 15, overflow: "visible" },
        move?.finished
          ? draw("path", { class: "flag-mark", d: "M0 5V-5H7L5-2.5L7 0H0" })
          : draw("path", { class: "wreck-mark", d: "M-3.5-3.5L3.5 3.5M3.5-3.5L-3.5 3.5" }),
      ),
    ),
  );
}
