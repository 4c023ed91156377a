import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { momentOf } from "../../src/snowtails/web/core/dates.js";
import { chanceOf, joined, listed, number, say, sayOr, setLanguage, spoken } from "../../src/snowtails/web/core/words.js";
import { sumOf } from "../../src/snowtails/web/plan/mat.js";
import { outcomeOf, previewOf, priceOf } from "../../src/snowtails/web/plan/outcome.js";
import { move } from "./moves.js";

globalThis.document = { documentElement: {}, title: "" };
afterEach(() => setLanguage("en"));

test("facts are put in, numbers as the language writes them", async () => {
  assert.equal(say("mat.speed", { left: 5, right: 4, brake: 3, speed: 6 }), "5 + 4 − 3 = 6");
  assert.equal(number(12345), "12,345");
  await setLanguage("de");
  assert.equal(number(12345), "12.345");
  assert.equal(spoken(), "de");
  assert.equal(document.documentElement.lang, "de");
});

test("the mat shows its sum to the end, below zero too", () => {
  assert.equal(sumOf({ L: 1, R: 2, B: 5 }, null), "1 + 2 − 5 = −2");
  assert.equal(sumOf({ L: 1, R: 2, B: 5 }, move("5B", "1c1", { speed: -2, bonus: 0 })), "1 + 2 − 5 = −2");
  assert.equal(sumOf({ L: 4, R: 4, B: 2 }, move("44LR", "1c1", { speed: 8, bonus: 2 })), "4 + 4 − 2 + 2 = 8");
});

test("chances are whole percent, never parted from their sign, and small ones are not nothing", async () => {
  assert.deepEqual([0.123, 0, 0.001, 0.996, 1].map(chanceOf), ["12%", "0%", "<\u00a01%", ">\u00a099%", "100%"]);
  await setLanguage("de");
  assert.deepEqual([0.123, 0.001].map(chanceOf), ["12\u00a0%", "<\u00a01\u00a0%"]);
  await setLanguage("ja");
  assert.deepEqual([0.123, 0.001].map(chanceOf), ["12%", "1%未満"]);
});

test("a moment of today needs no date", () => {
  const at = new Date(2026, 2, 1, 14, 5);
  const told = (now) => momentOf(at.getTime() / 1000, now).replace(/\s/g, " ");
  assert.equal(told(new Date(2026, 2, 1, 23, 0)), "2:05 PM");
  assert.equal(told(new Date(2026, 2, 2, 1, 0)), "Mar 1, 2026, 2:05 PM");
});

test("plurals follow the language", async () => {
  assert.equal(priceOf(move("2L", "1c1", { price: 1 })), "1 dent");
  assert.equal(priceOf(move("2L", "1c1", { price: 2 })), "2 dents");
  await setLanguage("ja");
  assert.match(priceOf(move("2L", "1c1", { price: 2 })), /^[^a-z]*2[^a-z]*$/);
});

test("places are counted as one speaks", () => {
  const told = [1, 2, 3, 4, 11, 21].map((place) => /\d+\w+/.exec(say("end.place", { place }))?.[0]);
  assert.deepEqual(told, ["1st", "2nd", "3rd", "4th", "11th", "21st"]);
});

test("every dent has its reason", () => {
  const dents = [
    { cause: "speeding", clause: "DENT-1", count: 2, space: "3c1", speed: 7, limit: 5 },
    { cause: "side", clause: "DENT-3", count: 1, space: "3c2", speed: null, limit: null },
  ];
  const told = outcomeOf(move("5L", "3c2", { dents, price: 3, stop: "side" }));
  assert.equal(told.length, 2);
  assert.match(told[0], /7/);
  assert.match(told[0], /5/);
});

test("a clean turn says so, and one that wrecks says that alone", () => {
  assert.deepEqual(previewOf(move("2L", "1c1")), [say("verdict.clean")]);
  const overtakes = move("2L", "1c1", { place: 2, discards: 1 });
  assert.deepEqual(previewOf(overtakes), [say("verdict.clean"), say("verdict.discards", { count: 1 }), say("verdict.position", { position: 2 })]);
  assert.ok(previewOf(overtakes, "verdict.outOfPlay").includes(say("verdict.outOfPlay", { count: 1 })));
  assert.equal(priceOf(move("2L", "1c1", { wrecked: true, price: 2 })), say("price.wreck"));
});

test("what has no words is said as the server said it", () => {
  assert.equal(sayOr("musher.unheard-of", "Unheard-of"), "Unheard-of");
  assert.equal(sayOr("musher.pup", "?"), "Pup");
});

test("lists and sentences are joined as the language does", async () => {
  assert.equal(listed(["a", "b", "c"]), "a, b, and c");
  assert.equal(joined(["One.", "Two."]), "One. Two.");
  await setLanguage("ja");
  assert.equal(listed(["a", "b"]), "a、b");
});

test("a language that is not known is English", async () => {
  await setLanguage("tlh");
  assert.equal(say("close"), "Close");
});
