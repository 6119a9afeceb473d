import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { customerFieldWords } from "./customer-field-words.ts";

/** The request fields that other forms set. */
const fieldsNotInForm = ["attributes", "addresses"];

test("the customer form has an input for every API field except attributes and addresses", () => {
  const fields = [operations.createCustomer, operations.updateCustomer].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const expectedFields = new Set(fields.filter((name) => !fieldsNotInForm.includes(name)));
  assert.deepEqual(Object.keys(customerFieldWords).sort(), [...expectedFields].sort());
});
