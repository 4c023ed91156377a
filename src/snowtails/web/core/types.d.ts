/** Made by scripts/wire.py from the messages that the server declares; do not edit. */

export * from "./page";

export type Space = string;
export type Cause = "saplings" | "speeding" | "side" | "no_cards" | "opponent";
export type Card = 1 | 2 | 3 | 4 | 5;
export type Stop = "side" | "sled";
export type Status = "racing" | "finished" | "wrecked";
export type Stage = "waiting" | "racing" | "between" | "over" | "closed";
export type SeatKind = "person" | "musher" | "open" | "invited";
export type Why = "left" | "gone" | "rounds";
export type By = "person" | "musher" | "relief" | "clock";
export type DrawReason = "deal" | "refill" | "no_cards";
export type Colour = "charcoal" | "blue" | "vermilion" | "teal" | "orchid";
export type Dog = "anori" | "kaya" | "miska" | "nanuk" | "pika" | "sila" | "taiga" | "yuki";
export type Reaction = "howl" | "well-driven" | "ouch" | "close" | "hurry" | "thanks";
export type WhyAdvised = "furthest" | "only-clean" | "slower" | "quicker" | "even" | "finish" | "least" | "no-clean" | "lost" | "buys" | "buys-bump" | "buys-finish" | "buys-further" | "keep" | "tried" | "tried-costs" | "start-cards" | "start-front" | "start-way";
export type Facing = "forward" | "backward";
export type SoloPhase = "place" | "bonus" | "start" | "surplus" | "turn" | "out" | "take" | "drop" | "over";
export type End = "past" | "no_cards" | "wrecked";
export type Level = "easy" | "normal" | "hard";
export type Victory = "game" | "major" | "complete";
export type FigureName = "length" | "par" | "pace" | "wrecks" | "dents" | "leads" | "skill" | "starts";
export type RepairCode = "add-straight" | "fewer-saplings" | "insert-straight" | "make-straight" | "printed-map" | "printed-safety" | "shorten" | "turn-over";
export type Piece = "straight" | "corner" | "u-turn" | "snowdrift-left" | "snowdrift-right" | "chasm" | "saplings" | "own rocks" | "own safety speed";
export type FaceName = "straight" | "corner-left" | "corner-right" | "u-turn-left" | "u-turn-right" | "snowdrift-left" | "snowdrift-right" | "chasm" | "saplings";
export type Character = "fast" | "twisty" | "narrow" | "mean";
export type PuzzleTheme = "bend" | "chasm" | "snowdrift" | "saplings" | "block" | "bonus" | "sprint" | "cards" | "lane";
export type AnyView = Flat<View | SoloView>;
export type Happening = Flat<HappenedOpened | HappenedSat | HappenedRose | HappenedFilled | HappenedBegan | HappenedDecided | HappenedHandedOver | HappenedTookBack | HappenedChatted | HappenedReacted | HappenedMuted | HappenedRecoveryOffered | HappenedMoved | HappenedClosed | HappenedRematched | HappenedSoloOpened | HappenedRoundBegan | SoloHappening>;
export type AnyReplay = Flat<Replay | SoloReplay>;

/** Which course it is. */
export interface CourseName {
  /** The course line. */
  line: string;
  name: string;
}

/** How a table is played. */
export interface Options {
  course: CourseName;
  /** Seconds for each decision of a person. */
  clock: number | null;
  /** Whether the lobby shows it. */
  listed: boolean;
  hints: boolean;
  /** Whether one visitor may hold several seats. */
  hot_seat: boolean;
  /** The musher that holds the reins of whoever is gone. */
  relief: string;
  /** Seconds after which somebody not seen is gone. */
  grace: number;
}

/** A seat, and who sits there. */
export interface Seat {
  seat: number;
  kind: SeatKind;
  name: string;
  /** The colour of its sled; before the race that of a seat nobody chose for may still change. */
  colour: Colour;
  /** The musher that decides for the seat now. */
  reins: string | null;
  /** Why it does so for a person. */
  why: Why | null;
  muted: boolean;
  /** The face that the person has chosen. */
  dog?: Dog | null;
}

/** What the visitor is at the table. */
export interface You {
  /** The seats held. */
  seats: number[];
  /** The seat whose cards are seen; null for onlookers, and behind a curtain. */
  seat: number | null;
  host: boolean;
  /** For the host: the codes of invitations, by seat. */
  invitations: Record<string, string>;
}

/** Who took the longest single turn so far (PAWS-1). */
export interface BigPaws {
  seat: number;
  seconds: number;
}

/** A race of the season that is over. */
export interface PastRace {
  table: string;
  course: CourseName;
}

/** A line of the season's table. */
export interface SeasonRow {
  rank: number;
  seat: number;
  points: number;
  /** Its place in each race; null for a wreck. */
  places: (number | null)[];
}

/** A season as it stands; the race of the table counts as soon as it is over. */
export interface Season {
  /** Which race this is, from 1. */
  race: number;
  races: number;
  past: PastRace[];
  /** The best first. */
  rows: SeasonRow[];
  /** Points after each race, by seat. */
  progress: number[][];
  /** The seat that has to lay the next course now. */
  layer: number | null;
  /** When anybody may have a musher lay it. */
  lay_by: number | null;
  /** Empty until the season is over. */
  champions: number[];
}

/** Where in a season a race stands. */
export interface SeasonInShort {
  race: number;
  races: number;
  layer: number | null;
}

/** A sled; its cards are there where they may be seen, sorted, not in the order of the deck. */
export interface Sled {
  /** Null before the start, and once it has left the track. */
  space: string | null;
  left: number;
  right: number;
  brake: number;
  dents: number;
  status: Status;
  /** Its place in the race (ORDER-5), final once it has finished; null for a wreck. */
  place: number | null;
  /** Whether it has moved in this round. */
  moved: boolean;
  hand_size: number;
  deck_size: number;
  /** Discards and covered cards. */
  used: Card[];
  hand?: Card[];
  deck?: Card[];
}

/** A sled in the order of the race. */
export interface Standing {
  sled: number;
  status: Status;
  /** Null for a wreck. */
  place: number | null;
}

/** Why a sled is ahead of the next one of the order. */
export interface Lead {
  ahead: number;
  behind: number;
  reason: "curve-inside" | "finished" | "flag" | "further" | "next-curve-inside" | "wrecked";
  clause: string;
  /** By how many spaces of the middle lane it is further. */
  gap: number;
}

/** A race as a seat, or an onlooker, may know it. */
export interface RaceState {
  round: number;
  phase: "discard" | "over" | "start" | "turn";
  /** The seat that has to decide. */
  actor: number | null;
  /** Cards that it has to discard. */
  owed: number;
  sleds: Sled[];
  standings: Standing[];
  /** One for every two neighbours of the order. */
  leads: Lead[];
  /** Where one still stands. */
  saplings: string[];
}

