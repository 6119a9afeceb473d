import assert from "node:assert/strict";
import { test } from "node:test";
import type { Product } from "../product-queries.ts";
import { lostWithOption, lostWithValue, madeByValues } from "./lost-variants.ts";

/** Sizes 11 and 12 of option 1, colors 21 and 22 of option 2; there is no large red variant. */
const made = [
  { id: 3, position: 3, values: [12, 21] },
  { id: 1, position: 1, values: [11, 21] },
  { id: 2, position: 2, values: [11, 22] },
];
const product = {
  variants: made.map(({ id, position, values }) => ({
    id,
    position,
    options: values.map((value) => ({
      variant_type_id: value < 20 ? 1 : 2,
      variant_option_id: value,
      name: "",
      value: "",
    })),
  })),
} as Product;

const ids = (variants: readonly { id: number }[]) => variants.map(({ id }) => id);

test("removing a value removes the variants that have it", () => {
  assert.deepEqual(ids(lostWithValue(product, 21)), [1, 3]);
  assert.deepEqual(ids(lostWithValue(product, 12)), [3]);
});

test("removing an option removes the variants that become duplicates, except the first", () => {
  assert.deepEqual(ids(lostWithOption(product, 2)), [2]);
  assert.deepEqual(ids(lostWithOption(product, 1)), [3]);
});

test("new values are combined with every existing combination of the other options", () => {
  assert.equal(madeByValues(product, 1, 2), 4);
  assert.equal(madeByValues(product, 2, 1), 2);
});
