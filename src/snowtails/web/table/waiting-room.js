/** The waiting room: seats fill live, links are handed out, and the host begins. */

import { get, insist, post } from "../core/api.js";
import { makeConnectionStatus } from "../core/connection-status.js";
import { pictureOf } from "../core/course-picture.js";
import { openDialog } from "../core/dialogs.js";
import { arrange, fill, make } from "../core/dom.js";
import { whyNot } from "../core/error-text.js";
import { makeBadge } from "../core/face.js";
import { makeLink, pathOf } from "../core/links.js";
import { courseName, nameOf } from "../core/names.js";
import { makeScreenHead } from "../core/screen-head.js";
import { makeShareLink } from "../core/share-link.js";
import { paintSeats } from "../core/sled-colours.js";
import { Stream } from "../core/stream.js";
import { send } from "../core/submit.js";
import { say, sayOr } from "../core/words.js";
import { makeColourPicker, makeDogPicker } from "../you/look-picker.js";
import { keepLook, takenColours } from "../you/profile.js";
import { Chat } from "./chat.js";
import { lengthOf } from "./clock.js";
import { isAway, leaveSeats, makeParticipants, stateOf } from "./participants.js";

/** @import {Colour, Dog, Presence, Seat, View} from "../core/types" */
/** @import {Go} from "../core/links.js" */

/** The musher that takes seats nobody came for. */
const FILLER = "yearling";

const isFree = (/** @type {Seat} */ seat) => seat.kind === "open" || seat.kind === "invited";

export class WaitingRoom {
  /** @type {Presence | null} */ #presence = null;
  /** The seat whose link is shown. @type {number | null} */ #inviting = null;
  #shownLink = "";

