/** What the server tells, as docs/http-api.md describes it. */

export type Space = string;
export type Card = 1 | 2 | 3 | 4 | 5;
export type Stop = "side" | "sled" | null;
export type Status = "racing" | "finished" | "wrecked";

export interface Seat {
  seat: number;
  kind: "person" | "musher" | "open" | "invited";
  name: string;
  reins: string | null;
  why: "left" | "gone" | null;
  muted: boolean;
}

export interface Sled {
  space: Space | null;
  left: number;
  right: number;
  brake: number;
  dents: number;
  status: Status;
  place: number | null;
  position: number | null;
  moved: boolean;
  hand_size: number;
  deck_size: number;
  used: Card[];
  hand?: Card[];
  deck?: Card[];
}

/** Why a sled is ahead of the next one of the order. */
export interface Lead {
  ahead: number;
  behind: number;
  reason: "further" | "curve-inside" | "next-curve-inside" | "flag" | "finished" | "wrecked";
  clause: string;
  gap: number;
}

export interface RaceState {
  round: number;
  phase: "start" | "turn" | "discard" | "over";
  actor: number | null;
  owed: number;
  sleds: Sled[];
  standings: { sled: number; status: Status; place: number | null }[];
  leads: Lead[];
  saplings: Space[];
}

/** One thing that the own sled can reach, with a turn that leads there. */
export interface Outcome {
  turn: string;
  space: Space;
  speed: number;
  drift: number;
  bonus: number;
  stop: Stop;
  dents: number;
  saplings: Space[];
  wrecked: boolean;
  finished: boolean;
}

export interface View {
  table: string;
  number: number;
  stage: "waiting" | "racing" | "over" | "closed";
  asks: number;
  options: {
    course: { line: string; name: string };
    clock: number | null;
    listed: boolean;
    hints: boolean;
    hot_seat: boolean;
    relief: string;
    grace: number;
  };
  seats: Seat[];
  you: { seats: number[]; seat: number | null; host: boolean; invitations: Record<string, string> };
  onlookers_muted: boolean;
  big_paws: { seat: number; seconds: number } | null;
  rematch: string | null;
  season: Season | null;
  race: RaceState | null;
  choices: { decisions: string[]; reach: Outcome[] } | null;
}

/** A season as it stands; the race of the table counts as soon as it is over. */
export interface Season {
  race: number;
  races: number;
  past: { table: string; course: { line: string; name: string } }[];
  rows: { rank: number; seat: number; points: number; places: (number | null)[] }[];
  /** Points after each race, by seat. */
  progress: number[][];
  /** The seat that has to lay the next course now. */
  layer: number | null;
  /** The server's time from which anybody may have a bot lay it. */
  lay_by: number | null;
  champions: number[];
}

/** A table in short: in the lobby, and in lists of races. */
export interface Summary {
  table: string;
  number: number;
  stage: View["stage"];
  options: View["options"];
  seats: Seat[];
  free: number;
  actor: number | null;
  round: number;
  season?: Pick<Season, "race" | "races" | "layer"> | null;
  opened: number;
  updated: number;
  yours?: number[];
  your_turn?: boolean;
}

export interface Dent {
  cause: "speeding" | "saplings" | "side" | "no_cards" | "opponent";
  clause: string;
  count: number;
  space: Space;
  speed: number | null;
  limit: number | null;
}

export interface Move {
  turn: string;
  from: Space;
  path: Space[];
  to: Space;
  speed: number;
  drift: number;
  bonus: number;
  stop: Stop;
  dents: Dent[];
  wrecked: boolean;
  finished: boolean;
  position_before: number;
  position_after: number;
}

export interface Preview extends Move {
  draws: number;
  discards: number;
  /** In the solo game: cards that have to be put out of play. */
  out_of_play?: number;
}

export interface Happening {
  number: number;
  at: number;
  kind: string;
  seat?: number | null;
  name?: string;
  text?: string;
  musher?: string;
  why?: string;
  decision?: string;
  by?: "person" | "musher" | "relief" | "clock";
  drawn?: { sled: number; count: number; reason: "deal" | "refill" | "no_cards"; cards?: Card[] }[];
  move?: Move;
  table?: string;
  muted?: boolean;
}

export interface Presence {
  present: number[];
  onlookers: number;
  thinking: number | null;
  deadline: number | null;
}

export interface MapSpace {
  x: number;
  y: number;
  heading: number;
  tile: number;
  lane: number;
  front: number[];
  ahead: Space | null;
  left: Space | null;
  right: Space | null;
  progress: number;
  bend_in: number | null;
  bend_safety: number | null;
}

export interface CourseMap {
  starts: Space[];
  finish: number;
  lanes: string;
  spaces: Record<Space, MapSpace>;
  tiles: { name: string; safety: number }[];
}

/** An answer of the server, or why it refused. */
export type Answer<T> = { ok: true; value: T } | Refusal;

