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

test("the variant sheet has a column for every API field except those that it leaves out on purpose", () => {
  const fields = Object.keys(operations.updateVariant.body.properties);
  const expectedNames = fields.filter((name) => !fieldsNotInSheet.includes(name)).sort();
  assert.deepEqual(variantFieldNames.toSorted(), expectedNames);
  assert.deepEqual(Object.keys(texts.variants.columns).sort(), expectedNames);
});