  /**
   * @param {Go} go
   * @param {View} view
   * @param {AbortSignal} signal
   * @param {() => void} begun called when there is a race to be seen
   */
  constructor(go, view, signal, begun) {
    this.go = go;
    this.view = view;
    this.signal = signal;
    this.begun = begun;
    this.chat = new Chat(view);
    this.company = makeParticipants();
    this.connection = makeConnectionStatus();
    this.seats = make("ul", { class: "waiting-seats" });
    this.state = make("p", { class: "waiting-state", role: "status" });
    this.link = make("div", { class: "waiting-link" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.begin = make("button", { type: "button", class: "go", onclick: () => this.#begin() });
    this.leave = make("button", { type: "button", class: "plain", onclick: () => this.#leave() }, say("waiting.leave"));
    this.element = this.#layout();
  }

  #layout() {
    const { course, clock, hints } = this.view.options;
    const { season } = this.view;
    const facts = [...(season ? [say("season.length", { count: season.races })] : []), lengthOf(clock), say(hints ? "waiting.hints" : "waiting.noHints")].join(
      " · ",
    );
    return make(
      "main",
      { class: "table-screen waiting" },
      makeScreenHead(this.go, courseName(course.name), this.connection.element, this.company.element),
      make(
        "section",
        { class: "panel waiting-table", "aria-label": say("waiting.label") },
        make("div", { class: "waiting-course" }, pictureOf(course.line), make("p", { class: "aside" }, facts)),
        this.state,
        this.seats,
        make("div", { class: "form-end" }, this.problem, this.leave, this.begin),
      ),
      make("div", { class: "waiting-side" }, this.link, this.chat.element),
    );
  }

  async open() {
    const told = await insist(() => get(`/api/tables/${this.view.table}/events?after=0`), this.signal);
    this.signal.throwIfAborted();
    for (const event of told.ok ? told.value.events : []) if (event.number <= this.view.number) this.chat.tell(event, false);
    this.#show();
    const stream = new Stream(
      { table: this.view.table },
      {
        happened: (event) => this.chat.tell(event, true),
        view: (view) => {
          this.view = view;
          paintSeats(view.seats);
          if (view.stage === "racing" || view.stage === "over") {
            stream.close();
            this.begun();
          } else this.#show();
        },
        presence: (presence) => {
          this.#presence = presence;
          this.#show();
        },
        connection: (state) => this.connection.show(state),
      },
      this.view.number,
    );
    this.signal.addEventListener("abort", () => stream.close());
  }

  #show() {
    const { view } = this;
    const now = { view, presence: this.#presence };
    const free = view.seats.filter(isFree);
    const seated = view.you.seats.length > 0;
    this.company.show(now);
    this.chat.see(view, this.#presence?.onlookers ?? 0);
    const links = free.filter((seat) => seat.kind === "open" || view.you.invitations[String(seat.seat)] !== undefined);
    if (!links.some((seat) => seat.seat === this.#inviting)) this.#inviting = links[0]?.seat ?? null;
    arrange(
      this.seats,
      view.seats.map((seat) => this.#row(seat, links.includes(seat))),
    );
    this.#showLink();
    const said = this.#words(free.length);
    if (this.state.textContent !== said) this.state.textContent = said;
    this.begin.hidden = view.stage !== "waiting" || !(view.you.host || (seated && !free.length));
    this.begin.textContent = free.length ? say("waiting.fill", { count: free.length, musher: sayOr(`musher.${FILLER}`, FILLER) }) : say("waiting.begin");
    this.leave.hidden = view.stage !== "waiting" || !seated;
  }

  /** @param {number} free */
  #words(free) {
    const { view } = this;
    if (view.stage === "closed") return say("waiting.closed");
    if (free) return say("waiting.free", { count: free });
    return say(view.you.seats.length || view.you.host ? "waiting.ready" : "waiting.watch");
  }

  /** @param {Seat} seat @param {boolean} hasLink */
  #row(seat, hasLink) {
    const { view } = this;
    const now = { view, presence: this.#presence };
    const maySit = seat.kind === "open" && !view.you.seats.length && view.stage === "waiting";
    const invite = () => {
      this.#inviting = seat.seat;
      this.#show();
    };
    return make(
      "li",
      { "data-key": seat.seat, class: [isFree(seat) && "free", isAway(now, seat) && "away"].filter(Boolean).join(" ") },
      makeBadge(seat, seat.seat, nameOf(view, seat.seat)),
      make("span", { class: "company-name" }, isFree(seat) ? say("seat.free") : nameOf(view, seat.seat)),
      make("span", { class: "aside" }, stateOf(now, seat)),
      view.you.seats.includes(seat.seat) && view.stage === "waiting"
        ? make("button", { type: "button", onclick: () => this.#chooseLook(seat) }, say("look.label"))
        : null,
      maySit ? makeLink(this.go, pathOf(view.table, { seat: seat.seat }), { class: "button" }, say("lobby.sit")) : null,
      hasLink && !maySit
        ? make(
            "button",
            {
              type: "button",
              "aria-pressed": String(this.#inviting === seat.seat),
              "aria-label": say("waiting.invite.label", { number: seat.seat + 1 }),
              onclick: invite,
            },
            say("waiting.invite"),
          )
        : null,
    );
  }

  /** Choose dog and colour of a seat of one's own. @param {Seat} seat */
  #chooseLook(seat) {
    const problem = make("p", { class: "problem", role: "alert" });
    const choose = async (/** @type {{ dog?: Dog, colour?: Colour }} */ chosen) => {
      const answer = await insist(() => post(`/api/tables/${this.view.table}/seats/${seat.seat}/sit`, chosen), this.signal);
      problem.textContent = answer.ok ? "" : whyNot(answer);
      // Only the first seat is one's own; others at this screen have faces of theirs.
      if (answer.ok && seat.seat === this.view.you.seats[0]) await keepLook(chosen);
    };
    openDialog(
      say("look.label"),
      makeDogPicker(seat.dog ?? null, (dog) => void choose({ dog })),
      makeColourPicker(seat.colour, (colour) => void choose({ colour }), { seat: seat.seat, taken: takenColours(this.view, seat.seat) }),
      problem,
    );
  }

  #showLink() {
    const seat = this.#inviting;
    const code = seat === null ? undefined : this.view.you.invitations[String(seat)];
    const path =
      seat === null || !(this.view.you.host || this.view.you.seats.length) ? "" : pathOf(this.view.table, code === undefined ? { seat } : { seat, code });
    if (path === this.#shownLink) return;
    this.#shownLink = path;
    const panel =
      path && seat !== null
        ? make(
            "section",
            { class: "panel" },
            make("h2", {}, say("waiting.invite.title")),
            makeShareLink(say("waiting.invite.link", { number: seat + 1 }), path),
          )
        : null;
    fill(this.link, panel);
  }

  async #begin() {
    const fillWith = this.view.seats.some(isFree) ? { fill: FILLER } : {};
    await send(this.begin, this.problem, () => insist(() => post(`/api/tables/${this.view.table}/begin`, fillWith), this.signal));
  }

  async #leave() {
    const answer = await send(this.leave, this.problem, () => leaveSeats(this.view));
    if (answer.ok) this.go("/lobby");
  }
}