/** Dents that fall for one reason. */
export interface Dent {
  /** `saplings` (DENT-6), `speeding` (DENT-1), `side` (DENT-3); in the solo game also `no_cards` (TURN-4) and `opponent` (SOLO-4). */
  cause: Cause;
  space: string;
  /** How many; one is usual. */
  count: number;
  /** For speeding: the turn's speed. */
  speed: number | null;
  /** For speeding: the safety speed. */
  limit: number | null;
}

/** What a turn leads to. What has its usual value is left out. */
export interface Move {
  turn: string;
  /** The space where the sled stood, and those that it enters, in order; it ends on the last. */
  way: string[];
  speed: number;
  /** Dents that it costs. */
  price: number;
  drift: number;
  bonus: number;
  /** What cut it short. */
  stop: Stop | null;
  /** The reasons for the dents. */
  dents: Dent[];
  wrecked: boolean;
  finished: boolean;
  /** The sled's place then, if the move changes it. */
  place: number | null;
  /** Cards that will be drawn. */
  draws: number;
  /** Cards that will have to be given up. */
  discards: number;
  /** The last space of its way; the page puts it in. */
  end: Space;
}

/** What a seat may decide. */
export interface Choices {
  /** All that may be decided now; empty when it is somebody else's turn. */
  decisions: string[];
  /** Where the own sled could go if it moved now, the cheapest first, one for each outcome. Left out while a musher decides: it will be told in a moment, as things are then. */
  moves?: Move[];
}

/** The race in whose midst another begins. */
export interface RetryOf {
  table: string;
  /** How many of its decisions come before. */
  decisions: number;
}

/** A table at which a race is, or will be, as a visitor sees it. */
export interface View {
  game: "race";
  table: string;
  /** The number of the last event. */
  number: number;
  stage: Stage;
  /** The number of the event that the decision now due answers. */
  asks: number;
  options: Options;
  seats: Seat[];
  you: You;
  onlookers_muted: boolean;
  big_paws: BigPaws | null;
  /** Commits the server to its secret before anybody adds bytes. */
  seal: string | null;
  /** Binds it to course, mushers and rules, once the race begins. */
  commitment: string | null;
  /** The table that follows. */
  rematch: string | null;
  rematch_of: string | null;
  /** The race that is tried again here, from a decision on. */
  retry_of: RetryOf | null;
  season: Season | null;
  /** Null before the race. */
  race: RaceState | null;
  /** Null before the race, and for onlookers. */
  choices: Choices | null;
  /** The duplicate race that it takes up, with the same cards as all who do. */
  duplicate?: string | null;
  /** The seal of the season's next race, told before anybody lays its course. */
  next_seal?: string;
}

/** A table in short, in the lobby and in lists of races. */
export interface Summary {
  table: string;
  number: number;
  stage: Stage;
  options: Options;
  seats: Seat[];
  /** Seats open to anybody. */
  free: number;
  actor: number | null;
  round: number;
  season: SeasonInShort | null;
  opened: number;
  updated: number;
}

/** A race that the visitor takes part in. */
export interface OwnSummary {
  table: string;
  number: number;
  stage: Stage;
  options: Options;
  seats: Seat[];
  /** Seats open to anybody. */
  free: number;
  actor: number | null;
  round: number;
  season: SeasonInShort | null;
  opened: number;
  updated: number;
  /** The seats held. */
  yours: number[];
  /** Whether to decide, or to lay the next course. */
  your_turn: boolean;
}

/** The tables that anybody may come to. */
export interface Lobby {
  /** With free seats. */
  tables: Summary[];
  /** Races to look on at. */
  watch: Summary[];
}

/** What the visitor takes part in, the latest first. */
export interface Races {
  races: OwnSummary[];
}

/** Who is there, who is thinking, and when a clock runs out. */
export interface Presence {
  /** Seats. */
  present: number[];
  onlookers: number;
  /** The names of onlookers, as far as they have given one. */
  watching: string[];
  /** The seat for which a musher is thinking. */
  thinking: number | null;
  deadline: number | null;
}

/** The server stops. */
export interface Bye {
  /** Seconds after which to come back. */
  back_in: number;
}

/** A table was opened. */
export interface HappenedOpened {
  kind: "opened";
  number: number;
  /** Seconds since 1970. */
  at: number;
  options: Options;
  seal: string | null;
}

/** Somebody took a seat. */
export interface HappenedSat {
  kind: "sat";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
  name: string;
  /** The colour chosen, if one was. */
  colour: Colour | null;
  /** The face chosen, if one was. */
  dog: Dog | null;
}

/** Somebody gave a seat up before the race. */
export interface HappenedRose {
  kind: "rose";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
}

/** A musher was put on a free seat. */
export interface HappenedFilled {
  kind: "filled";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
  musher: string;
}

/** The race began. */
export interface HappenedBegan {
  kind: "began";
  number: number;
  /** Seconds since 1970. */
  at: number;
  commitment: string;
}

/** Cards that one sled drew at once. */
export interface Drawn {
  sled: number;
  count: number;
  reason: DrawReason;
  /** There for the own sled alone. */
  cards?: Card[];
}

/** A start space, a turn or a discard was decided. */
export interface HappenedDecided {
  kind: "decided";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
  decision: string;
  answers: number;
  by: By;
  /** Seconds that a person took, or let run out. */
  took: number | null;
  drawn: Drawn[];
  /** For a turn. */
  move?: Move;
}

/** A bot took somebody's reins. */
export interface HappenedHandedOver {
  kind: "handed_over";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
  musher: string;
  why: Why;
}

/** A person took the reins back. */
export interface HappenedTookBack {
  kind: "took_back";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
}

/** Somebody said something: plain text, for the client to escape. */
export interface HappenedChatted {
  kind: "chatted";
  number: number;
  /** Seconds since 1970. */
  at: number;
  name: string;
  text: string;
  /** Null for an onlooker. */
  seat: number | null;
}

/** Somebody called something that everybody reads in the own language. */
export interface HappenedReacted {
  kind: "reacted";
  number: number;
  /** Seconds since 1970. */
  at: number;
  name: string;
  reaction: Reaction;
  /** Null for an onlooker. */
  seat: number | null;
}

/** The host muted somebody, or no longer. */
export interface HappenedMuted {
  kind: "muted";
  number: number;
  /** Seconds since 1970. */
  at: number;
  /** Null for all onlookers. */
  seat: number | null;
  muted: boolean;
}

/** A link was made by which a seat can be moved. */
export interface HappenedRecoveryOffered {
  kind: "recovery_offered";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
}

