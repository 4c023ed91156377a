/** Dialogs: settings, keys. */

import { make } from "./dom.js";
import { KEYS } from "./keyboard.js";
import { set, settings } from "./settings.js";
import { LANGUAGES, say, spoken } from "./words.js";

/** @import {Child} from "./dom.js" */
/** @import {KeyHelp} from "./keyboard.js" */
/** @import {Key} from "./words.js" */

/** Open a dialog that Escape, its button or a tap beside it closes. @param {string} title @param {...Child} content */
export function openDialog(title, ...content) {
  const heading = make("h2", { id: "dialog-title" }, title);
  const close = make("button", { type: "button", class: "plain", onclick: () => dialog.close() }, say("close"));
  const dialog = make("dialog", { "aria-labelledby": heading.id }, make("header", {}, heading, close), ...content);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choice(label, options, chosen, choose) {
  const select = make(
    "select",
    { onchange: () => choose(select.value) },
    ...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} choose */
function tick(label, on, choose) {
  const box = make("input", { type: "checkbox", checked: on, onchange: () => choose(box.checked) });
  return make("label", { class: "field tick" }, box, make("span", {}, label));
}

/**
 * A slider for something between 0 and 1.
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} choose
 */
function slider(label, value, choose) {
  const range = make("input", { type: "range", min: 0, max: 1, step: 0.1, value, oninput: () => choose(Number(range.value)) });
  return make("label", { class: "field" }, make("span", {}, label), range);
}

/** Settings that belong together. @param {Key} title @param {...Child} fields */
const group = (title, ...fields) => make("fieldset", { class: "settings-group" }, make("legend", {}, say(title)), ...fields);

/** A tick for being told of one's turn; the browser is asked first. */
function notifyTick() {
  const denied = make("p", { class: "aside", role: "status" });
  const label = tick(say("settings.notify"), settings.notify, async (on) => {
    const allowed = on && (await window.Notification?.requestPermission()) === "granted";
    denied.textContent = on && !allowed ? say("settings.notify.denied") : "";
    const box = label.querySelector("input");
    if (box) box.checked = allowed;
    await set("notify", allowed);
  });
  return make("div", {}, label, denied);
}

export function openSettings() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const speeds = /** @type {const} */ (["calm", "normal", "quick", "none"]);
  const dialog = openDialog(
    say("settings.label"),
    group(
      "settings.look",
      choice(
        say("settings.theme"),
        themes.map((each) => [each, say(`settings.theme.${each}`)]),
        settings.theme,
        (value) => set("theme", themes.find((each) => each === value) ?? "auto"),
      ),
      choice(
        say("settings.language"),
        Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]),
        spoken(),
        async (value) => {
          await set("language", value);
          dialog.close();
          dialog.remove();
          [...openSettings().querySelectorAll("select")].find((each) => each.value === value)?.focus();
        },
      ),
      tick(say("settings.large"), settings.large, (on) => set("large", on)),
    ),
    group(
      "settings.race",
      choice(
        say("settings.speed"),
        speeds.map((each) => [each, say(`settings.speed.${each}`)]),
        settings.speed,
        (value) => set("speed", speeds.find((each) => each === value) ?? "normal"),
      ),
      tick(say("settings.teaching"), settings.teaching, async (on) => {
        if (on) await set("taught", []);
        await set("teaching", on);
      }),
      tick(say("settings.confirm"), settings.confirm, (on) => set("confirm", on)),
      tick(say("settings.spaceNames"), settings.spaceNames, (on) => set("spaceNames", on)),
      tick(say("settings.keys"), settings.keys, (on) => set("keys", on)),
    ),
    group(
      "settings.notice",
      tick(say("settings.sound"), settings.sound, (on) => set("sound", on)),
      slider(say("settings.volume"), settings.volume, (value) => set("volume", value)),
      notifyTick(),
    ),
  );
  return dialog;
}

/** A list of what keys do. @param {KeyHelp[]} keys */
export function makeKeys(keys = KEYS) {
  const rows = keys.map(({ caps, means }) => make("div", {}, make("dt", {}, ...caps().map((cap) => make("kbd", {}, cap))), make("dd", {}, say(means))));
  return make("dl", { class: "keys" }, ...rows);
}

/** @param {KeyHelp[]} keys */
export const openKeys = (keys = KEYS) => openDialog(say("keys.label"), makeKeys(keys));
