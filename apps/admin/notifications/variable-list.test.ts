import assert from "node:assert/strict";
import { test } from "node:test";
import { variableList } from "./variable-list.ts";

test("each email value is listed under its template path, a list's by its first", () => {
  const found = new Map(variableList("shipping_confirmation").map(({ path, says }) => [path, says]));
  assert.equal(found.get("shop.name"), "Name of the store.");
  assert.equal(found.get("fulfillment.line_items"), "Line items in the parcel.");
  assert.equal(found.get("fulfillment.line_items[0].quantity"), "Quantity.");
  assert.ok([...found.keys()].every((path) => /^[a-z_.[\]0]+$/.test(path) && path.includes(".")));
});
