/** What a race has because others take part: clock, chat, curtain, reins, the list of the company. */

import { Chat } from "./chat.js";
import { makeClock } from "./clock.js";
import { makeCompany } from "./company.js";
import { isDown, makeCurtain } from "./curtain.js";
import { makeReins } from "./reins.js";
import { passed } from "./time.js";

/** @import {Happening, Presence, View} from "./types" */

export class Party {
  /** @param {View} view @param {AbortSignal} signal */
  constructor(view, signal) {
    this.chat = new Chat(view);
    this.clock = makeClock(signal);
    this.company = makeCompany();
    this.curtain = makeCurtain();
    this.reins = makeReins();
  }

  /** @param {Happening} event @param {boolean} fresh whether it happened just now */
  tell(event, fresh) {
    passed(event.at);
    this.chat.tell(event, fresh);
  }

  /** @param {HTMLElement} screen @param {View} view @param {Presence | null} presence */
  show(screen, view, presence) {
    screen.classList.toggle("watching", !view.you.seats.length);
    screen.classList.toggle("curtained", isDown(view));
    const now = { view, presence };
    this.clock.show(now);
    this.company.show(now);
    this.chat.see(view, presence?.onlookers ?? 0);
    this.reins.show(view);
    this.curtain.show(view);
  }
}
