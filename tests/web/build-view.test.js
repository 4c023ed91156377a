import assert from "node:assert/strict";
import { test } from "node:test";
import { numberAfterDrop } from "../../src/snowtails/web/build/drag.js";
import { marksOf, smoothLine } from "../../src/snowtails/web/build/layers.js";
import { around, fitted, panned, within, zoomed } from "../../src/snowtails/web/build/viewport.js";

const HOME = { x: 0, y: 0, width: 40, height: 20 };

test("a view that fits shows everything, in the middle", () => {
  assert.deepEqual(fitted({ x: 2, y: 3, width: 10, height: 10 }, 2), { x: -3, y: 3, width: 20, height: 10 });
  assert.deepEqual(fitted({ x: 0, y: 0, width: 20, height: 5 }, 1), { x: 0, y: -7.5, width: 20, height: 20 });
});

test("whoever zooms keeps the point under the pointer where it is", () => {
  const at = { x: 30, y: 5 };
  const view = zoomed(HOME, 2, at);
  assert.equal(view.width, 20);
  assert.equal((at.x - view.x) / view.width, (at.x - HOME.x) / HOME.width);
  assert.equal((at.y - view.y) / view.height, (at.y - HOME.y) / HOME.height);
});

test("one sees neither past the land nor closer than makes sense", () => {
  assert.deepEqual(within(zoomed(HOME, 0.5, { x: 1, y: 1 }), HOME), HOME);
  assert.equal(within(zoomed(HOME, 100, { x: 1, y: 1 }), HOME).width, 9);
  const corner = within(panned(zoomed(HOME, 2, { x: 0, y: 0 }), 99, 99), HOME);
  assert.deepEqual([corner.x, corner.y], [0, 0]);
  assert.deepEqual(around(HOME, { x: 10, y: 10 }, 10), { x: 5, y: 7.5, width: 10, height: 5 });
});

test("a tile takes the number of the row it is dropped on, or goes behind the tile on the drawing", () => {
  const onto = (name) => ({ classList: { contains: (each) => each === name } });
  assert.equal(numberAfterDrop(0, 2, onto("tile-row")), 2);
  assert.equal(numberAfterDrop(0, 3, onto("tile")), 2);
  assert.equal(numberAfterDrop(4, 2, onto("tile")), 2);
});

test("marks are as large as what they count, and leave out what is hardly there", () => {
  const drawn = marksOf(
    "side",
    [
      { x: 0, y: 0, count: 4 },
      { x: 9, y: 9, count: 0 },
      { x: 9, y: 9, count: 0.001 },
    ],
    4,
  );
  assert.equal(drawn.match(/M/g)?.length, 1);
  assert.match(drawn, /^M-0\.45 -0\.45h0\.89/);
});

test("the racing line goes through all its points", () => {
  assert.equal(smoothLine([]), "");
  const line = smoothLine([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 2, y: 1 },
  ]);
  assert.match(line, /^M0\.00 0\.00C.* 1\.00 0\.00C.* 2\.00 1\.00$/);
});
