import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf } from "../../src/snowtails/web/core/names.js";

const musher = (name) => ({ kind: "musher", name });
const person = (name) => ({ kind: "person", name });

test("two of one name get the numbers of their sleds", () => {
  const company = { seats: [person("Anna"), musher("husky"), musher("pup"), musher("husky"), person("Husky")] };
  assert.deepEqual(
    company.seats.map((_, seat) => nameOf(company, seat)),
    ["Anna", "Husky 2", "Pup", "Husky 4", "Husky 5"],
  );
});

test("a free seat has no name", () => {
  const company = {
    seats: [
      { kind: "open", name: "" },
      { kind: "open", name: "" },
    ],
  };
  assert.equal(nameOf(company, 0), "");
  assert.equal(nameOf(company, 5), "");
});
