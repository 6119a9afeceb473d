import assert from "node:assert/strict";
import { test } from "node:test";
import { combineOptions, countCombinations, validateOptions, writtenOptions } from "./combine-options.ts";

const size = { name: "Size", values: ["S", "M"] };
const color = { name: "Color", values: ["Red", "Ink"] };

test("each value of one option is combined with each of the others", () => {
  assert.deepEqual(combineOptions([size, color]), [
    ["S", "Red"],
    ["S", "Ink"],
    ["M", "Red"],
    ["M", "Ink"],
  ]);
  assert.deepEqual(combineOptions([]), []);
  assert.equal(countCombinations([]), 1);
});

test("more variants than a product may have are counted and not created", () => {
  const many = { name: "Length", values: Array.from({ length: 126 }, (_, index) => `${index} cm`) };
  assert.equal(countCombinations([size, many]), 252);
  assert.deepEqual(combineOptions([size, many]), []);
});

test("an option with no name, no values or a name already in use is reported as such", () => {
  const words = { nameRequired: "name", valuesRequired: "values", notUnique: "twice" };
  const options = [
    size,
    { name: " ", values: ["x"] },
    { name: "Size ", values: ["L"] },
    { name: "Fit", values: [] },
  ];
  assert.deepEqual(validateOptions(options, words), ["", "name", "twice", "values"]);
  assert.deepEqual(
    writtenOptions(options).map(({ name }) => name),
    ["Size", "Size"],
  );
});