/** A seat was moved to another device. */
export interface HappenedMoved {
  kind: "moved";
  number: number;
  /** Seconds since 1970. */
  at: number;
  seat: number;
}

/** Everybody left before the race began. */
export interface HappenedClosed {
  kind: "closed";
  number: number;
  /** Seconds since 1970. */
  at: number;
}

/** The company races again, or on in its season, at another table. */
export interface HappenedRematched {
  kind: "rematched";
  number: number;
  /** Seconds since 1970. */
  at: number;
  table: string;
}

/** Who raced. */
export interface ReplaySeat {
  seat: number;
  name: string;
  kind: "musher" | "person";
  colour: Colour;
  dog: Dog | null;
}

/** Cards that one sled drew at once. */
export interface FrameDraw {
  sled: number;
  cards: Card[];
  reason: DrawReason;
}

/** A decision and the race after it, all hands open; frame 0 is the race before the first. */
export interface Frame {
  number: number;
  seat: number | null;
  decision: string | null;
  drawn: FrameDraw[];
  /** Null if the decision is no turn. */
  move: Move | null;
  race: RaceState;
}

/** Dents by their cause. */
export interface DentCounts {
  speeding: number;
  saplings: number;
  side: number;
  no_cards: number;
}

/** The race of one sled, in figures by round. */
export interface SledFigures {
  /** Null where it had no turn. */
  speeds: (number | null)[];
  /** At the start, and at the end of each round; null where it was wrecked. */
  positions: (number | null)[];
  dented: number[];
  dents: DentCounts;
}

/** A race in figures. */
export interface Figures {
  rounds: number;
  /** How often another sled came first. */
  lead_changes: number;
  sleds: SledFigures[];
}

/** A race told again. */
export interface Replay {
  game: "race";
  table: string | null;
  course: CourseName;
  seats: ReplaySeat[];
  frames: Frame[];
  figures: Figures;
  /** What the comments of a record tell; null if it has none, and for tables, which are asked. */
  analysis: RaceAnalysis | null;
}

/** One thing that was checked about the cards. */
export interface Finding {
  what: string;
  good: boolean;
  code: string;
  /** How many cards were checked. */
  cards: number;
}

/** Whether the cards follow from what was committed to. */
export interface Verification {
  findings: Finding[];
}

/** Who the visitor is. */
export interface Visitor {
  name: string;
  /** The face chosen. */
  dog: Dog | null;
  /** The colour that the visitor likes best. */
  colour: Colour | null;
  /** For programs that asked for it. */
  token?: string;
}

/** A table to go to. */
export interface TableName {
  table: string;
}

/** Why a hint advises what it does; which facts are told depends on the code. */
export interface HintReason {
  code: WhyAdvised;
  /** Dents that it costs. */
  dents?: number;
  /** Turns that it is expected to save against what it is compared with. */
  turns?: number;
  /** Where the move ends that it is compared with: the furthest without a dent. */
  space?: string | null;
  /** The speed that the mat holds after it. */
  speed?: number;
  /** The safety speed of the next bend. */
  limit?: number;
  /** The speed that the mat would hold after the furthest. */
  other?: number;
  /** Cards that a start space brings. */
  count?: number;
  /** Cards that a discard keeps. */
  cards?: Card[];
}

/** What is best to decide, and why. */
export interface Hint {
  decision: string;
  asks: number;
  /** Always `tried` beside the coach's advice, which has its own reason. */
  reason: HintReason;
  /** In a race, all that the coach found, the reason included; null until it can think. */
  advice: CoachAdvice | null;
}

/** The plan kept for a seat; only its owner sees it. */
export interface Plan {
  plan: Record<string, any> | null;
}

/** What a link needs that moves a seat to another device, once, within a day. */
export interface Recovery {
  table: string;
  seat: number;
  code: string;
}

/** The mushers that race against people, weakest first. */
export interface Mushers {
  mushers: string[];
}

/** One thing that is wrong with what was sent. */
export interface ProblemPart {
  message: string;
  /** Of what is wrong with a course. */
  code?: string;
  /** Where on a course: 0 is the start, 1 the first tile named; null for the whole. */
  tile?: number | null;
  /** Of what is wrong with a course. */
  facts?: Record<string, string | number>;
  /** Which part of the body, or which parameter. */
  where?: string;
}

/** Why something was refused; which facts stand beside depends on the code. */
export interface Problem {
  /** For programs. */
  code: string;
  /** For people. */
  message: string;
  /** Seconds after which it may be asked again, as `Retry-After` has it. */
  retry?: number;
  /** All that is wrong with what was sent. */
  problems?: ProblemPart[];
  /** Of the table's last event. */
  number?: number;
  /** The number that the decision now due answers. */
  asks?: number;
  /** Whose turn it is to lay the next course. */
  seat?: number;
  /** The course that ships and is the same. */
  course?: string;
  /** Where a record is wrong. */
  line?: number;
  /** Those that there are, with commas between. */
  known?: string;
  /** The day that it is. */
  today?: string;
  /** How many a day has. */
  tries?: number;
  /** What is being compiled. */
  step?: string;
  /** How many steps of compiling are done. */
  done?: number;
  /** How many steps it takes to compile. */
  total?: number;
  /** Under which the server's log tells more of a fault. */
  reference?: string;
}

/** How far the rules are compiled. */
export interface Compiling {
  /** What is being compiled. */
  step: string;
  /** Steps that are done. */
  done: number;
  total: number;
}

/** Whether the server is well. */
export interface Health {
  status: string;
  version?: string;
  /** How far the rules are compiled that races do not need; null if all are. */
  compiling?: Compiling | null;
}

/** A course. */
export interface Course {
  /** Of a shipped course; else empty. */
  name: string;
  title: string;
  /** By language. */
  description: Record<string, string>;
  line: string;
  flag: string;
  tiles: string[];
  starts: string[];
  warnings: string[];
}

/** The courses that ship. */
export interface Courses {
  courses: Course[];
}

/** Where a space lies and leads, in the drawing's lengths and degrees clockwise from up. */
export interface MapSpace {
  x: number;
  y: number;
  heading: number;
  tile: number;
  lane: number;
  /** The line across the track at its front, as x, y, x, y. */
  front: number[];
  /** Null for the side. */
  ahead: string | null;
  left: string | null;
  right: string | null;
  /** Along the track, in spaces of the middle lane. */
  progress: number;
  /** Steps ahead that cross the next safety line. */
  bend_in: number | null;
  bend_safety: number | null;
  /** Earlier tiles that its tile passes over on a bridge (TILE-9). */
  over: number[];
  /** Whether a later tile passes over it. */
  beneath: boolean;
}

/** A tile of a course. */
export interface MapTile {
  name: string;
  /** 0 on straights. */
  safety: number;
}

