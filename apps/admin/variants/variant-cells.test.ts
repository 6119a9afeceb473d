import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { texts } from "../texts.ts";
import { variantFieldNames } from "./variant-cells.ts";

/** Fields of the request that the sheet doesn't have, because the product page shows them elsewhere or not at all. */
const fieldsNotInSheet = [
  ...["image_id", "options", "position"],
  ...["taxable", "shipping_required", "grams", "width", "height", "length"],
];

test("every API field has a variant sheet column unless listed as an exception", () => {
  const fields = Object.keys(operations.updateVariant.body.properties);
  const expectedNames = fields.filter((name) => !fieldsNotInSheet.includes(name)).sort();
  assert.deepEqual(variantFieldNames.toSorted(), expectedNames);
  assert.deepEqual(Object.keys(texts.variants.columns).sort(), expectedNames);
});
