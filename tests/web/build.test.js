import assert from "node:assert/strict";
import { test } from "node:test";
import { pathTo, readAddress, readablePart } from "../../src/snowtails/web/build/address.js";
import * as edits from "../../src/snowtails/web/build/edits.js";
import { begin, redo, step, undo } from "../../src/snowtails/web/build/undo.js";
import { readEvents } from "../../src/snowtails/web/core/event-stream.js";
import { withCourse } from "../../src/snowtails/web/library/shelf.js";

const lay = (...names) => ({ ...edits.emptyCourse(), tiles: names.map(edits.printed) });
const names = (course) => course.tiles.map((tile) => tile.name);

test("pieces are appended, inserted, moved and removed", () => {
  let course = edits.insert(edits.emptyCourse(), 0, "straight");
  course = edits.insert(course, 1, "chasm");
  course = edits.insert(course, 1, "corner-left");
  assert.deepEqual(names(course), ["straight", "corner-left", "chasm"]);
  assert.deepEqual(names(edits.move(course, 0, 2)), ["corner-left", "chasm", "straight"]);
  assert.deepEqual(names(edits.move(course, 2, 0)), ["chasm", "straight", "corner-left"]);
  assert.equal(edits.move(course, 0, 3), course, "there is no place beyond the end");
  assert.deepEqual(names(edits.remove(course, 1)), ["straight", "chasm"]);
});

test("an edit leaves the course before it as it was", () => {
  const course = Object.freeze(lay("straight", "corner-left"));
  Object.freeze(course.tiles);
  edits.turnOver(course, 1);
  edits.mirror(course);
  edits.reverse(course);
  assert.deepEqual(names(course), ["straight", "corner-left"]);
});

test("turning over bends the other way and keeps the safety speed", () => {
  const course = edits.setSafety(lay("u-turn-left"), 0, 5);
  assert.deepEqual(edits.turnOver(course, 0).tiles[0], { name: "u-turn-right", map: null, safety: 5 });
});

test("turning a straight over goes through all its backs", () => {
  let course = lay("straight");
  const seen = edits.STRAIGHTS.map(() => {
    course = edits.turnOver(course, 0);
    return course.tiles[0].name;
  });
  assert.deepEqual(seen.toSorted(), edits.STRAIGHTS.toSorted());
  assert.equal(seen.at(-1), "straight");
});

test("another piece in the place of a tile is as printed, but a bend keeps its speed", () => {
  const course = edits.setSafety(lay("corner-left"), 0, 6);
  assert.equal(edits.replace(course, 0, "u-turn-right").tiles[0].safety, 6);
  assert.equal(edits.replace(course, 0, "straight").tiles[0].safety, null);
});

const ODD = ["t....", "#....", ".....", ".....", "....."];

test("a mirror swaps hands, maps and flag; twice it changes nothing", () => {
  const course = { ...lay("corner-left", "snowdrift-right", "straight"), flag: "right" };
  course.tiles[2] = { name: "straight", map: ODD, safety: null };
  const mirrored = edits.mirror(course);
  assert.deepEqual(names(mirrored), ["corner-right", "snowdrift-left", "straight"]);
  assert.deepEqual(mirrored.tiles[2].map, ["....t", "....#", ".....", ".....", "....."]);
  assert.equal(mirrored.flag, "left");
  assert.deepEqual(edits.mirror(mirrored), course);
});

test("the other way round, a left bend is a right one and maps stand on their head", () => {
  const course = lay("corner-left", "straight", "chasm");
  course.tiles[1] = { name: "straight", map: ODD, safety: null };
  const reversed = edits.reverse(course);
  assert.deepEqual(names(reversed), ["chasm", "straight", "corner-right"]);
  assert.deepEqual(reversed.tiles[1].map, [".....", ".....", ".....", "....#", "....t"]);
  assert.deepEqual(edits.reverse(reversed), course);
});

test("spaces go through what may stand on them", () => {
  let course = lay("straight");
  const at = { row: 0, lane: 2 };
  for (const cell of ["t", "#"]) {
    course = edits.plant(course, 0, at, course.tiles[0].map ?? [], ".t#");
    assert.equal(course.tiles[0].map[0], `..${cell}..`);
  }
  course = edits.plant(course, 0, at, course.tiles[0].map, ".t#");
  assert.equal(course.tiles[0].map, null, "a bare straight is as printed");
});

test("a formation starts from what is printed", () => {
  const rows = [".....", "t.t.t", ".t.t.", "t.t.t", "....."];
  const course = edits.plant(lay("saplings"), 0, { row: 1, lane: 0 }, rows, ".t");
  assert.deepEqual(course.tiles[0].map, [".....", "..t.t", ".t.t.", "t.t.t", "....."]);
  assert.equal(edits.clearMap(course, 0).tiles[0].map, null);
});