/** Where all spaces of a course lie. */
export interface CourseMap {
  starts: string[];
  /** Number of the finish tile. */
  finish: number;
  /** Their letters. */
  lanes: string;
  spaces: Record<string, MapSpace>;
  tiles: MapTile[];
}

/** Setup points of one kind (SOLO-2). */
export interface SetupLine {
  kind: "chasm" | "opponents" | "saplings" | "snowdrift";
  count: number;
  points: number;
}

/** The setup points of a course. */
export interface Setup {
  points: number;
  most: number;
  lines: SetupLine[];
}

/** What one thing is worth. */
export interface ScoreLine {
  reason: "cards" | "dents" | "length" | "past" | "setup" | "start" | "wrecked";
  clause: string;
  points: number;
  count: number;
}

/** What a round is worth, line by line. */
export interface Score {
  total: number;
  setup: number;
  lines: ScoreLine[];
}

/** How a whole game went (SOLO-19). */
export interface Grade {
  level: Level;
  victory: Victory | null;
}

/** At how many setup points a level begins. */
export interface LevelRow {
  level: Level;
  setup: number;
}

/** At how many points a victory begins. */
export interface VictoryRow {
  victory: Victory;
  points: number;
}

/** The board of nine grades. */
export interface Grades {
  levels: LevelRow[];
  victories: VictoryRow[];
}

/** An opponent on the track. */
export interface Opponent {
  space: string;
  facing: Facing;
}

/** What lies on the table of a solo game; piles are sorted, not in the order of the stack. */
export interface SoloRaceState {
  turn: number;
  phase: SoloPhase;
  owed: number;
  /** Why the round is over. */
  end: End | null;
  /** The one. */
  sleds: Sled[];
  opponents: Opponent[];
  saplings: string[];
  /** Row and column of the opponent to be placed. */
  placing: number[] | null;
  /** Slots to take or discard from; 4 is the top of the stack. */
  offered: number[];
  face_up: (Card | null)[];
  stack: Card[];
  discards: Card[];
  buried: Card[];
  out: Card[];
  /** The bonus stack from its top. */
  markers: Card[];
  /** Values played to the brake. */
  brakes: Card[];
}

/** What a decision other than a turn does, as far as it can be known before. */
export interface SoloEffect {
  space?: string;
  facing?: Facing;
  draws?: number;
  slots?: number[];
  /** Cards given up, taken or discarded; null: unseen. */
  cards?: (Card | null)[];
  /** Face-up cards that remain. */
  remains?: Card[];
}

/** A decision other than a turn or an order of the bonus stack, and what it does. */
export interface SoloOption {
  space?: string;
  facing?: Facing;
  draws?: number;
  slots?: number[];
  /** Cards given up, taken or discarded; null: unseen. */
  cards?: (Card | null)[];
  /** Face-up cards that remain. */
  remains?: Card[];
  decision: string;
}

/** What the player may decide. */
export interface SoloChoices {
  decisions: string[];
  /** Where the sled can go, the cheapest first. */
  moves: Move[];
  /** What may be offered at first. */
  usual: string | null;
  options: SoloOption[];
}

/** Where an opponent went. */
export interface OpponentMoved {
  start: string;
  end: string;
}

/** A round was set up. */
export interface HappenedRoundBegan {
  kind: "round_began";
  number: number;
  /** Seconds since 1970. */
  at: number;
  round: number;
  course: CourseName;
  opponents: boolean;
  /** Null on a daily trail, whose cards follow from the date. */
  commitment: string | null;
}

/** Somebody began a solo game, or a try at a daily trail. */
export interface HappenedSoloOpened {
  kind: "solo_opened";
  number: number;
  /** Seconds since 1970. */
  at: number;
  name: string;
}

/** Something was decided in a solo game, and this came of it. */
export interface SoloHappening {
  kind: "solo_decided";
  number: number;
  /** Seconds since 1970. */
  at: number;
  decision: string;
  answers: number;
  /** What it did, where its text does not tell. */
  option: SoloEffect | null;
  drawn: Card[];
  move: Move | null;
  /** Those beside the move's own: causes `opponent` and `no_cards`. */
  dents: Dent[];
  opponents: OpponentMoved[];
  /** Whether the discards became the stack. */
  shuffled: boolean;
  end: End | null;
}

/** A solo game in short. */
export interface SoloSummary {
  game: "solo";
  table: string;
  number: number;
  stage: Stage;
  /** The date, on a daily trail. */
  day: string | null;
  /** Which try at it, of `attempts`. */
  attempt: number;
  attempts: number;
  round: number;
  rounds: number;
  turn: number;
  course: CourseName;
  opponents: boolean;
  /** Of the rounds that are over. */
  scores: Score[];
  points: number;
  grade: Grade | null;
  opened: number;
  updated: number;
}

/** A solo game as its player, or an onlooker, sees it. */
export interface SoloView {
  game: "solo";
  table: string;
  number: number;
  stage: Stage;
  /** The date, on a daily trail. */
  day: string | null;
  /** Which try at it, of `attempts`. */
  attempt: number;
  attempts: number;
  round: number;
  rounds: number;
  turn: number;
  course: CourseName;
  opponents: boolean;
  /** Of the rounds that are over. */
  scores: Score[];
  points: number;
  grade: Grade | null;
  opened: number;
  updated: number;
  asks: number;
  options: Options;
  seats: Seat[];
  you: You;
  onlookers_muted: boolean;
  commitment: string | null;
  setup: Setup;
  race: SoloRaceState;
  choices: SoloChoices;
  /** What the round is worth as it stands; null before the first turn. */
  score: Score | null;
  grades: Grades;
}

/** A decision and the table after it; frame 0 of a round is the table before the first. */
export interface SoloFrame {
  number: number;
  /** The decision as its event tells it; of a record, `number` counts from 1 and `at` is 0. */
  happened: SoloHappening | null;
  race: SoloRaceState;
}

/** A round that is over, told again. */
export interface SoloRound {
  course: CourseName;
  opponents: boolean;
  setup: Setup;
  score: Score;
  frames: SoloFrame[];
}

/** The rounds of a solo game that are over, told again. */
export interface SoloReplay {
  game: "solo";
  table: string | null;
  /** The date of the daily trail, if it is one. */
  day: string | null;
  seats: ReplaySeat[];
  rounds: SoloRound[];
  points: number;
  grade: Grade | null;
}

/** The visitor's solo games, the latest first. */
export interface SoloGames {
  games: SoloSummary[];
}

/** One reason why a course is not fit for the solo game. */
export interface Fault {
  code: string;
  message: string;
  facts: Record<string, any>;
}

/** The course that results from laying a face. */
export interface LaidFace {
  face: string;
  line: string;
  points: number;
}

