import assert from "node:assert/strict";
import { test } from "node:test";
import { variableList } from "./variable-list.ts";

test("each thing that a mail can show stands under the path that a template takes, those of a list by its first", () => {
  const found = new Map(variableList("shipping_confirmation").map(({ path, says }) => [path, says]));
  assert.equal(found.get("shop.name"), "What the shop is called.");
  assert.equal(found.get("fulfillment.line_items"), "What is in the parcel.");
  assert.equal(found.get("fulfillment.line_items[0].quantity"), "How many of it.");
  assert.ok([...found.keys()].every((path) => /^[a-z_.[\]0]+$/.test(path) && path.includes(".")));
});
