import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { shortageWords } from "./refused-draft.ts";
import type { StockDocument } from "./stock-document.ts";

const transfer = {
  line_items: [
    { product_name: "Clay pot", variant_name: null },
    { product_name: "Batik shirt", variant_name: "M" },
  ],
} as unknown as StockDocument;

const refused = (...fields: { path: string; message: string }[]) =>
  new ApiError(422, { error: { code: "invalid", message: "", request_id: "r", fields } }, new Headers());

const short = "would take 3 from the stock it leaves, which is 2, and the variant's inventory_policy is deny";

test("a transfer that there is not enough stock for says of what, in the words of the shop", () => {
  const words = shortageWords(refused({ path: "line_items.1.quantity", message: short }), transfer);
  assert.match(words ?? "", /not that many where they leave from: Batik shirt, M\./);
});

test("what is refused over something else is left to the platform's own words", () => {
  const other = { path: "line_items.0.variant_id", message: "was deleted" };
  assert.equal(
    shortageWords(refused({ path: "line_items.1.quantity", message: short }, other), transfer),
    undefined,
  );
  assert.equal(shortageWords(new Error("no answer"), transfer), undefined);
});