/** A straight of a course, and what else could lie there. */
export interface Straight {
  tile: number;
  face: string;
  faces: LaidFace[];
}

/** A course as the solo game sees it. */
export interface SoloCourse {
  name: string;
  title: string;
  description: Record<string, string>;
  line: string;
  problems: Fault[];
  setup: Setup;
  with_opponents: Setup;
  straights: Straight[];
}

/** Shipped courses fit for the solo game. */
export interface SoloCourses {
  courses: SoloCourse[];
}

/** One try at a daily trail. */
export interface Try {
  table: string;
  attempt: number;
  stage: Stage;
  score: Score | null;
}

/** Somebody's tries at the trail of one day. */
export interface Day {
  day: string;
  tries: Try[];
  left: number;
  best: number | null;
  /** To share; null before the first result. */
  line: string | null;
}

/** Somebody's best result on a daily trail. */
export interface DayRow {
  /** The same for the same points. */
  rank: number;
  name: string;
  dog: Dog | null;
  points: number;
  /** The try, to be looked at; null for those of others until the visitor has used all tries. */
  table: string | null;
  yours: boolean;
}

/** The trail of the day. */
export interface Daily {
  day: string;
  tries: Try[];
  left: number;
  best: number | null;
  /** To share; null before the first result. */
  line: string | null;
  course: CourseName;
  opponents: boolean;
  setup: Setup;
  most: number;
  /** Midnight UTC, in seconds since 1970. */
  ends: number;
  /** Points that a strong musher drives with these cards; null until it has driven. */
  par: number | null;
  /** How many have a result. */
  entrants: number;
  /** The best of them, the best first, and the visitor's own. */
  results: DayRow[];
  /** Days in a row with a result. */
  streak: Streak;
  history: Day[];
}

/** What has changed in lists of a race, by place. */
export interface ChangedRows {
  sleds?: Record<string, Partial<Sled>>;
  standings?: Record<string, Partial<Standing>>;
  leads?: Record<string, Partial<Lead>>;
}

/** What has changed of a view since the message before; put it into what is known. */
export interface Changes {
  number: number;
  /** Fields of the view that have other values now, its race apart. */
  view?: Partial<AnyView>;
  /** Fields of its race that have other values now. */
  race?: Partial<RaceState | SoloRaceState>;
  /** What has changed in its sleds, standings and leads, if they are as many as before. */
  lists?: ChangedRows;
}

/** What a link needs that brings the visitor to another device. */
export interface WayBack {
  code: string;
}

/** What was deleted with a visitor. */
export interface Deleted {
  /** Tables at which nobody else sat: they are gone. */
  tables: number;
  /** Tables shared with others: they stay, with the name that was used there. */
  shared: number;
}

/** Who raced, and how it ended. */
export interface PastSeat {
  name: string;
  kind: "musher" | "person";
  colour: Colour;
  /** Null for a wreck, and in solo games. */
  place: number | null;
  yours: boolean;
}

/** A race, a solo game or a try at a daily trail that is over. */
export interface PastGame {
  table: string;
  game: "daily" | "race" | "solo";
  course: CourseName;
  at: number;
  /** The date, on a daily trail. */
  day: string | null;
  /** The visitor's; null for a wreck, in solo games, and where several seats were theirs. */
  place: number | null;
  /** In solo games. */
  points: number | null;
  /** Turns that the visitor took. */
  turns: number;
  dents: number;
  seats: PastSeat[];
}

/** Somebody raced against, and how often one was before the other. */
export interface Rival {
  name: string;
  kind: "musher" | "person";
  races: number;
  /** How often the visitor was ahead. */
  ahead: number;
  behind: number;
}

/** What the visitor has done on a course. */
export interface CourseBest {
  course: CourseName;
  races: number;
  wins: number;
  /** The fewest turns to the finish; null if it was never reached. */
  turns: number | null;
}

/** How many in a row. */
export interface Streak {
  now: number;
  best: number;
}

/** What the visitor has raced. */
export interface History {
  name: string;
  dog: Dog | null;
  colour: Colour | null;
  /** Against others; not counting those with several seats of the visitor's own. */
  races: number;
  wins: number;
  wrecks: number;
  /** Races won in a row. */
  winning: Streak;
  /** Days in a row with a result on the daily trail. */
  daily: Streak;
  /** Those raced against most often first. */
  rivals: Rival[];
  /** Those raced most often first. */
  courses: CourseBest[];
  /** The latest first. */
  games: PastGame[];
}

/** A tile as a course names it. */
export interface DraftTile {
  name: string;
  /** The course's own map, rows as printed; null for the printed one. */
  map: string[] | null;
  /** The course's own safety speed; null for the printed one. */
  safety: number | null;
}

/** A tile as it lies in the drawing; lengths and headings are the drawing's. */
export interface LaidTile {
  name: string;
  /** Its five lanes, as the data of an SVG path. */
  outline: string;
  /** Its middle. */
  x: number;
  y: number;
  /** The way the track runs there. */
  heading: number;
  /** What stands on it, rows as printed; empty where nothing does. */
  map: string[];
  /** 0 where it has no safety line. */
  safety: number;
  /** What its map may hold: `.` free, `t` a sapling, `#` impassable; empty if it has no own. */
  cells: string;
}

/** A step that mends something, tried by the server. */
export interface DraftRepair {
  code: RepairCode;
  tile: number | null;
  /** The course after it. */
  tiles: DraftTile[];
}

/** Something wrong with a course, or worth knowing. */
export interface DraftProblem {
  code: string;
  /** Counted as on the track: 0 is the start, 1 the first tile named. */
  tile: number | null;
  message: string;
  facts: Record<string, string | number>;
  repair: DraftRepair | null;
}

/** How many of a piece a course takes, and how many the box holds (TILE-7). */
export interface PieceCount {
  piece: Piece;
  needed: number;
  held: number;
}

/** A piece as it would lie at the open end of a course. */
export interface FittingPiece {
  name: FaceName;
  outline: string;
  /** The middle of its far edge. */
  x: number;
  y: number;
  heading: number;
  /** Whether it and the finish behind it lie beside all tiles; else on a bridge (TILE-9). */
  flat: boolean;
}

/** A course that is being built. */
export interface Draft {
  /** Its course line, also while something is wrong with it; empty if none can be written. */
  line: string;
  /** Whether it can be raced. */
  sound: boolean;
  name: string;
  description: Record<string, string>;
  flag: "left" | "right";
  tiles: DraftTile[];
  /** Start, tiles and finish, numbered as on the track. */
  laid: LaidTile[];
  /** What its drawing shows: x, y, width, height. */
  frame: number[];
  /** What keeps it from being raced. */
  problems: DraftProblem[];
  warnings: DraftProblem[];
  box: PieceCount[];
  /** Whether one box holds it. */
  in_box: boolean;
  /** How many stand on it (TILE-4). */
  saplings: number;
  /** What can be put at its open end. */
  ends: FittingPiece[];
  /** Whether the solo game can be played on it (SOLO-1). */
  solo: boolean;
  /** The text of its course file; empty while it cannot be raced. */
  toml: string;
}

