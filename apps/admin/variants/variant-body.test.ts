import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { placeCellErrors, variantBodies, variantBody } from "./variant-body.ts";

test("cells are sent typed: amounts as text, empty as null, numbers and switches", () => {
  const texts = new Map([
    ["price", " 12.50 "],
    ["compare_at_price", ""],
    ["inventory_quantity", "7"],
    ["is_enabled", "false"],
    ["image_id", "3"],
    ["unknown", "x"],
  ]);
  assert.deepEqual(variantBody(texts), {
    price: "12.50",
    compare_at_price: null,
    inventory_quantity: 7,
    is_enabled: false,
    image_id: 3,
  });
});

test("only the changed variants are sent", () => {
  const changes = new Map([[5, new Map([["sku", "A"]])]]);
  assert.deepEqual(variantBodies(changes, [4, 5, 6]), [{ id: 5, sku: "A" }]);
});

const rejectField = (path: string) =>
  new ApiError(
    422,
    { error: { code: "invalid", message: "", request_id: "r", fields: [{ path, message: "is wrong" }] } },
    new Headers(),
  );

test("an error is shown at its cell, one without a cell for the whole form", () => {
  const columns = ["price", "sku"];
  assert.deepEqual(placeCellErrors(rejectField("variants.1.sku"), [8, 9], columns), [
    { row: 9, column: "sku", text: "is wrong" },
  ]);
  assert.equal(placeCellErrors(rejectField("variants.7.sku"), [8, 9], columns), null);
  assert.equal(placeCellErrors(rejectField("variants"), [8, 9], columns), null);
  assert.equal(placeCellErrors(new Error("no answer"), [8], columns), null);
});
