import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { orderWords } from "./order-words.ts";

/** Fields of a request that the page of an order shows and does not change. */
const onlyShown = [
  ...["email", "phone", "shipping_address", "billing_address", "note", "note_attributes"],
  ...["source_identifier", "sales_attributions", "customer_id"],
];

test("the form of an order has an input for every field of the API that the page does not only show", () => {
  const fields = Object.keys(operations.updateOrder.body.properties);
  const wanted = fields.filter((name) => !onlyShown.includes(name));
  assert.deepEqual(Object.keys(orderWords).sort(), wanted.sort());
});
