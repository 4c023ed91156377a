/**
 * The sounds of a race, made in the browser: nothing is loaded, and nothing sounds until it is asked
 * for. Sound never tells anything that is not seen as well.
 */

import { draw, make } from "./dom.js";
import { changes, set, settings } from "./settings.js";
import { say } from "./words.js";

/** @import {Move} from "./types" */

const LOUDNESS = 0.5;
const PAWS_PER_SECOND = 9;
/** Partials of a small bell, with how long each of them rings. */
const BELL = [
  [880, 1.4],
  [1760, 0.9],
  [2390, 0.6],
  [3520, 0.35],
];

/** @type {{ context: AudioContext, out: AudioNode, noise: AudioBuffer } | null} */
let studio = null;

function open() {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: LOUDNESS });
  out.connect(context.destination);
  const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
  noise.copyToChannel(
    Float32Array.from({ length: noise.length }, () => Math.random() * 2 - 1),
    0,
  );
  return { context, out, noise };
}

/**
 * Let a move be heard, if sound is wanted: paws and runners, twigs, a bump at its end, a bell at the line.
 * @param {Move} move
 * @param {number} milliseconds how long the sled glides
 */
export function soundMove(move, milliseconds) {
  // Browsers keep a page silent until somebody has touched it.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  studio ??= open();
  void studio.context.resume();
  const [now, seconds] = [studio.context.currentTime, milliseconds / 1000];
  if (move.path.length) run(now, seconds || 0.3);
  for (const { cause, space } of move.dents) {
    if (cause === "saplings") snap(now + (seconds * (move.path.indexOf(space) + 1)) / (move.path.length + 1));
  }
  if (move.stop) bump(now + seconds);
  if (move.finished) ring(now + seconds);
}

/**
 * A breath of noise.
 * @param {number} at
 * @param {number} seconds
 * @param {number} loud
 * @param {BiquadFilterOptions} filter
 */
function hiss(at, seconds, loud, filter) {
  if (!studio) return;
  const { context, noise, out } = studio;
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  source
    .connect(new BiquadFilterNode(context, filter))
    .connect(swell(at, seconds, loud))
    .connect(out);
  source.start(at, Math.random() * 0.9);
  source.stop(at + seconds);
}

/**
 * A tone that falls from one pitch to another.
 * @param {number} at
 * @param {number} seconds
 * @param {number} loud
 * @param {number} from
 * @param {number} to
 */
function tone(at, seconds, loud, from, to = from) {
  if (!studio) return;
  const source = new OscillatorNode(studio.context, { frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(swell(at, seconds, loud)).connect(studio.out);
  source.start(at);
  source.stop(at + seconds);
}

/** Quick in, slow out. @param {number} at @param {number} seconds @param {number} loud */
function swell(at, seconds, loud) {
  const gain = new GainNode(/** @type {{ context: AudioContext }} */ (studio).context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.02, seconds / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  return gain;
}

/** Runners hiss, paws patter. @param {number} at @param {number} seconds */
function run(at, seconds) {
  hiss(at, seconds, 0.12, { type: "bandpass", frequency: 1400, Q: 0.6 });
  for (let paw = 0; paw < seconds * PAWS_PER_SECOND; paw++) {
    hiss(at + paw / PAWS_PER_SECOND, 0.07, paw % 2 ? 0.16 : 0.22, { type: "lowpass", frequency: 420 });
  }
}

/** Something soft and heavy. @param {number} at */
function bump(at) {
  tone(at, 0.22, 0.7, 130, 48);
  hiss(at, 0.12, 0.35, { type: "lowpass", frequency: 700 });
}

/** A twig breaks. @param {number} at */
function snap(at) {
  hiss(at, 0.03, 0.6, { type: "highpass", frequency: 2600 });
  hiss(at + 0.045, 0.02, 0.4, { type: "highpass", frequency: 3400 });
  tone(at, 0.05, 0.25, 900, 300);
}

/** The bell at the finish, twice. @param {number} at */
function ring(at) {
  for (const [pitch = 880, rings = 1] of BELL) {
    tone(at, rings, 0.16, pitch);
    tone(at + 0.28, rings, 0.12, pitch);
  }
}

/** Call somebody whose turn it is, if sound is wanted. */
export function soundTurn() {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  studio ??= open();
  void studio.context.resume();
  ring(studio.context.currentTime);
}

/** A button that switches sound on and off, as the settings do. @param {AbortSignal} signal */
export function makeSoundButton(signal) {
  const waves = draw("path", {});
  const figure = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d: "M-8-3H-4L1-7V7L-4 3H-8Z" }), waves);
  const label = say("settings.sound");
  const button = make(
    "button",
    { type: "button", class: "icon sound", "aria-label": label, title: label, onclick: () => set("sound", !settings.sound) },
    figure,
  );
  const show = () => {
    button.setAttribute("aria-pressed", String(settings.sound));
    waves.setAttribute("d", settings.sound ? "M4-3Q6 0 4 3M7-6Q11 0 7 6" : "M4-3L9 3M9-3L4 3");
  };
  changes.addEventListener("change", show, { signal });
  show();
  return button;
}