/** An estimate, and half the width of its 95 % interval. */
export interface Share {
  value: number;
  error: number;
}

/** A space on which something happened, in the drawing's lengths. */
export interface Spot {
  space: string;
  x: number;
  y: number;
  /** Dents in a race, by cause; causes that give none there are left out. */
  dents: Record<string, number>;
  /** Sleds that end a turn there in a race. */
  stops: number;
}

/** A space of the racing line, in the drawing's lengths. */
export interface LinePoint {
  space: string;
  x: number;
  y: number;
}

/** A thing worth saying about how a course races. */
export interface CourseRemark {
  code: string;
  facts: Record<string, string | number>;
  /** In English. */
  message: string;
}

/** Where a course stands among those that ship, by one of its figures. */
export interface CourseStanding {
  figure: FigureName;
  value: number;
  /** Shipped courses that have less of it … */
  below: number;
  /** … and more. */
  above: number;
  /** With how many it was compared: all that ship, but for the course itself. */
  among: number;
  /** In English. */
  message: string;
}

/** How a course races, as far as it was raced. */
export interface CourseCertificate {
  line: string;
  sleds: number;
  /** How many it was raced so far … */
  races: number;
  /** … and how many it shall be. */
  wanted: number;
  done: boolean;
  /** Turns that a good driver alone needs; null until that is known. */
  par: number | null;
  rounds: number;
  /** What people may expect. */
  minutes: number;
  /** Share of sleds that are wrecked. */
  wrecks: Share;
  /** Dents of a sled in a race, by cause. */
  dents: Record<string, number>;
  bumps: number;
  lead_changes: number;
  /** How often the leader at half-way wins. */
  half_leader: Share;
  /** How much more often than an even share each start space wins, by number. */
  starts: Record<string, Share>;
  /** Share of all steps in each lane, from the left. */
  lanes: number[];
  /** Share of the winners' way in each lane, from the left. */
  winners_lanes: number[];
  /** The way that sleds which win go most; empty if nobody has won. */
  racing_line: LinePoint[];
  /** How often a strong musher wins against weak ones; null until that was tried. */
  skill: Share | null;
  spots: Spot[];
  /** The most telling first. */
  remarks: CourseRemark[];
  /** Compared with the courses that ship; empty if other sleds raced than there. */
  standing: CourseStanding[];
}

/** How a course races, in short. */
export interface CourseFigures {
  /** Turns that a good driver alone needs. */
  par: number | null;
  rounds: number;
  /** What people may expect. */
  minutes: number;
  /** Share of sleds that are wrecked. */
  wrecks: number;
  /** Dents of a sled in a race. */
  dents: number;
  /** How often the lead changes in a race. */
  leads: number;
  /** How often the leader at half-way wins. */
  half_leader: number;
  /** How often a strong musher wins against weak ones. */
  skill: number | null;
  /** How much more often the best start space wins than the worst. */
  starts: number;
}

/** How a course is rated, from one star to five. */
export interface CourseRating {
  mean: number;
  count: number;
}

/** A course that ships or was published. */
export interface LibraryCourse {
  /** Its name in addresses: that of a course that ships, or what its line comes to. */
  key: string;
  shipped: boolean;
  title: string;
  description: Record<string, string>;
  line: string;
  /** Who has published it; null if it ships, or if that visitor was deleted. */
  by: string | null;
  yours: boolean;
  /** When, in seconds since 1970; null if it ships. */
  published: number | null;
  tiles: number;
  /** Spaces of the middle lane from start to finish. */
  spaces: number;
  /** Tiles with something on them. */
  hazards: number;
  /** Of what it has more than two in three courses that ship; empty until it was raced. */
  characters: Character[];
  /** Its setup points in the solo game (SOLO-2); null if it is not fit for it (SOLO-1). */
  setup: number | null;
  /** Null until it was raced. */
  figures: CourseFigures | null;
  /** Null until somebody has rated it. */
  rating: CourseRating | null;
  /** The visitor's own rating. */
  stars: number | null;
  /** Whether the visitor had a seat in a race or game on it that has ended, and so may rate it. */
  raced: boolean;
}

/** The courses that ship and those that were published, the latest first. */
export interface Library {
  courses: LibraryCourse[];
}

/** A course, and where it stands. */
export interface LibraryEntry {
  course: LibraryCourse;
  /** Compared with the courses that ship; empty until it was raced. */
  standing: CourseStanding[];
}

/** What came of publishing a course. */
export interface Publication {
  course: LibraryCourse;
  /** Whether it is new; otherwise this very course had been published before. */
  fresh: boolean;
}

/** A course that is not published any more. */
export interface Withdrawn {
  key: string;
}

/** Something that may be decided, and the chances that it leaves. */
export interface CoachOption {
  decision: string;
  /** Where it ends, or the start space; null for a discard. */
  space: string | null;
  /** The chance of each place, the first first. */
  places: number[];
  /** In how many worlds it was tried. */
  worlds: number;
}

/** One thing in which the best differs from what it is compared with; its code says which. */
export interface CoachFact {
  code: "ahead" | "balanced" | "brakes" | "bumps" | "cards" | "clean" | "costs" | "delays" | "dents" | "finish" | "front" | "further" | "inner" | "keeps" | "line" | "pace" | "quicker" | "refill" | "wreck";
  /** Dents more, or less, than the other costs. */
  dents: number;
  /** Turns that it is quicker to the finish line, or that it costs the fastest of the others. */
  turns: number;
  /** Spaces that it ends further on, or to the next bend. */
  spaces: number;
  /** The safety speed of that bend. */
  limit: number;
  /** The speed that it leaves on the mat. */
  speed: number;
  /** The speed that the other would leave. */
  other: number;
  /** By how much a wreck is less likely in the next rounds, or being first over the line more. */
  chance: number;
  /** The place that it takes the sled to at once. */
  place: number;
  /** Cards that it keeps and the other does not. */
  cards: Card[];
  /** Cards more that a start space brings, or among how many others the fastest loses turns. */
  count: number;
}

/** Why the best is the best: what it was compared with, and how both differ. */
export interface CoachReason {
  /** Null if there is nothing else to decide, or nothing worse. */
  other: CoachOption | null;
  /** Whether both are as good as each other. */
  even: boolean;
  facts: CoachFact[];
}

