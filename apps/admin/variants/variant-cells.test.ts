import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { texts } from "../texts.ts";
import { variantFieldNames } from "./variant-cells.ts";

/** Fields of a request that the page of a product shows in ways of its own, or leaves out. */
const shownApart = [
  ...["image_id", "options", "position"],
  ...["taxable", "shipping_required", "grams", "width", "height", "length"],
];

test("the sheet of variants has a column for every field of the API", () => {
  const fields = Object.keys(operations.updateVariant.body.properties);
  const wanted = fields.filter((name) => !shownApart.includes(name)).sort();
  assert.deepEqual(variantFieldNames.toSorted(), wanted);
  assert.deepEqual(Object.keys(texts.variants.columns).sort(), wanted);
});
