import assert from "node:assert/strict";
import { test } from "node:test";
import type { Product } from "../product-queries.ts";
import {
  countVariantsCreatedByValues,
  findVariantsDeletedWithOption,
  findVariantsDeletedWithValue,
} from "./affected-variants.ts";

/**
 * Variants with a size (value 11 or 12 of option 1) and a color (21 or 22 of option 2). No variant has both 12 and
 * 22.
 */
const variantValues = [
  { id: 3, position: 3, values: [12, 21] },
  { id: 1, position: 1, values: [11, 21] },
  { id: 2, position: 2, values: [11, 22] },
];
const product = {
  variants: variantValues.map(({ id, position, values }) => ({
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

const getIds = (variants: readonly { id: number }[]) => variants.map(({ id }) => id);

test("removing an option value deletes the variants that have this value", () => {
  assert.deepEqual(getIds(findVariantsDeletedWithValue(product, 21)), [1, 3]);
  assert.deepEqual(getIds(findVariantsDeletedWithValue(product, 12)), [3]);
});

test("removing an option deletes each variant whose remaining values equal those of an earlier variant", () => {
  assert.deepEqual(getIds(findVariantsDeletedWithOption(product, 2)), [2]);
  assert.deepEqual(getIds(findVariantsDeletedWithOption(product, 1)), [3]);
});

test("a new option value creates a variant for each existing combination of the other options' values", () => {
  // Two new sizes in each of the two colors.
  assert.equal(countVariantsCreatedByValues(product, 1, 2), 4);
  // One new color in each of the two sizes.
  assert.equal(countVariantsCreatedByValues(product, 2, 1), 2);
});
