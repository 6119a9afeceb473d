import assert from "node:assert/strict";
import { test } from "node:test";
import { listVariables } from "./list-variables.ts";

test("email variables are listed by path with descriptions, and the path of a list item has the index 0", () => {
  const descriptions = new Map(
    listVariables("shipping_confirmation").map(({ path, description }) => [path, description]),
  );
  assert.equal(descriptions.get("shop.name"), "Name of the store.");
  assert.equal(descriptions.get("fulfillment.line_items"), "Line items in the parcel.");
  assert.equal(descriptions.get("fulfillment.line_items[0].quantity"), "Quantity.");
  assert.ok([...descriptions.keys()].every((path) => /^[a-z_.[\]0]+$/.test(path) && path.includes(".")));
});
