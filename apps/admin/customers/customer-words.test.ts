import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { customerWords } from "./customer-words.ts";

/** Parts of a request that have forms of their own. */
const shownApart = ["attributes", "addresses"];

test("the form of a customer has an input for every field of the API", () => {
  const fields = [operations.createCustomer, operations.updateCustomer].flatMap(({ body }) =>
    Object.keys(body.properties),
  );
  const wanted = new Set(fields.filter((name) => !shownApart.includes(name)));
  assert.deepEqual(Object.keys(customerWords).sort(), [...wanted].sort());
});
