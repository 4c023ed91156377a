/** A link to hand to somebody: to copy, to share, to scan. */

import { fill, make } from "./dom.js";
import { addressOf, onlyHere } from "./links.js";
import { say } from "./words.js";

/** Characters of an address that a phone can still scan; as the server has it. */
const LONGEST_CODE = 700;

/**
 * @param {string} label what the link is for
 * @param {string} path
 */
export function makeShareLink(label, path) {
  const address = addressOf(path);
  const field = make("input", { class: "address", readonly: true, value: address, "aria-label": label, onfocus: () => field.select() });
  const told = make("span", { class: "copied", role: "status" });
  const copy = make(
    "button",
    { type: "button", onclick: async () => fill(told, say((await copied(field)) ? "invite.copied" : "invite.select")) },
    say("invite.copy"),
  );
  const share = make("button", { type: "button", onclick: () => void navigator.share({ url: address }).catch(() => {}) }, say("invite.share"));
  share.hidden = !("share" in navigator);
  return make(
    "div",
    { class: "invitation" },
    // Nobody could scan the way to a computer that only it can reach.
    onlyHere() || address.length > LONGEST_CODE
      ? null
      : make("img", { class: "scan", src: `/api/qr?text=${encodeURIComponent(address)}`, alt: say("invite.scan", { what: label }), width: 180, height: 180 }),
    make(
      "div",
      { class: "invitation-link" },
      make("p", {}, label),
      field,
      address.length > LONGEST_CODE ? make("p", { class: "aside" }, say("invite.long")) : null,
      make("div", { class: "invitation-acts" }, copy, share, told),
      onlyHere() ? make("p", { class: "aside" }, say("invite.onlyHere")) : null,
    ),
  );
}

/** A picture that the server paints, to be looked at and kept. @param {string} path @param {string} about */
export const makePicture = (path, about) =>
  make("a", { class: "painted", href: path, download: "snow-tails.png" }, make("img", { src: path, alt: about, width: 1200, height: 630, loading: "lazy" }));

/** Put a text on the clipboard; pages without a certificate have to do it the old way. @param {HTMLInputElement} field */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
