import assert from "node:assert/strict";
import { test } from "node:test";
import { meantVariants } from "./meant-variants.ts";

const variants = ["S", "M", "XL"].map((size, index) => ({
  name: `Batik shirt, ${size}`,
  sku: `SHIRT-1${"0".repeat(2 - index)}`,
  barcode: `95500${index}`,
}));

const found = (words: string) => meantVariants(variants, words).map(({ name }) => name.slice(13));

test("the words choose among a product's variants, a whole SKU or barcode comes first", () => {
  assert.deepEqual(found("shirt xl"), ["XL"]);
  assert.deepEqual(found("SHIRT-1"), ["XL", "S", "M"]);
  assert.deepEqual(found("955001"), ["M"]);
});

test("words that match no variant, like a vendor's name, keep all variants", () => {
  assert.deepEqual(
    [found("Kain"), found("")],
    [
      ["S", "M", "XL"],
      ["S", "M", "XL"],
    ],
  );
});
