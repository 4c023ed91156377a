/** A round of a solo game as a replay tells it. */

import { make } from "../core/dom.js";
import { trailName } from "../core/names.js";
import { joined, say } from "../core/words.js";
import { sentencesOf } from "../solo/event-text.js";
import { Opponents } from "../solo/opponents.js";
import { raceOf } from "../solo/race-view.js";
import { makeScore } from "../solo/score.js";
import { makeSoloTable } from "../solo/table.js";

/** @import {Frame, SoloFrame, SoloReplay} from "../core/types" */
/** @import {Story} from "./story.js" */

/** @param {SoloFrame} frame @returns {Frame} */
const raceFrame = ({ number, happened, race }) => ({
  number,
  seat: happened && 0,
  decision: happened?.decision ?? null,
  drawn: [],
  move: happened?.move ?? null,
  race: raceOf(race),
});

/**
 * @param {SoloReplay} replay
 * @param {number} at which round, counted from 0
 * @param {(round: number) => void} choose
 * @returns {Story | null} null if there is no such round
 */
export function soloStory(replay, at, choose) {
  const round = replay.rounds[at];
  if (!round) return null;
  const soloFrame = (/** @type {Frame} */ { number }) => /** @type {SoloFrame} */ (round.frames[number]);
  return {
    table: replay.table,
    analysis: null,
    course: round.course,
    seats: replay.seats,
    frames: round.frames.map(raceFrame),
    look: "replay solo",
    query: at ? { round: String(at + 1) } : {},
    numbers: say("replay.points"),
    makeNumbers: () => makeScore(round.score, say("score.round", { round: at + 1 })),
    tell(frame) {
      const { happened } = soloFrame(frame);
      return happened ? joined(sentencesOf(happened)) : say("replay.dealt");
    },
    nameRound: (turn) => say("solo.turn", { turn }),
    draws: () => "",
    makeParts(board) {
      const opponents = new Opponents(board);
      const table = makeSoloTable();
      let facing = round.frames[0]?.race.opponents ?? [];
      return {
        head: makeRounds(replay, at, choose),
        beside: table.element,
        show(frame) {
          const { race } = soloFrame(frame);
          facing = race.opponents;
          opponents.show(race.opponents);
          table.show({ race });
        },
        animate: (next) => opponents.animateMove(soloFrame(next).happened?.opponents ?? [], facing),
      };
    },
  };
}

/** All rounds with their points; each can be gone to. @param {SoloReplay} replay @param {number} at @param {(round: number) => void} choose */
function makeRounds(replay, at, choose) {
  const buttons = replay.rounds.map(({ score }, index) =>
    make(
      "button",
      { type: "button", class: "plain", "data-round": index + 1, "aria-pressed": String(index === at), onclick: () => choose(index) },
      say("replay.round", { round: index + 1, points: score.total }),
    ),
  );
  const course = replay.rounds[at]?.course;
  const name = course ? trailName({ day: replay.day, course }) : "";
  return make("div", { class: "replay-rounds", role: "group", "aria-label": say("replay.rounds") }, make("b", {}, name), ...buttons);
}
