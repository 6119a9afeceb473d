import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@souk/contract";
import { readWeight, type Weight } from "./weight.ts";

const oneKilogram: Weight = { weight: 1000, weight_unit: "g", grams: 1000 };

function readWithErrors(sentFields: Partial<Weight>, current = oneKilogram): [Weight, string[]] {
  const errors: FieldError[] = [];
  const weight = readWeight(sentFields, current, { path: "variants.0.", errors });
  return [weight, errors.map(({ path, code }) => `${path} ${code}`)];
}

test("changing a variant's weight unit with unchanged grams converts its weight", () => {
  assert.deepEqual(readWithErrors({ grams: 1000, weight_unit: "kg" }), [
    { weight: 1, weight_unit: "kg", grams: 1000 },
    [],
  ]);
});

test("unchanged grams do not change a weight that was rounded to four decimal places", () => {
  const oneGramInOunces: Weight = { weight: 0.0353, weight_unit: "oz", grams: 1 };
  assert.deepEqual(readWithErrors({ grams: 1, weight_unit: "oz" }, oneGramInOunces), [oneGramInOunces, []]);
});

test("grams above the maximum weight of the unit are rejected", () => {
  const [, errors] = readWithErrors({ grams: 1_000_001 });
  assert.deepEqual(errors, ["variants.0.grams out_of_range"]);
  assert.deepEqual(readWithErrors({ grams: 2_000_000_000, weight_unit: "lb" })[1].length, 1);
});

test("grams equal to the maximum weight of a million kilograms are accepted", () => {
  const [weight, errors] = readWithErrors({ grams: 1_000_000_000, weight_unit: "kg" });
  assert.deepEqual([weight, errors], [{ weight: 1_000_000, weight_unit: "kg", grams: 1_000_000_000 }, []]);
});
