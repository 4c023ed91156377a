/** Says "your turn" to somebody who looks elsewhere: in the tab's title and icon, and if wished by a notice and a sound. */

import { settings } from "./settings.js";
import { soundTurn } from "./sound.js";
import { say } from "./words.js";

/** What the title says while nobody is called. @type {string | null} */
let title = null;
/** What the icon was, and what it is with a dot. @type {{ plain: string, dotted: string } | null} */
let icon = null;
/** @type {Notification | null} */
let notice = null;

/** Whether somebody looks at this page. */
const isSeen = () => !document.hidden && document.hasFocus();

/**
 * Call whoever has to decide, until they look or need not any more. What is called once is not called again.
 * @param {boolean} due
 * @param {string} about what it is about, such as a course
 */
export function call(due, about) {
  if (due && !isSeen()) begin(about);
  else end();
}

/** @param {string} about */
function begin(about) {
  if (title !== null) return;
  title = document.title;
  document.title = say("attention.title", { about });
  void showDot(true);
  soundTurn();
  if (settings.notify && "Notification" in window && Notification.permission === "granted") {
    notice = new Notification(say("attention.turn"), { body: about, tag: location.pathname, icon: iconLink()?.href });
    notice.onclick = () => {
      window.focus();
      end();
    };
  }
}

/** Nobody is called any more: title and icon are as before. */
function end() {
  if (title === null) return;
  document.title = title;
  title = null;
  notice?.close();
  notice = null;
  void showDot(false);
}

const iconLink = () => /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));

/** @param {boolean} dotted */
async function showDot(dotted) {
  const link = iconLink();
  if (!link) return;
  icon ??= { plain: link.href, dotted: await withDot(link.href) };
  link.href = dotted && title !== null ? icon.dotted : icon.plain;
}

/** The icon with a dot in its corner. @param {string} address */
async function withDot(address) {
  const drawing = await fetch(address).then(
    (answer) => answer.text(),
    () => "",
  );
  const [, size = "32"] = /viewBox="0 0 ([\d.]+)/.exec(drawing) ?? [];
  const unit = Number(size) / 32;
  const dot = `<circle cx="${24 * unit}" cy="${8 * unit}" r="${7 * unit}" fill="#D0443A" stroke="#fff" stroke-width="${2 * unit}"/></svg>`;
  return drawing ? `data:image/svg+xml,${encodeURIComponent(drawing.replace(/<\/svg>\s*$/, dot))}` : address;
}

/** Whoever comes back has been told. */
for (const [target, kind] of /** @type {const} */ ([
  [document, "visibilitychange"],
  [window, "focus"],
])) {
  target.addEventListener(kind, () => isSeen() && end());
}