/** What may come of everything that a seat can decide; better and better figures. */
export interface CoachAdvice {
  /** The event after which the decision is due. */
  asks: number;
  /** In how many worlds the best was tried. */
  worlds: number;
  done: boolean;
  /** The best for each space, or each discard; the best of all first. */
  options: CoachOption[];
  /** Null as long as too little is known. */
  reason: CoachReason | null;
}

/** What a sled's cards were worth, and what it made of them. */
export interface SledLuck {
  /** Turns that its cards saved beside what cards are worth on average; below zero for bad. */
  cards: number;
  /** Chance to win that its decisions gave away, summed up. */
  play: number;
}

/** A decision, looked at afterwards. */
export interface JudgedDecision {
  /** That of the frame of the replay that tells it. */
  number: number;
  seat: number;
  round: number;
  decision: string;
  /** The chance to win that it left, as far as its sled could know. */
  win: number;
  best: string;
  best_win: number;
}

/** A decision that gave much away, with what it led to and what would have been better. */
export interface CostlyTurn {
  judged: JudgedDecision;
  /** Null if it is no turn. */
  move: Move | null;
  best_move: Move | null;
}

/** A race, looked at afterwards; more and more of it until it is done. */
export interface RaceAnalysis {
  done: boolean;
  /** How much of it is done, from 0 to 1. */
  share: number;
  /** Everybody's chance to win with all cards open, in each frame of the replay. */
  chances: number[][];
  /** All decisions; none before it is done. */
  judged: JudgedDecision[];
  /** For each sled its costliest decisions, three at most. */
  costly: CostlyTurn[][];
  /** For each sled. */
  luck: SledLuck[];
}

/** How somebody drives a solo course who looks one turn ahead, as people do. */
export interface SoloDriver {
  /** With clear eyes, or with one that is off by a space. */
  driver: "clear" | "rough";
  rounds: number;
  /** Points a round, setup points included. */
  mean: number;
  worst: number;
  best: number;
}

/** How such drivers do on the course of a solo game, and how the player did. */
export interface SoloDrivers {
  drivers: SoloDriver[];
  /** Those of the player, by round. */
  points: number[];
}

/** Which puzzle it is. */
export interface PuzzleName {
  /** Its id. */
  puzzle: string;
  theme: PuzzleTheme;
  /** From 1, easy, to 5. */
  grade: number;
  /** Whether the visitor's first answer, or that of its day, was right; null if there is none. */
  solved: boolean | null;
}

/** How the visitor does at puzzles; only first tries count. */
export interface PuzzleStanding {
  answered: number;
  solved: number;
  /** Like a rating: 1000 at the beginning; it rises with what is solved, more for hard ones. */
  level: number;
  /** Puzzles solved in a row. */
  streak: Streak;
  /** Days in a row whose puzzle was solved on its day. */
  days: Streak;
}

/** The puzzle of the day, the one to go on with, and how the visitor does. */
export interface Puzzles {
  /** The date, in UTC. */
  day: string;
  today: PuzzleName;
  /** One that suits the visitor's level, was not answered, and is not that of a day to come. */
  next: PuzzleName;
  /** How many there are. */
  puzzles: number;
  standing: PuzzleStanding;
}

/** A puzzle: the position as its sled to move sees it. */
export interface PuzzleShown {
  name: PuzzleName;
  course: CourseName;
  /** The date, if it is the puzzle of the day. */
  day: string | null;
  /** As a table would tell it; the visitor drives sled 0. */
  view: View;
}

/** What came of an answer. */
export interface PuzzleAnswered {
  correct: boolean;
  /** Whether it was the visitor's first try, or the first on its day, and is kept. */
  counted: boolean;
  /** The chance to win that the turn leaves. */
  chance: number;
  best_chance: number;
  /** The most that any line leaves that is not right. */
  next_best_chance: number;
  move: Move;
  /** The best line; turns that leave the same are as good. */
  best: Move;
  /** How the best line differs from the turn, or, if that is right, from the best of the others, of whose places only the chance of the first is told; null while the server cannot search. */
  reason: CoachReason | null;
  /** The race after the turn, before cards are drawn. */
  race: RaceState;
  /** The race after the best line, before cards are drawn. */
  best_race: RaceState;
  standing: PuzzleStanding;
  next: PuzzleName;
}

/** Which duplicate race it is. */
export interface DuplicateName {
  /** Its key: whoever has the link may take it up. */
  duplicate: string;
}

/** How somebody's race ended. */
export interface DuplicateRun {
  /** By place, then turns, then dents; the same for those level. */
  rank: number;
  /** By which its ghost can be asked for; null for the Husky, whose ghost is always there. */
  run: string | null;
  name: string;
  dog: Dog | null;
  /** Its table, to be looked at by those who have raced; null for the Husky and before that. */
  table: string | null;
  /** Null for a wreck. */
  place: number | null;
  turns: number;
  dents: number;
  yours: boolean;
}

/** A race that anybody may take up: the same course, cards and mushers for all. */
export interface Duplicate {
  duplicate: string;
  course: CourseName;
  /** Who races against whoever takes it up. */
  mushers: string[];
  /** The visitor's own race; null until it is taken up. */
  table: string | null;
  /** Whether the visitor's own race is over. */
  over: boolean;
  /** How many have raced it by themselves to the end; a run that a bot drove does not count. */
  entrants: number;
  /** The best of theirs, the best first, and the visitor's own. */
  runs: DuplicateRun[];
  /** What a Husky makes of the same cards; null until the visitor's own race is over, and if it does not come to an end. */
  husky: DuplicateRun | null;
}

/** Where the sled of another run with the same cards stood after each round. */
export interface Ghost {
  name: string;
  /** Whether it is the Husky's. */
  musher: boolean;
  /** From the start space on, as far as the visitor's own race has come; null for a wreck. */
  spaces: (string | null)[];
}

/** Other runs with the same cards: the Husky's, and the one that the parameter `of` names. That is `best` (also without it), `nobody`, or a `run` of the results; one that is gone is left out, as is one's own. */
export interface Ghosts {
  ghosts: Ghost[];
}

/** How often something was asked for, and how long that took. */
export interface RouteFigures {
  route: string;
  answered: number;
  /** Answers that say the server could not (5xx). */
  errors: number;
  /** Seconds. */
  mean: number;
  /** Seconds within which 99 of 100 were answered; null if that took more than five. */
  slowest: number | null;
}

/** How much is going on at a server, for its host. */
export interface HostFigures {
  version: string;
  database: string;
  /** Tables in memory. */
  tables: number;
  streams: number;
  /** Mushers that think or wait to. */
  thinking: number;
  /** Requests that failed by a fault of the server. */
  faults: number;
  /** Most often asked first. */
  routes: RouteFigures[];
}

/** The courses that visitors have published, for whoever may remove them. */
export interface HostCourses {
  courses: LibraryCourse[];
}

