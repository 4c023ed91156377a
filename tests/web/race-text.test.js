import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { showSpaceCodes, spaceName } from "../../src/snowtails/web/core/space-names.js";
import { Plan } from "../../src/snowtails/web/plan/plan.js";
import { headline, ownTurns, whyWon } from "../../src/snowtails/web/race/ending-text.js";
import { sentencesOf } from "../../src/snowtails/web/race/event-log.js";
import { promptOf } from "../../src/snowtails/web/race/prompt.js";
import { MemoryStorage, view } from "./moves.js";

const seats = ["Anna", "Ben"].map((name) => ({ kind: "person", name }));
const ended = (...places) => ({ ...view(), seats, race: { standings: places.map((place, sled) => ({ sled, place })) } });

afterEach(() => showSpaceCodes(false));

test("the winner who crossed second is explained", () => {
  assert.equal(whyWon(ended(2, 1), 0), "Anna crossed the line first. The round is driven to its end, and Ben went further past it.");
});

test("whoever raced alone has beaten nobody", () => {
  const you = { ...view().you, seat: 0 };
  assert.equal(headline({ ...ended(1, 2), you }), "You win!");
  assert.equal(headline({ ...ended(1), you, seats: seats.slice(0, 1) }), "You made it!");
  assert.equal(headline({ ...ended(1), you: { ...you, seat: null }, seats: seats.slice(0, 1) }), "The race is over.");
  assert.notEqual(headline({ ...ended(null), you, seats: seats.slice(0, 1) }), "You made it!");
});

test("turns of a time trial are one's own: nobody's who looks on or is wrecked", () => {
  const trial = (place, seat) => ({ ...view(), you: { ...view().you, seat }, race: { ...ended(place).race, round: 9 } });
  assert.deepEqual([trial(1, 0), trial(1, null), trial(null, 0)].map(ownTurns), [9, null, null]);
});

test("nothing is explained if the first over the line won, or nobody got there", () => {
  assert.equal(whyWon(ended(1, 2), 0), "");
  assert.equal(whyWon(ended(null, null), null), "");
});

test("whoever is across is told why cards are still wanted", () => {
  const asked = { ...view({ phase: "discard", decisions: ["x12"], owed: 2 }), seats };
  const plan = new Plan(() => {}, new MemoryStorage());
  plan.update(asked);
  const now = { view: asked, plan, presence: null, cardsShown: false, refusal: "" };
  assert.equal(promptOf({ ...now, across: false }), "Discard 2 cards.");
  assert.match(promptOf({ ...now, across: true }), /^You are across\. .* 2 cards/);
});

test("spaces are told by tile and lane, or by their codes if wished", () => {
  assert.equal(spaceName("3b2"), "tile 3, lane 2");
  assert.equal(spaceName("3b2", true), "tile 3, lane 2, space 2");
  assert.equal(spaceName("0e1"), "the start, lane 5");
  assert.equal(spaceName(""), "");
  showSpaceCodes(true);
  assert.equal(spaceName("0e1"), "0e1");
});

test("whoever stands still does not drift", () => {
  const company = { ...view(), seats };
  const move = { turn: "3B", speed: 0, drift: 2, end: "1b2", dents: [], stop: "", wrecked: false, finished: false };
  const told = (speed) => sentencesOf({ kind: "decided", seat: 0, decision: "3B", move: { ...move, speed } }, company).join(" ");
  assert.doesNotMatch(told(0), /drift/);
  assert.match(told(2), /drift 2 right/);
});

test("the log tells why a musher takes the reins", () => {
  const told = (why) => sentencesOf({ kind: "handed_over", seat: 1, musher: "husky", why }, { ...view(), seats }).join(" ");
  assert.equal(told("left"), "Ben leaves; Husky takes the reins.");
  assert.equal(told("gone"), "Ben is away; Husky takes the reins.");
  assert.equal(told("rounds"), "This race has gone on for too many rounds; Husky drives Ben home.");
});
