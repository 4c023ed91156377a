/**
 * All words of the page, from a catalogue for each language.
 *
 * Messages are written as in ICU: `{name}`, `{count, number}`,
 * `{count, plural, =0 {none} one {# dent} other {# dents}}`, `{place, selectordinal, …}`,
 * `{side, select, left {…} other {…}}`.
 */

import { en } from "../words/en.js";
import { late } from "./preload.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {Record<string, string>} Catalogue */

/** Languages by code, with the name each has for itself, and how its catalogue is loaded. */
export const LANGUAGES = /** @type {Record<string, { name: string, load: () => Promise<Catalogue> }>} */ ({
  en: { name: "English", load: async () => en },
  de: { name: "Deutsch", load: async () => (await import("../words/de.js")).de },
  ja: { name: "日本語", load: async () => (await import("../words/ja.js")).ja },
});

/** @type {Catalogue} */
let catalogue = en;
let language = "en";
let plurals = new Intl.PluralRules(language);
let ordinals = new Intl.PluralRules(language, { type: "ordinal" });
let numbers = new Intl.NumberFormat(language);
let lists = new Intl.ListFormat(language, { style: "long", type: "conjunction" });

/** Return the language that fits the browser's wishes best. */
export function wishedLanguage() {
  const wished = navigator.languages.map((each) => each.split("-")[0] ?? "");
  return wished.find((each) => each in LANGUAGES) ?? "en";
}

/** @param {string} code */
export async function setLanguage(code) {
  const chosen = LANGUAGES[code] ?? LANGUAGES.en;
  catalogue = chosen ? await late(chosen.load) : en;
  language = code;
  plurals = new Intl.PluralRules(code);
  ordinals = new Intl.PluralRules(code, { type: "ordinal" });
  numbers = new Intl.NumberFormat(code);
  lists = new Intl.ListFormat(code, { style: "long", type: "conjunction" });
  document.documentElement.lang = code;
  document.title = say("title");
}

/** The language that is spoken now. */
export const spoken = () => language;

/**
 * Say something in the chosen language.
 * @param {Key} key
 * @param {Record<string, string | number>} [facts]
 */
export function say(key, facts = {}) {
  return filled(catalogue[key] ?? en[key], facts);
}

/**
 * Say something whose key is put together from what the server told; the text itself if unknown.
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, string | number>} [facts]
 */
export function sayOr(key, otherwise, facts = {}) {
  const message = catalogue[key] ?? /** @type {Catalogue} */ (en)[key];
  return message === undefined ? otherwise : filled(message, facts);
}

/** @param {string[]} parts */
export const listed = (parts) => lists.format(parts);

/** Put sentences one after the other. @param {string[]} sentences */
export const joined = (sentences) => sentences.join(say("sentence.gap"));

/** A number as it is written, with a minus sign and not a hyphen. @param {number} value */
export const number = (value) => numbers.format(value).replace("-", "−");

/** @param {number} value @param {number} [digits] behind the point */
export const rounded = (value, digits = 0) => number(Number(value.toFixed(digits)));

/** A share of one, exact to a tenth where it is small. @param {number} value */
export const percent = (value) => inPercent(value, value && Math.abs(value) < 0.095 ? 1 : 0);

/** A chance in whole percent; a small one is not nothing, and what is nearly sure is not sure. @param {number} value */
export function chanceOf(value) {
  if (value > 0 && value < 0.01) return say("percent.less", { least: inPercent(0.01, 0) });
  if (value > 0.99 && value < 1) return say("percent.more", { most: inPercent(0.99, 0) });
  return inPercent(value, 0);
}

/** @param {number} value @param {number} digits behind the point, at most */
const inPercent = (value, digits) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits }).format(value);

/**
 * @param {string} message
 * @param {Record<string, string | number>} facts
 * @returns {string}
 */
function filled(message, facts) {
  let said = "";
  for (let at = 0; at < message.length; ) {
    if (message[at] !== "{") {
      said += message[at++];
      continue;
    }
    const end = closing(message, at);
    said += argument(message.slice(at + 1, end), facts);
    at = end + 1;
  }
  return said;
}

/** @param {string} text @param {number} open place of a brace */
function closing(text, open) {
  for (let at = open, depth = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`a brace is not closed: ${text}`);
}

/** @param {string} inside @param {Record<string, string | number>} facts */
function argument(inside, facts) {
  const [, name = "", kind, rest = ""] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,([\s\S]*))?)?$/.exec(inside) ?? [];
  const value = facts[name] ?? "";
  if (kind === "plural" || kind === "selectordinal") {
    const chosen = options(rest);
    const rules = kind === "plural" ? plurals : ordinals;
    const message = chosen[`=${value}`] ?? chosen[rules.select(Number(value))] ?? chosen.other ?? "";
    return filled(message.replaceAll("#", number(Number(value))), facts);
  }
  if (kind === "select") {
    const chosen = options(rest);
    return filled(chosen[String(value)] ?? chosen.other ?? "", facts);
  }
  return typeof value === "number" ? number(value) : value;
}

/** @param {string} text such as `one {# dent} other {# dents}` */
function options(text) {
  /** @type {Record<string, string>} */
  const found = {};
  for (let at = 0; ; ) {
    const open = text.indexOf("{", at);
    if (open < 0) return found;
    const end = closing(text, open);
    found[text.slice(at, open).trim()] = text.slice(open + 1, end);
    at = end + 1;
  }
}
