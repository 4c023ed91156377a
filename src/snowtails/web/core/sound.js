/**
 * The sounds of a race, made in the browser: nothing is loaded, and nothing sounds until it is asked
 * for. Sound never tells anything that is not seen as well.
 */

import { draw, make } from "./dom.js";
import { changes, set, settings } from "./settings.js";
import { say } from "./words.js";

/** @import {Move} from "./types" */

const PAWS_PER_SECOND = 9;
const BREATHS_PER_SECOND = 3.2;
/** Partials of a small bell, with how long each of them rings. */
const BELL = [
  [880, 1.4],
  [1760, 0.9],
  [2390, 0.6],
  [3520, 0.35],
];

/** @type {{ context: AudioContext, out: GainNode, noise: AudioBuffer } | null} */
let studio = null;

function open() {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: settings.volume });
  // Several sleds at once must not clip.
  out.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
  noise.copyToChannel(
    Float32Array.from({ length: noise.length }, () => Math.random() * 2 - 1),
    0,
  );
  return { context, out, noise };
}

changes.addEventListener("change", () => studio?.out.gain.setTargetAtTime(settings.volume, studio.context.currentTime, 0.02));

/** The time of the studio, if anything is to be heard now. @returns {number | null} */
function listening() {
  // Browsers keep a page silent until somebody has touched it.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return null;
  studio ??= open();
  void studio.context.resume();
  return studio.context.currentTime;
}

/**
 * Let a move be heard, if sound is wanted: paws, breath and runners, twigs, a bump at its end, a howl at the line.
 * What drifts is heard on the side to which it drifts.
 * @param {Move} move
 * @param {number} milliseconds how long the sled glides
 */
export function soundMove(move, milliseconds) {
  const now = listening();
  if (now === null) return;
  const seconds = milliseconds / 1000;
  const side = Math.max(-0.8, Math.min(0.8, move.drift * 0.4));
  // The first of all moves leaves the start.
  if (move.way[0]?.startsWith("0")) bark(now, side);
  if (move.way.length > 1) run(now, seconds || 0.3, move.speed, side);
  for (const { cause, space } of move.dents) {
    if (cause === "saplings") snap(now + (seconds * move.way.indexOf(space)) / move.way.length, side);
  }
  if (move.stop) bump(now + seconds, side);
  if (move.finished) howl(now + seconds + 0.1, side);
}

/** Let the winner's dogs howl, one after the other. */
export function soundVictory() {
  const now = listening();
  if (now === null) return;
  howl(now, -0.4);
  howl(now + 0.9, 0.4, 1.12);
}

/** Send a sound to one side. @param {AudioNode} from @param {number} side from -1 for the left to 1 */
function send(from, side) {
  if (studio) from.connect(new StereoPannerNode(studio.context, { pan: side })).connect(studio.out);
}

/**
 * A breath of noise.
 * @param {number} at
 * @param {number} seconds
 * @param {number} loud
 * @param {BiquadFilterOptions} filter
 * @param {number} side
 */
function hiss(at, seconds, loud, filter, side) {
  if (!studio) return;
  const { context, noise } = studio;
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  send(source.connect(new BiquadFilterNode(context, filter)).connect(swell(at, seconds, loud)), side);
  source.start(at, Math.random() * 0.9);
  source.stop(at + seconds);
}

/**
 * A tone that slides from one pitch to another.
 * @param {number} at
 * @param {number} seconds
 * @param {number} loud
 * @param {[from: number, to: number]} pitch
 * @param {number} side
 */
function tone(at, seconds, loud, [from, to], side) {
  if (!studio) return;
  const source = new OscillatorNode(studio.context, { frequency: from });
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  send(source.connect(swell(at, seconds, loud)), side);
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

/** Runners hiss, paws patter, dogs pant; all the more the faster. @param {number} at @param {number} seconds @param {number} speed @param {number} side */
function run(at, seconds, speed, side) {
  const pace = 0.7 + speed / 16;
  hiss(at, seconds, 0.1 * pace, { type: "bandpass", frequency: 1100 + speed * 110, Q: 0.6 }, side);
  for (let paw = 0; paw < seconds * PAWS_PER_SECOND * pace; paw++) {
    hiss(at + paw / PAWS_PER_SECOND / pace, 0.07, paw % 2 ? 0.16 : 0.22, { type: "lowpass", frequency: 420 }, side);
  }
  for (let breath = 0; breath < seconds * BREATHS_PER_SECOND; breath++) {
    hiss(at + breath / BREATHS_PER_SECOND, 0.14, 0.09, { type: "bandpass", frequency: breath % 2 ? 820 : 1350, Q: 2.4 }, side);
  }
}

/** A short throaty call. @param {number} at @param {number} side */
function bark(at, side) {
  for (const after of [0, 0.19]) {
    hiss(at + after, 0.1, 0.5, { type: "bandpass", frequency: 900, Q: 1.6 }, side);
    tone(at + after, 0.1, 0.4, [520, 240], side);
    tone(at + after, 0.09, 0.2, [1040, 430], side);
  }
}

/** A howl: it climbs, holds, wavers and sinks. @param {number} at @param {number} side @param {number} [high] */
function howl(at, side, high = 1) {
  if (!studio) return;
  const { context } = studio;
  const [rise, hold, end] = [at + 0.45, at + 1.3, at + 2.1];
  const voice = new GainNode(context, { gain: 0 });
  voice.gain.setValueAtTime(0.0001, at);
  voice.gain.exponentialRampToValueAtTime(0.3, rise);
  voice.gain.setValueAtTime(0.3, hold);
  voice.gain.exponentialRampToValueAtTime(0.0001, end);
  send(voice.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: 1500 })), side);
  const waver = new OscillatorNode(context, { frequency: 5.2 });
  for (const [times, loud] of /** @type {const} */ ([
    [1, 0.8],
    [2, 0.26],
    [3, 0.1],
  ])) {
    const pitch = new OscillatorNode(context, { type: "triangle" });
    const base = 300 * times * high;
    pitch.frequency.setValueAtTime(base, at);
    pitch.frequency.exponentialRampToValueAtTime(base * 1.9, rise);
    pitch.frequency.setValueAtTime(base * 1.9, hold);
    pitch.frequency.exponentialRampToValueAtTime(base * 1.15, end);
    waver.connect(new GainNode(context, { gain: 7 * times })).connect(pitch.frequency);
    pitch.connect(new GainNode(context, { gain: loud })).connect(voice);
    pitch.start(at);
    pitch.stop(end);
  }
  waver.start(at);
  waver.stop(end);
}

/** Something soft and heavy. @param {number} at @param {number} side */
function bump(at, side) {
  tone(at, 0.22, 0.7, [130, 48], side);
  hiss(at, 0.12, 0.35, { type: "lowpass", frequency: 700 }, side);
}

/** A sapling cracks. @param {number} at @param {number} side */
function snap(at, side) {
  hiss(at, 0.03, 0.6, { type: "highpass", frequency: 2600 }, side);
  hiss(at + 0.045, 0.02, 0.4, { type: "highpass", frequency: 3400 }, side);
  tone(at, 0.05, 0.25, [900, 300], side);
}

/** A small bell, twice. @param {number} at */
function ring(at) {
  for (const [pitch = 880, rings = 1] of BELL) {
    tone(at, rings, 0.16, [pitch, pitch], 0);
    tone(at + 0.28, rings, 0.12, [pitch, pitch], 0);
  }
}

/** Call somebody whose turn it is, if sound is wanted. */
export function soundTurn() {
  const now = listening();
  if (now !== null) ring(now);
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
