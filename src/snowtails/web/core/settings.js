/** What somebody likes, kept in this browser. */

import { showSpaceCodes } from "./space-names.js";
import { setLanguage, wishedLanguage } from "./words.js";

/** @import {RaceChoice, RaceRecord} from "../home/race-choice.js" */
/** @import {Colour, Dog} from "./types" */

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {string} language
 * @property {"calm" | "normal" | "quick" | "none"} speed
 * @property {boolean} large whether type is larger
 * @property {boolean} teaching
 * @property {boolean} sound
 * @property {number} volume from 0 to 1
 * @property {boolean} notify whether the browser tells of one's turn
 * @property {boolean} confirm whether Go is pressed twice
 * @property {boolean} spaceNames whether texts name spaces
 * @property {boolean} keys
 * @property {boolean} chatMuted
 * @property {string} name
 * @property {Dog | null} dog
 * @property {Colour | null} colour the colour liked best
 * @property {string[]} taught lessons in races
 * @property {string} learnPlace where somebody is in Learn
 * @property {string[]} learnt scenes of Learn that were done
 * @property {RaceChoice | null} raceChoice what Race now opens; null for what is proposed
 * @property {RaceRecord} raceRecord
 */

const KEPT_AS = "snowtails";

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  language: "",
  speed: "normal",
  large: false,
  teaching: true,
  sound: false,
  volume: 0.7,
  notify: false,
  confirm: false,
  spaceNames: false,
  keys: true,
  chatMuted: false,
  name: "",
  dog: null,
  colour: null,
  taught: [],
  learnPlace: "",
  learnt: [],
  raceChoice: null,
  raceRecord: { level: 0, table: "", raced: 0 },
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...kept() };

/** Told with type "change" whenever a setting has changed; `detail` is its name. */
export const changes = new EventTarget();

const darkWished = matchMedia("(prefers-color-scheme: dark)");
darkWished.addEventListener("change", () => settings.theme === "auto" && announce("theme"));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} name */
function announce(name) {
  applyTheme();
  changes.dispatchEvent(new CustomEvent("change", { detail: name }));
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export async function set(name, value) {
  settings[name] = value;
  try {
    // What another tab has changed meanwhile stays.
    localStorage.setItem(KEPT_AS, JSON.stringify({ ...kept(), [name]: value }));
  } catch {
    // A browser that keeps nothing still plays.
  }
  if (name === "language") await applyLanguage();
  announce(name);
}

/** The theme that is shown: "light" or "dark". */
export function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return darkWished.matches ? "dark" : "light";
}

function applyTheme() {
  showSpaceCodes(settings.spaceNames);
  document.documentElement.dataset.theme = theme();
  document.documentElement.toggleAttribute("data-large", settings.large);
}

const applyLanguage = () => setLanguage(settings.language || wishedLanguage());

/** Take all settings into use. */
export async function apply() {
  applyTheme();
  await applyLanguage();
}

/** How long something takes that would take `milliseconds` at normal speed; 0: do not move. Nothing moves that nobody sees. */
export function paced(/** @type {number} */ milliseconds) {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { calm: 1.6, normal: 1, quick: 0.5, none: 0 }[settings.speed] * milliseconds;
}
