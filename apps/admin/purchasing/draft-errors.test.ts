import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { describeShortage } from "./draft-errors.ts";
import type { StockDocument } from "./stock-document.ts";

const transfer = {
  line_items: [
    { product_name: "Clay pot", variant_name: null },
    { product_name: "Batik shirt", variant_name: "M" },
  ],
} as unknown as StockDocument;

const createValidationError = (...fields: { path: string; code?: string; message: string }[]) =>
  new ApiError(422, { error: { code: "invalid", message: "", request_id: "r", fields } }, new Headers());

const shortageMessage =
  "would take 3 from the stock it leaves, which is 2, and the variant's inventory_policy is deny";

test("the error for insufficient stock at a transfer's origin names the variant", () => {
  const text = describeShortage(
    createValidationError({
      path: "line_items.1.quantity",
      code: "insufficient_stock",
      message: shortageMessage,
    }),
    transfer,
  );
  assert.match(text ?? "", /Not enough stock at the origin: Batik shirt, M\./);
});

test("if any field error of a transfer is not about insufficient stock, the page shows the API's message instead", () => {
  const deletedVariantError = { path: "line_items.0.variant_id", message: "was deleted" };
  assert.equal(
    describeShortage(
      createValidationError(
        { path: "line_items.1.quantity", code: "insufficient_stock", message: shortageMessage },
        deletedVariantError,
      ),
      transfer,
    ),
    undefined,
  );
  assert.equal(describeShortage(new Error("no response"), transfer), undefined);
});
