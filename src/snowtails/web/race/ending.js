/** The end of a race: podium, what to do next, figures, and the proof that the cards were fair. */

import { LookBack, roundsOf } from "../coach/look-back.js";
import { get, insist, post } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { fill, make } from "../core/dom.js";
import { makeFairness } from "../core/fairness.js";
import { makeLink, pathOf } from "../core/links.js";
import { courseName, nameOf } from "../core/names.js";
import { layOver } from "../core/overlay.js";
import { late } from "../core/preload.js";
import { makePicture, makeShareLink } from "../core/share-link.js";
import { soundVictory } from "../core/sound.js";
import { send } from "../core/submit.js";
import { say } from "../core/words.js";
import { findCourse } from "../library/library.js";
import { makeWhy } from "../plan/clause-links.js";
import { headline, whyWon } from "./ending-text.js";
import { makePodium } from "./podium.js";
import { makeStatistics } from "./statistics.js";
import { makeTrialEnding } from "./trial-ending.js";

/** @import {Board} from "../board/board.js" */
/** @import {Now, Part, Replay, Season, View} from "../core/types" */

/** Who stands on the podium: at the end of a season those who have won it. @param {View} view */
function standingsOf(view) {
  if (!view.season?.champions.length) return view.race?.standings ?? [];
  return view.season.rows.map(({ seat, rank, points }) => ({ sled: seat, place: rank, told: say("season.points.count", { count: points }) }));
}

/**
 * Lay the end of a race over its screen, which waits behind it until somebody wants to look.
 * @param {HTMLElement} screen
 * @param {View} view
 * @param {object} raced
 * @param {(path: string) => void} raced.go
 * @param {AbortSignal} raced.signal the screen is left
 * @param {Board} raced.board on which it was raced
 * @param {number | null} raced.firstAcross the first sled over the line
 * @returns {Pick<Part<Now>, "show">}
 */
export function showEnding(screen, view, { go, signal, board, firstAcross }) {
  const isTrial = view.duplicate && view.seats.length === 1;
  // The whole list is fetched for it: once, for par and for the rating.
  const course = isTrial || view.you.seats.length ? findCourse(view.options.course.line, signal) : Promise.resolve(null);
  const why = whyWon(view, firstAcross);
  const problem = make("p", { class: "problem", role: "alert" });
  const goesOn = view.season !== null && !view.season.champions.length;
  const again = make("button", { type: "button", class: "go", onclick: rematch }, say(view.season ? "season.again" : "end.again"));
  const season = make("div", { class: "season-place" });
  const replay = `/replay/${view.table}`;
  const onward = make("div", { class: "onward", role: "status" });
  const figures = make("div", { class: "figures-place", "aria-busy": "true" });
  const keepsake = make("div", { class: "keepsake-place" });
  const rating = make("div", { class: "rating-place" });
  const back = make("button", { type: "button", class: "go show-ending", hidden: true, onclick: () => cover(true) }, say("end.label"));
  const lookBack = new LookBack({
    ...{ table: view.table, seats: view.seats, seat: view.you.seats[0] ?? 0, go, signal },
    jump: (frame, costly) => go(`${replay}?coach=${costly ? `${costly.judged.seat + 1}-${costly.judged.number}` : "1"}#${frame}`),
  });
  const panel = make(
    "section",
    { class: "ending", "aria-label": say("end.label"), tabindex: -1 },
    make("h2", {}, headline(view)),
    why ? make("p", { class: "why-won" }, makeWhy("END-1", why)) : null,
    isTrial ? makeTrialEnding(view, course, signal) : makePodium(view, standingsOf(view)),
    season,
    onward,
    make(
      "div",
      { class: "actions" },
      view.you.seats.length && !goesOn && !view.duplicate ? again : null,
      view.duplicate ? makeLink(go, `/duplicate/${view.duplicate}`, { class: "button go" }, say("duplicate.results")) : null,
      lookBack.openButton,
      makeLink(go, replay, { class: "button" }, say("end.replay")),
      make(
        "button",
        {
          type: "button",
          onclick: () =>
            openDialog(
              say("end.share"),
              makePicture(`/api/tables/${view.table}/picture?v=${view.number}`, say("end.picture")),
              makeShareLink(say("end.share.what"), replay),
            ),
        },
        say("end.share"),
      ),
      make("button", { type: "button", onclick: () => cover(false) }, say("end.look")),
      makeLink(go, "/", { class: "button" }, say("end.home")),
    ),
    problem,
    lookBack.element,
    rating,
    keepsake,
    figures,
    makeFairness(`/api/tables/${view.table}`),
  );

  async function rematch() {
    const answer = await send(again, problem, () => insist(() => post(`/api/tables/${view.table}/rematch`)));
    if (answer.ok) go(pathOf(answer.value.table));
  }

  const cover = layOver(screen, panel, back);
  soundVictory();
  const racers = (view.race?.standings ?? []).map(({ sled }) => ({ seat: sled, name: nameOf(view, sled) }));
  void late(() => import("../board/keepsake.js")).then(({ makeKeepsake }) => fill(keepsake, makeKeepsake(board, courseName(view.options.course.name), racers)));
  if (view.you.seats.length) void late(() => import("../library/rating.js")).then(async ({ askForRating }) => fill(rating, askForRating(await course)));
  void insist(() => get(`/api/tables/${view.table}/replay`, signal), signal).then((answer) => {
    figures.removeAttribute("aria-busy");
    if (!answer.ok || signal.aborted) return;
    const told = /** @type {Replay} */ (answer.value);
    lookBack.know(roundsOf(told.frames));
    fill(figures, makeStatistics(told.figures, view));
  });

  /** @type {Now} */ let now = { view, presence: null };
  /** @type {Part<Now> | null} */ let shown = null;
  if (view.season) void showSeason(view.season);

  /** @param {Season} found */
  async function showSeason(found) {
    const { makeSeason } = await late(() => import("../season/season.js"));
    shown = makeSeason(view, found, go);
    fill(season, shown.element);
    shown.show(now);
  }

  return {
    show(seen) {
      now = seen;
      shown?.show(seen);
      const { rematch: following, you } = seen.view;
      // Whoever asked for it is there already; the others are one tap away.
      if (!following || goesOn || !you.seats.length || onward.childElementCount) return;
      again.hidden = true;
      fill(onward, make("p", {}, say("end.rematch")), makeLink(go, pathOf(following), { class: "button go" }, say("end.rematch.join")));
    },
  };
}