const known = { speeds: [0, 4, 0], worst: null, left: {} };

test("kinder takes the meanest hazard away, then lets bends be taken faster", () => {
  let course = lay("saplings", "corner-left", "chasm");
  course = edits.kinder(course, known);
  assert.deepEqual(names(course), ["saplings", "corner-left", "straight"]);
  course = edits.kinder(course, known);
  assert.deepEqual(names(course), ["straight", "corner-left", "straight"]);
  assert.equal(edits.kinder(course, known).tiles[1].safety, 5);
  const bends = lay("corner-left", "corner-left");
  assert.deepEqual(
    edits.kinder(bends, { ...known, speeds: [4, 4], worst: 2 }).tiles.map((tile) => tile.safety),
    [null, 5],
  );
});

test("meaner takes what is left in the box, then slows a bend", () => {
  const course = lay("straight", "straight", "corner-left", "straight");
  const left = { saplings: 0, "snowdrift-left": 0, "snowdrift-right": 1, chasm: 2 };
  assert.deepEqual(names(edits.meaner(course, { ...known, left })), ["straight", "snowdrift-right", "corner-left", "straight"]);
  assert.equal(edits.meaner(lay("corner-left"), { ...known, speeds: [4] }).tiles[0].safety, 3);
  const bare = lay("chasm");
  assert.equal(edits.meaner(bare, known), bare, "there is an end to everything");
});

test("a description is kept by language", () => {
  const course = edits.setDescription(edits.setDescription(lay(), "de", "Kurz."), "en", "Short.");
  assert.deepEqual(course.description, { de: "Kurz.", en: "Short." });
  assert.deepEqual(edits.setDescription(course, "de", "").description, { en: "Short." });
});

test("everything can be taken back, and done again", () => {
  let timeline = begin(0);
  for (let i = 1; i <= 500; i++) timeline = step(timeline, i);
  for (let i = 0; i < 600; i++) timeline = undo(timeline);
  assert.equal(timeline.now, 0);
  for (let i = 0; i < 600; i++) timeline = redo(timeline);
  assert.equal(timeline.now, 500);
});

test("what was taken back is forgotten once something else is done", () => {
  const timeline = step(undo(step(begin("a"), "b")), "c");
  assert.deepEqual(redo(timeline), timeline);
  assert.equal(undo(timeline).now, "a");
});

test("letters of one name are one step", () => {
  const timeline = step(step(step(begin(""), "L"), "La", true), "Lake", true);
  assert.equal(undo(timeline).now, "");
});

test("events are read as they come, in pieces", () => {
  const first = readEvents('event: certificate\ndata: {"races":1}\n\nevent: beat\nda');
  assert.deepEqual(first.events, [{ event: "certificate", data: '{"races":1}' }]);
  const second = readEvents(`${first.rest}ta: {}\n\n`);
  assert.deepEqual(second, { events: [{ event: "beat", data: "{}" }], rest: "" });
});

test("a link is a course", () => {
  const path = pathTo({ line: "sl5sfl", name: "Troll & Sons" });
  assert.deepEqual(readAddress(path.slice(path.indexOf("?"))), { course: "sl5sfl", name: "Troll & Sons", lay: "" });
  assert.equal(pathTo({ line: "", name: "" }), "/build");
  assert.equal(readAddress(pathTo({ line: "s", name: "" }, "/build", "t1").slice(6)).lay, "t1");
  assert.equal(readAddress("?lay=../visitor").lay, "", "a table, and no other path");
});

test("a kept course takes the place of one with its name", () => {
  const kept = [
    { line: "srs", name: "Lake", description: {} },
    { line: "sls", name: "River", description: {} },
  ];
  const after = withCourse(kept, { line: "sss", name: "Lake", description: {} });
  assert.deepEqual(
    after.map(({ name, line }) => [name, line]),
    [
      ["Lake", "sss"],
      ["River", "sls"],
    ],
  );
});

test("of a line that breaks off in nonsense the beginning can be read", () => {
  const unknown = (column) => ({ problems: [{ code: "line", facts: { column } }] });
  assert.equal(readablePart("slsz", unknown(4)), "sls");
  assert.equal(readablePart("zsls", unknown(1)), "");
  assert.equal(readablePart("sls", { problems: [{ code: "too-many-tiles", facts: { count: 99 } }] }), "");
  assert.equal(readablePart("sls", {}), "");
});
