import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { orderFieldWords } from "./order-field-words.ts";

/** Fields of the request that the order page shows but does not edit. */
const readOnlyFields = [
  ...["email", "phone", "shipping_address", "billing_address", "note", "note_attributes"],
  ...["source_identifier", "sales_attributions", "customer_id"],
];

test("the order form has an input for every API field except the order page's read-only fields", () => {
  const fields = Object.keys(operations.updateOrder.body.properties);
  const expectedFields = fields.filter((name) => !readOnlyFields.includes(name));
  assert.deepEqual(Object.keys(orderFieldWords).sort(), expectedFields.sort());
});
