import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { shortageWords } from "./draft-errors.ts";
import type { StockDocument } from "./stock-document.ts";

const transfer = {
  line_items: [
    { product_name: "Clay pot", variant_name: null },
    { product_name: "Batik shirt", variant_name: "M" },
  ],
} as unknown as StockDocument;

const createRejection = (...fields: { path: string; code?: string; message: string }[]) =>
  new ApiError(422, { error: { code: "invalid", message: "", request_id: "r", fields } }, new Headers());

const short = "would take 3 from the stock it leaves, which is 2, and the variant's inventory_policy is deny";

test("a transfer with too little stock names the variant, in the store's own words", () => {
  const words = shortageWords(
    createRejection({ path: "line_items.1.quantity", code: "insufficient_stock", message: short }),
    transfer,
  );
  assert.match(words ?? "", /Not enough stock at the origin: Batik shirt, M\./);
});

test("an error about anything else keeps the platform's own message", () => {
  const other = { path: "line_items.0.variant_id", message: "was deleted" };
  assert.equal(
    shortageWords(
      createRejection({ path: "line_items.1.quantity", code: "insufficient_stock", message: short }, other),
      transfer,
    ),
    undefined,
  );
  assert.equal(shortageWords(new Error("no answer"), transfer), undefined);
});
