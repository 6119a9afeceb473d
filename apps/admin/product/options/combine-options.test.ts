import assert from "node:assert/strict";
import { test } from "node:test";
import {
  combineOptions,
  countCombinations,
  listCompleteOptions,
  validateOptions,
} from "./combine-options.ts";

const size = { name: "Size", values: ["S", "M"] };
const color = { name: "Color", values: ["Red", "Ink"] };

test("each value of an option is combined with each value of the other options", () => {
  assert.deepEqual(combineOptions([size, color]), [
    ["S", "Red"],
    ["S", "Ink"],
    ["M", "Red"],
    ["M", "Ink"],
  ]);
  assert.deepEqual(combineOptions([]), []);
  assert.equal(countCombinations([]), 1);
});

test("option combinations that exceed the variant limit are counted but not listed", () => {
  // Two sizes times 126 lengths are 252 combinations. A product has at most 250 variants.
  const length = { name: "Length", values: Array.from({ length: 126 }, (_, index) => `${index} cm`) };
  assert.equal(countCombinations([size, length]), 252);
  assert.deepEqual(combineOptions([size, length]), []);
});

test("a product option without a name or values, or with a duplicate name, is an error", () => {
  const messages = { nameRequired: "name", valuesRequired: "values", notUnique: "duplicate" };
  const options = [
    size,
    { name: " ", values: ["x"] },
    { name: "Size ", values: ["L"] },
    { name: "Fit", values: [] },
  ];
  assert.deepEqual(validateOptions(options, messages), ["", "name", "duplicate", "values"]);
  assert.deepEqual(
    listCompleteOptions(options).map(({ name }) => name),
    ["Size", "Size"],
  );
});
