/** The chat of a table. What people write is shown as text and never as anything else. */

import { insist, newKey, post } from "../core/api.js";
import { draw, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeBadge } from "../core/face.js";
import { introduce, ownName } from "../core/introduce.js";
import { set, settings } from "../core/settings.js";
import { send } from "../core/submit.js";
import { number, say } from "../core/words.js";

/** @import {Happening, Reaction, View} from "../core/types" */

/** As many characters as the server takes. */
const LONGEST = 300;
const MOST_SHOWN = 200;
/** Milliseconds for which a call is shown where the chat is closed. */
const CALL_LASTS = 4000;

/** What can be called; everybody reads it in the own language. @type {Reaction[]} */
const REACTIONS = ["howl", "well-driven", "ouch", "close", "hurry", "thanks"];

/** @param {string} d */
const figure = (d) => draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, draw("path", { d }));
const BUBBLE = "M-8-7H8V4H-1L-5 8V4H-8Z";
const MUTE = `${BUBBLE}M-9 9L9-9`;

export class Chat {
  #unread = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #calling;
  /** @type {View} */ #view;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
    this.badge = make("span", { class: "badge", "aria-hidden": "true", hidden: true });
    this.opener = make(
      "button",
      { type: "button", class: "icon chat-open", "aria-expanded": "false", onclick: () => this.#toggle() },
      figure(BUBBLE),
      this.badge,
    );
    this.muting = make(
      "button",
      { type: "button", class: "icon", "aria-label": say("chat.mute"), title: say("chat.mute"), onclick: () => this.#mute() },
      figure(MUTE),
    );
    this.closer = make("button", { type: "button", class: "plain chat-close", onclick: () => this.#toggle(false) }, say("close"));
    this.log = make("ol", { class: "chat-log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": say("chat.label"), tabindex: 0 });
    this.field = make("input", { maxlength: LONGEST, "aria-label": say("chat.say"), placeholder: say("chat.say"), autocomplete: "off", enterkeyhint: "send" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.sender = make("button", {}, say("chat.send"));
    this.form = make("form", { class: "chat-form" }, this.field, this.sender);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#say(this.field.value.trim());
    });
    this.reactions = make(
      "div",
      { class: "reactions", role: "group", "aria-label": say("react.label") },
      ...REACTIONS.map((each) => make("button", { type: "button", onclick: () => void this.#react(each) }, say(`react.${each}`))),
    );
    this.bubble = make("p", { class: "call-bubble", role: "status" });
    this.silence = make("p", { class: "aside" }, say("chat.muted"));
    this.element = make(
      "section",
      { class: "chat", "aria-label": say("chat.label") },
      this.opener,
      this.bubble,
      make(
        "div",
        { class: "chat-panel" },
        make("header", {}, make("h2", {}, say("chat.label")), this.muting, this.closer),
        this.log,
        this.silence,
        this.problem,
        this.reactions,
        this.form,
      ),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element.classList.contains("opened")) return;
      event.stopPropagation();
      this.#toggle(false);
    });
    this.#showMuted();
    this.#showUnread();
  }

  /** Whether there is anybody to talk to. @param {View} view @param {number} onlookers */
  static wanted(view, onlookers) {
    const others = view.seats.some((each) => each.kind !== "musher" && !view.you.seats.includes(each.seat));
    return others || onlookers > 0 || !view.you.seats.length;
  }

  /** @param {View} view @param {number} onlookers */
  see(view, onlookers) {
    this.#view = view;
    this.element.hidden = !Chat.wanted(view, onlookers) && !this.log.childElementCount;
    const own = view.you.seats[0];
    const silenced = own === undefined ? view.onlookers_muted : (view.seats[own]?.muted ?? false);
    this.field.disabled = silenced;
    for (const button of this.reactions.querySelectorAll("button")) button.disabled = silenced;
    this.field.placeholder = say(silenced ? "chat.silenced" : "chat.say");
  }

  /** @param {Happening} event @param {boolean} fresh whether it was said just now */
  tell(event, fresh) {
    if (event.kind !== "chatted" && event.kind !== "reacted") return;
    const { seat } = event;
    const reaction = /** @type {Reaction | undefined} */ (event.reaction);
    const text = reaction ? say(`react.${reaction}`) : (event.text ?? "");
    const yours = typeof seat === "number" && this.#view.you.seats.includes(seat);
    this.log.append(
      make(
        "li",
        { class: `${yours ? "yours" : ""}${reaction ? " called" : ""}` },
        typeof seat === "number" ? makeBadge(this.#view.seats[seat], seat, event.name ?? "") : null,
        make("p", {}, make("b", {}, typeof seat === "number" ? (event.name ?? "") : say("chat.onlooker", { name: event.name ?? "" })), make("span", {}, text)),
      ),
    );
    if (this.log.childElementCount > MOST_SHOWN) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
    const seen = this.log.offsetParent !== null;
    if (fresh && !yours && !seen && !settings.chatMuted) {
      if (reaction) this.#call(say("react.said", { name: event.name ?? "", text }));
      else this.#unread++;
    }
    this.#showUnread();
  }

  /** @param {string} text */
  async #say(text) {
    if (!text || this.sender.disabled) return;
    // A button that rests loses the focus; whoever talks goes on talking, and Escape still closes the chat.
    if (document.activeElement === this.sender) this.field.focus({ preventScroll: true });
    const key = newKey();
    const answer = await send(this.sender, this.problem, async () => {
      // Whoever looks on may have no name yet.
      const known = settings.name || this.#view.you.seats.length ? null : await introduce(ownName());
      return known && !known.ok ? known : insist(() => post(`/api/tables/${this.#view.table}/chat`, { text, key }));
    });
    if (answer.ok && this.field.value.trim() === text) this.field.value = "";
  }

  /** Show for a moment what somebody calls while the chat is closed. @param {string} text */
  #call(text) {
    clearTimeout(this.#calling);
    this.bubble.textContent = text;
    this.#calling = setTimeout(() => (this.bubble.textContent = ""), CALL_LASTS);
  }

  /** @param {Reaction} reaction */
  async #react(reaction) {
    const key = newKey();
    const known = settings.name || this.#view.you.seats.length ? null : await introduce(ownName());
    // Once: whoever calls too often is told so, and not called again.
    const answer = known && !known.ok ? known : await post(`/api/tables/${this.#view.table}/reactions`, { reaction, key });
    this.problem.textContent = answer.ok ? "" : whyNot(answer);
  }

  /** @param {boolean} [open] */
  #toggle(open) {
    const opened = this.element.classList.toggle("opened", open);
    this.opener.setAttribute("aria-expanded", String(opened));
    this.#unread = 0;
    this.#showUnread();
    this.log.scrollTop = this.log.scrollHeight;
    (opened ? this.field : this.opener).focus();
  }

  #mute() {
    void set("chatMuted", !settings.chatMuted);
    this.#unread = 0;
    this.#showMuted();
    this.#showUnread();
  }

  #showMuted() {
    const muted = settings.chatMuted;
    this.muting.setAttribute("aria-pressed", String(muted));
    this.log.hidden = this.form.hidden = this.reactions.hidden = muted;
    this.silence.hidden = !muted;
  }

  #showUnread() {
    this.badge.hidden = this.#unread === 0;
    this.badge.textContent = number(this.#unread);
    const label = say("chat.open", { count: this.#unread });
    this.opener.setAttribute("aria-label", label);
    this.opener.title = label;
  }
}