/** Who is coming. */
export interface VisitorRequest {
  name: string;
  /** For programs: answer with the token instead of setting a cookie. */
  bearer?: boolean;
  /** A face. */
  dog?: Dog | null;
  /** The colour liked best; seats taken without naming one have it where it is free. */
  colour?: Colour | null;
}

/** What shall be different about the visitor; what is left out stays. */
export interface ProfileRequest {
  name?: string;
  dog?: Dog | null;
  colour?: Colour | null;
}

/** A confirmation that everything kept for the visitor shall be deleted. */
export interface DeleteRequest {
  /** The visitor's. */
  name: string;
}

/** A course to be made up. */
export interface RandomCourse {
  tiles?: number | null;
  hazards?: number | null;
  /** What it should be like, more than others of its kind. */
  character?: Character | null;
}

/** A tile of a course that is being built. */
export interface DraftTileRequest {
  name: string;
  /** A map of the course's own, rows as printed: `.` free, `#` impassable, `t` a sapling. */
  map?: string[] | null;
  /** A safety speed of the course's own. */
  safety?: number | null;
}

/** A course that is being built: by its name or line, or tile by tile. */
export interface DraftRequest {
  /** The name of a shipped course, or a course line; then tiles and flag are not looked at. */
  course?: string | null;
  tiles?: DraftTileRequest[];
  /** Where the chequered flag stands. */
  flag?: "left" | "right";
  name?: string;
  /** A sentence about the course, by language. */
  description?: Record<string, string>;
}

/** A course to be published for all on this server. */
export interface PublishRequest {
  /** Its course line. */
  course: string;
  name: string;
  /** A sentence about the course, by language. */
  description?: Record<string, string>;
}

/** How a visitor rates a course. */
export interface RatingRequest {
  stars: number;
}

/** A seat for oneself: under another name, for several at one screen, or in a colour. */
export interface OwnSeat {
  /** Left out, the visitor's. */
  name?: string | null;
  /** Left out, the one liked best if it is free, else any that is left (SETUP-1). */
  colour?: Colour | null;
  /** Left out, the visitor's, unless there is another name. */
  dog?: Dog | null;
}

/** A table to be opened for a race. */
export interface TableRequest {
  /** The name of a shipped course, a course line, or what a made-up course should have. */
  course?: string | RandomCourse;
  /** What a course of one's own is called; one that ships or was published has its name. */
  course_name?: string;
  /** Each `me`, `open`, `invited`, a musher's name, or a seat of one's own with name or colour. */
  seats?: (string | OwnSeat)[];
  /** Seconds for each decision. */
  clock?: number | null;
  /** Whether the lobby shows it. */
  listed?: boolean;
  hints?: boolean;
  /** Whether one visitor may hold several seats. */
  hot_seat?: boolean;
  /** The musher that holds the reins of whoever is gone. */
  relief?: string;
  /** Seconds after which somebody not seen is gone. */
  grace?: number;
  /** Begin at once. */
  begin?: boolean;
  /** How many races of a season are to follow one another, this one counted. */
  season?: number | null;
  /** Bytes of one's own, in hexadecimal, that the cards also come from. */
  added?: string;
  /** Chosen by the sender: the same key again opens no second table. */
  key?: string | null;
}

/** How a season goes on. */
export interface NextRequest {
  /** As for a table; left out, a musher lays it. */
  course?: string | RandomCourse | null;
  /** What a course of one's own is called; one that ships or was published has its name. */
  course_name?: string;
  added?: string;
}

/** How a seat is taken. */
export interface SitRequest {
  /** Of the invitation, if the seat needs one. */
  code?: string;
  added?: string;
  /** Left out, the visitor's. */
  name?: string | null;
  /** One that is still free; left out, the one liked best if free, else any (SETUP-1). */
  colour?: Colour | null;
  /** Left out, the visitor's, unless there is another name. */
  dog?: Dog | null;
}

/** How the race begins. */
export interface BeginRequest {
  /** The musher for the seats still free. */
  fill?: string | null;
}

/** A decision and the event that it answers. */
export interface DecisionRequest {
  decision: string;
  /** `asks` of the view. */
  answers: number;
}

/** Whether the cards of a seat are to be seen. */
export interface CurtainRequest {
  lifted: boolean;
}

/** A plan: whatever its owner wants to find again, as an object; the server reads none of it. */
export interface PlanRequest {
}

/** Something to say. */
export interface ChatRequest {
  text: string;
  /** The same key again says nothing. */
  key: string;
}

/** Something to call. */
export interface ReactionRequest {
  reaction: Reaction;
  /** The same key again calls nothing. */
  key: string;
}

/** Whom to mute. */
export interface MuteRequest {
  /** Null for all onlookers. */
  seat?: number | null;
  muted?: boolean;
}

/** A race record to be told again. */
export interface RecordRequest {
  record: string;
}

/** A race to be made that many may take up with the same cards. */
export interface DuplicateRequest {
  /** The name of a shipped course, a course line, or what a made-up course should have. */
  course?: string | RandomCourse;
  /** What a course of one's own is called; one that ships or was published has its name. */
  course_name?: string;
  /** Up to four who race along: mushers that decide alike in the same position; none for a time trial against a Husky's ghost. */
  mushers?: ("husky" | "yearling")[];
}

/** An answer to a puzzle. */
export interface PuzzleRequest {
  /** The turn that would be played, as in `4LB:^^>^`. */
  turn: string;
}

/** A solo game to be begun, with its first round. */
export interface SoloRequest {
  /** The name of a shipped course, or a course line. */
  course?: string;
  /** What a course of one's own is called; one that ships or was published has its name. */
  course_name?: string;
  opponents?: boolean;
  /** Chosen by the sender: the same key again begins no second game. */
  key?: string | null;
  colour?: Colour | null;
}

/** The next round of a solo game. */
export interface RoundRequest {
  round: number;
  course?: string;
  /** What a course of one's own is called; one that ships or was published has its name. */
  course_name?: string;
  opponents?: boolean;
}

/** A race to be taken up again. */
export interface RetryRequest {
  /** The frame of the replay that tells the decision to take anew. */
  frame: number;
}

/** The code of a link by which a visitor is taken along. */
export interface RecoverRequest {
  code: string;
  /** For programs: answer with the token instead of setting a cookie. */
  bearer?: boolean;
}

/** The code of a recovery link. */
export interface CodeRequest {
  code: string;
}

/** What a command did; the same again is answered the same. */
export interface Done {
  table: string;
  number: number;
  /** Null if nothing had to be done. */
  event: Happening | null;
}

/** What happened at a table. */
export interface Events {
  /** The number of the last event. */
  number: number;
  events: Happening[];
}
