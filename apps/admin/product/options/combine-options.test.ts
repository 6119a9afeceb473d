import assert from "node:assert/strict";
import { test } from "node:test";
import { combineOptions, countCombinations, optionFaults, writtenOptions } from "./combine-options.ts";

const size = { name: "Size", values: ["S", "M"] };
const colour = { name: "Colour", values: ["Red", "Ink"] };

test("each value of one option meets each of the others", () => {
  assert.deepEqual(combineOptions([size, colour]), [
    ["S", "Red"],
    ["S", "Ink"],
    ["M", "Red"],
    ["M", "Ink"],
  ]);
  assert.deepEqual(combineOptions([]), []);
  assert.equal(countCombinations([]), 1);
});

test("more variants than a product may have are counted and not made", () => {
  const many = { name: "Length", values: Array.from({ length: 126 }, (_, at) => `${at} cm`) };
  assert.equal(countCombinations([size, many]), 252);
  assert.deepEqual(combineOptions([size, many]), []);
});

test("an option without a name, without values, or of a name that is taken is told apart", () => {
  const words = { needsName: "name", needsValues: "values", twice: "twice" };
  const options = [
    size,
    { name: " ", values: ["x"] },
    { name: "Size ", values: ["L"] },
    { name: "Fit", values: [] },
  ];
  assert.deepEqual(optionFaults(options, words), ["", "name", "twice", "values"]);
  assert.deepEqual(
    writtenOptions(options).map(({ name }) => name),
    ["Size", "Size"],
  );
});
