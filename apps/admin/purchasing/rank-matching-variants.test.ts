import assert from "node:assert/strict";
import { test } from "node:test";
import { rankMatchingVariants } from "./rank-matching-variants.ts";

// The sizes S, M and XL have the SKUs SHIRT-100, SHIRT-10 and SHIRT-1, and the barcodes 955000, 955001 and 955002.
const variants = ["S", "M", "XL"].map((size, index) => ({
  name: `Batik shirt, ${size}`,
  sku: `SHIRT-1${"0".repeat(2 - index)}`,
  barcode: `95500${index}`,
}));

const findSizes = (searchText: string) =>
  rankMatchingVariants(variants, searchText).map(({ name }) => name.replace("Batik shirt, ", ""));

test("the variant search lists the matching variants, and puts those whose SKU or barcode is the search text first", () => {
  assert.deepEqual(findSizes("shirt xl"), ["XL"]);
  assert.deepEqual(findSizes("SHIRT-1"), ["XL", "S", "M"]);
  assert.deepEqual(findSizes("955001"), ["M"]);
});

test("if no variant matches the search text, such as a vendor's name, all variants that the API found are returned", () => {
  assert.deepEqual(
    [findSizes("Kain"), findSizes("")],
    [
      ["S", "M", "XL"],
      ["S", "M", "XL"],
    ],
  );
});
