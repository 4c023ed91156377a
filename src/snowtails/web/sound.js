/** Sounds, made in the browser; none until somebody asks for them. */

import { settings } from "./settings.js";

/** @import {Move} from "./types" */

const LOUDNESS = 0.25;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** Where sounds go; made when the first one is wanted, since browsers allow none before a tap. */
function audio() {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** A second of noise. @param {AudioContext} out */
function noise(out) {
  if (hiss) return hiss;
  hiss = out.createBuffer(1, out.sampleRate, out.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/**
 * Something that swells and fades.
 * @param {AudioContext} out
 * @param {number} begin
 * @param {number} length in seconds
 * @param {number} loud from 0 to 1
 */
function swell(out, begin, length, loud) {
  const gain = out.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loud * LOUDNESS, begin + length * 0.25);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(out.destination);
  return gain;
}

/**
 * Noise through a narrow gap: runners on snow, breaking wood.
 * @param {number} after
 * @param {number} length
 * @param {number} pitch
 * @param {number} loud
 */
function rustle(after, length, pitch, loud) {
  const out = audio();
  const begin = out.currentTime + after;
  const source = new AudioBufferSourceNode(out, { buffer: noise(out), loop: true });
  const filter = new BiquadFilterNode(out, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(swell(out, begin, length, loud));
  source.start(begin);
  source.stop(begin + length);
}

/**
 * A tone that slides from one pitch to another.
 * @param {number} after
 * @param {number} length
 * @param {number} from
 * @param {number} to
 * @param {number} loud
 */
function tone(after, length, from, to, loud) {
  const out = audio();
  const begin = out.currentTime + after;
  const source = new OscillatorNode(out, { type: "sine", frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, begin + length);
  source.connect(swell(out, begin, length, loud));
  source.start(begin);
  source.stop(begin + length);
}

/**
 * Let a move be heard: runners, saplings, a bump at its end, a fanfare past the line.
 * @param {Move} move
 * @param {number} milliseconds how long the sled glides
 */
export function soundMove(move, milliseconds) {
  if (!settings.sound) return;
  const seconds = milliseconds / 1000;
  if (seconds) rustle(0, seconds, 700 + 120 * move.speed, 0.35);
  for (const [i] of move.dents.filter((dent) => dent.cause === "saplings").entries()) rustle(seconds * 0.5 + i * 0.09, 0.09, 2600, 0.9);
  if (move.stop) tone(seconds, 0.2, 150, 48, 1);
  if (move.finished) [523, 659, 784].forEach((pitch, i) => tone(seconds + i * 0.13, 0.4, pitch, pitch, 0.5));
}
