/** The outlook: what the chosen turn would bring, or the one pointed at, in words and on the snow. */

import { get } from "./api.js";
import { withReasons } from "./clause.js";
import { fill, make } from "./dom.js";
import { outlookOf } from "./verdict.js";

/** @import {Plan} from "./plan.js" */
/** @import {Reach} from "./reach.js" */
/** @import {Outcome, Preview, Space, View} from "./types" */

export class Outlook {
  /** @type {Map<string, Promise<Preview | null>>} */ #previews = new Map();
  /** @type {Space | null} */ #pointed = null;
  #seat = 0;
  #path = "";
  #shows = 0;

  /** @param {Plan} plan @param {Reach} reach @param {(preview: Preview | null) => void} seen */
  constructor(plan, reach, seen) {
    this.plan = plan;
    this.reach = reach;
    this.seen = seen;
    this.element = make("p", { class: "outlook", "aria-live": "polite" });
  }

  /**
   * Forget what was known: something has happened.
   * @param {View} view
   * @param {string} [path] where turns are previewed
   */
  update(view, path = `/api/tables/${view.table}/seats/${view.you.seat ?? 0}`) {
    this.#previews = new Map();
    this.#seat = view.you.seat ?? 0;
    this.#path = `${path}/preview?turn=`;
  }

  /** Look at a space, or at none; return whether there is anything to see. @param {Space | null} space */
  point(space) {
    const found = space !== null && this.plan.destinations.has(space) ? space : null;
    if (found !== this.#pointed) {
      this.#pointed = found;
      void this.show();
    }
    return found !== null;
  }

  get #subject() {
    const pointed = this.#pointed === null ? null : this.plan.destinations.get(this.#pointed)?.[0];
    return pointed ?? (this.plan.waits ? null : this.plan.chosen);
  }

  async show() {
    const subject = this.#subject;
    const shows = ++this.#shows;
    const preview = subject && (await this.previewOf(subject.turn));
    if (shows !== this.#shows) return;
    this.reach.showPath(preview, this.#seat);
    fill(this.element, ...(preview ? withReasons(outlookOf(preview), preview.dents) : []));
    this.element.classList.toggle("costly", Boolean(preview?.dents.length || preview?.stop || preview?.wrecked));
    this.seen(preview);
  }

  /** Ask the server where a turn would lead; null if it does not say. @param {string} turn */
  previewOf(turn) {
    const known = this.#previews.get(turn);
    if (known) return known;
    const previews = this.#previews;
    const asked = get(this.#path + encodeURIComponent(turn)).then((answer) => {
      if (answer.ok) return /** @type {Preview} */ (answer.value);
      previews.delete(turn);
      return null;
    });
    previews.set(turn, asked);
    return asked;
  }

  /**
   * Find the outcome in reach that ends as a turn does; the reach names one turn for each outcome.
   * @param {string} turn
   * @returns {Promise<Outcome | null>}
   */
  async outcomeOf(turn) {
    const preview = await this.previewOf(turn);
    if (!preview) return null;
    const cards = turn.split(":")[0];
    const dents = preview.dents.reduce((sum, dent) => sum + dent.count, 0);
    const ways = this.plan.ways(preview.to).filter((each) => each.turn.split(":")[0] === cards);
    return ways.find((each) => each.dents === dents && each.stop === preview.stop) ?? ways[0] ?? null;
  }
}
