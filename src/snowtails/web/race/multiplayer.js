/** What a race has because others take part: clock, chat, curtain, takeover, the list of participants. */

import { passed } from "../core/server-time.js";
import { Chat } from "../table/chat.js";
import { makeClock } from "../table/clock.js";
import { makeParticipants } from "../table/participants.js";
import { isDown, makeCurtain } from "./curtain.js";
import { makeTakeover } from "./takeover.js";

/** @import {Happening, Presence, View} from "../core/types" */

export class Multiplayer {
  /** @param {View} view @param {AbortSignal} signal */
  constructor(view, signal) {
    this.chat = new Chat(view);
    this.clock = makeClock(signal);
    this.company = makeParticipants();
    this.curtain = makeCurtain();
    this.takeover = makeTakeover();
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
    this.takeover.show(view);
    this.curtain.show(view);
  }
}
