/** What a replay tells: a race here, a round of a solo game in `solo-story.js`; the screen is the same. */

import { say } from "../core/words.js";
import { makeStandings } from "../race/standings.js";
import { makeStatistics } from "../race/statistics.js";
import { tellDraws, tellFrame } from "./moments.js";

/** @import {Board} from "../board/board.js" */
/** @import {CourseMap, Frame, RaceAnalysis, Replay, View} from "../core/types" */

/**
 * Parts of the screen that only one kind of story has.
 * @typedef {object} StoryParts
 * @property {Element} head what the bar at the top shows
 * @property {Element | null} beside what lies beside the course
 * @property {(frame: Frame, view: View) => void} show
 * @property {(next: Frame) => Promise<void>} animate what moves after the sled
 */

/**
 * @typedef {object} Story
 * @property {string | null} table null if a record was brought
 * @property {RaceAnalysis | null} analysis that a record has with it
 * @property {Replay["course"]} course
 * @property {Replay["seats"]} seats
 * @property {Frame[]} frames
 * @property {"replay" | "replay solo"} look how the screen looks
 * @property {Record<string, string>} query what names it in the address, beside the table
 * @property {string} numbers what its figures are called
 * @property {() => HTMLElement} makeNumbers
 * @property {(round: number) => string} nameRound what a round is called: for a lone sled, a turn
 * @property {(frame: Frame, view: View) => string} tell
 * @property {(frame: Frame, eyes: number | null) => string} draws
 * @property {(board: Board, map: CourseMap) => StoryParts} makeParts
 */

/** @param {Replay} replay @returns {Story} */
export function raceStory(replay) {
  return {
    table: replay.table,
    analysis: replay.analysis,
    course: replay.course,
    seats: replay.seats,
    frames: replay.frames,
    look: "replay",
    query: {},
    numbers: say("figures.label"),
    makeNumbers: () => makeStatistics(replay.figures, replay),
    tell: (frame, view) => (frame.seat === null ? say("replay.beginning") : tellFrame(frame, view)),
    nameRound: (round) => say("ribbon.round", { round }),
    draws: tellDraws,
    makeParts(board, map) {
      const standings = makeStandings(map, board);
      return {
        head: standings.element,
        beside: null,
        show: (_, view) => standings.show({ view, presence: null }),
        animate: async () => {},
      };
    },
  };
}
