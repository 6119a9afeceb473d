import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { refusedCells, variantBodies, variantBody } from "./variant-body.ts";

test("cells are sent as what they are: amounts as text, an emptied one as none, numbers and switches as such", () => {
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

test("only the variants that were changed are sent", () => {
  const changes = new Map([[5, new Map([["sku", "A"]])]]);
  assert.deepEqual(variantBodies(changes, [4, 5, 6]), [{ id: 5, sku: "A" }]);
});

const refused = (path: string) =>
  new ApiError(
    422,
    { error: { code: "invalid", message: "", request_id: "r", fields: [{ path, message: "is wrong" }] } },
    new Headers(),
  );

test("a refusal stands at its cell, and one that has no cell is told as a whole", () => {
  const columns = ["price", "sku"];
  assert.deepEqual(refusedCells(refused("variants.1.sku"), [8, 9], columns), [
    { row: 9, column: "sku", text: "is wrong" },
  ]);
  assert.equal(refusedCells(refused("variants.7.sku"), [8, 9], columns), null);
  assert.equal(refusedCells(refused("variants"), [8, 9], columns), null);
  assert.equal(refusedCells(new Error("no answer"), [8], columns), null);
});
