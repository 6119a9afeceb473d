import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@souk/contract";
import { readWeight, type Weight } from "./weight.ts";

const kilo: Weight = { weight: 1000, weight_unit: "g", grams: 1000 };

function read(sent: Partial<Weight>, current = kilo): [Weight, string[]] {
  const errors: FieldError[] = [];
  const weight = readWeight(sent, current, { path: "variants.0.", errors });
  return [weight, errors.map(({ path, code }) => `${path} ${code}`)];
}

test("unchanged grams and a changed unit mean the same weight in the new unit", () => {
  assert.deepEqual(read({ grams: 1000, weight_unit: "kg" }), [
    { weight: 1, weight_unit: "kg", grams: 1000 },
    [],
  ]);
});

test("unchanged grams change nothing, though the weight is stored with four decimals", () => {
  const ounce: Weight = { weight: 0.0353, weight_unit: "oz", grams: 1 };
  assert.deepEqual(read({ grams: 1, weight_unit: "oz" }, ounce), [ounce, []]);
});

test("grams above the largest weight of the unit are rejected by their name", () => {
  const [, errors] = read({ grams: 1_000_001 });
  assert.deepEqual(errors, ["variants.0.grams out_of_range"]);
  assert.deepEqual(read({ grams: 2_000_000_000, weight_unit: "lb" })[1].length, 1);
});

test("a weight of a million kilograms in grams is stored in kilograms", () => {
  const [weight, errors] = read({ grams: 1_000_000_000, weight_unit: "kg" });
  assert.deepEqual([weight, errors], [{ weight: 1_000_000, weight_unit: "kg", grams: 1_000_000_000 }, []]);
});