export interface Refusal {
  ok: false;
  status: number;
  code: string;
  message: string;
  problems?: CourseProblem[];
  /** Where a record is wrong. */
  line?: number;
  /** Seconds after which it may be worth asking again. */
  wait: number;
}

/** One thing that is wrong with a course, with the facts of the case. */
export interface CourseProblem {
  code: string;
  tile: number | null;
  message: string;
  facts?: Record<string, string | number>;
}

/** Whether the page hears the server. */
export type Connection = "connecting" | "open" | "lost";

/** A place on the board, in lane widths and degrees. */
export interface Place {
  x: number;
  y: number;
  heading: number;
}

/** A part of a screen: it is shown anew whenever what it shows has changed. */
export interface Part<State> {
  element: HTMLElement;
  show(state: State): void;
}

/** One decision of a race that is told again, and the race after it, all hands open. */
export interface Frame {
  number: number;
  seat: number | null;
  decision: string | null;
  drawn: { sled: number; cards: Card[]; reason: "deal" | "refill" | "no_cards" }[];
  move: Move | null;
  race: RaceState;
}

/** Null stands where a sled had no turn, or no position any more. */
export interface Figures {
  rounds: number;
  lead_changes: number;
  sleds: {
    speeds: (number | null)[];
    positions: (number | null)[];
    dented: number[];
    dents: Record<Exclude<Dent["cause"], "opponent">, number>;
  }[];
}

export interface Replay {
  table: string | null;
  course: { line: string; name: string };
  seats: Pick<Seat, "seat" | "name" | "kind">[];
  frames: Frame[];
  figures: Figures;
}

export interface Finding {
  what: string;
  good: boolean;
  code: string;
  cards: number;
}

export type Facing = "forward" | "backward";
export type SoloPhase = "place" | "bonus" | "start" | "surplus" | "turn" | "out" | "take" | "drop" | "over";

/** What a decision of the solo game does, as far as it can be known before. */
export interface SoloOption {
  decision: string;
  space?: Space;
  facing?: Facing;
  draws?: number;
  slots?: number[];
  cards?: (Card | null)[];
  remains?: Card[];
}

export interface Setup {
  points: number;
  most: number;
  lines: { kind: "snowdrift" | "chasm" | "saplings" | "opponents"; count: number; points: number }[];
}

export interface Score {
  total: number;
  setup: number;
  lines: { reason: "past" | "length" | "start" | "cards" | "dents" | "setup" | "wrecked"; clause: string; points: number; count: number }[];
}

export interface SoloRaceState {
  turn: number;
  phase: SoloPhase;
  owed: number;
  end: "past" | "no_cards" | "wrecked" | null;
  sleds: Pick<Sled, "space" | "left" | "right" | "brake" | "dents" | "status" | "hand">[];
  opponents: { space: Space; facing: Facing }[];
  saplings: Space[];
  placing: [row: number, column: number] | null;
  offered: number[];
  face_up: (Card | null)[];
  stack: Card[];
  discards: Card[];
  buried: Card[];
  out: Card[];
  markers: Card[];
  brakes: Card[];
}

export interface SoloHappening {
  number: number;
  decision: string;
  option: Omit<SoloOption, "decision"> | null;
  drawn: Card[];
  move: Move | null;
  dents: Dent[];
  opponents: { from: Space; to: Space }[];
  shuffled: boolean;
  end: SoloRaceState["end"];
}

export type Level = "easy" | "normal" | "hard";
export type Victory = "game" | "major" | "complete";

/** A solo game in short: in lists. */
export interface SoloSummary {
  game: string;
  number: number;
  stage: "playing" | "between" | "over";
  day: string | null;
  attempt: number;
  attempts: number;
  round: number;
  rounds: number;
  turn: number;
  course: { line: string; name: string };
  opponents: boolean;
  scores: Score[];
  points: number;
  grade: { level: Level; victory: Victory | null } | null;
}

export interface SoloView extends SoloSummary {
  asks: number;
  yours: boolean;
  hints: boolean;
  setup: Setup;
  race: SoloRaceState;
  choices: { decisions: string[]; usual: string | null; reach: Outcome[]; options: SoloOption[] };
  score: Score | null;
  grades: { levels: { level: Level; setup: number }[]; victories: { victory: Victory; points: number }[] };
  happened: SoloHappening | null;
}

export interface SoloCourse {
  name: string;
  title: string;
  description: Record<string, string>;
  line: string;
  setup: Setup;
  with_opponents: Setup;
  straights: { tile: number; face: string; faces: { face: string; line: string; points: number }[] }[];
}

/** Somebody's tries at the daily trail of one day. */
export interface Day {
  day: string;
  tries: { game: string; attempt: number; stage: SoloSummary["stage"]; score: Score | null }[];
  left: number;
  best: number | null;
  line: string | null;
}

export interface Daily extends Day {
  course: { line: string; name: string };
  opponents: boolean;
  setup: Setup;
  most: number;
  ends: number;
  history: Day[];
}
