import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { exportQuery } from "./export-query.ts";

test("an export of orders is narrowed as their list is, by filters that the API knows", () => {
  const all = { query: "mei", status: "open", financial: "paid", fulfillment: "unfulfilled", location: "3" };
  const { resource, ...filters } = Object.fromEntries(new URLSearchParams(exportQuery(all)));
  assert.equal(resource, "orders");
  assert.deepEqual(Object.values(filters), Object.values(all));
  for (const name of Object.keys(filters)) assert.ok(name in operations.listOrders.query, name);
  const none = { query: "", status: "", financial: "", fulfillment: "", location: "" };
  assert.equal(exportQuery(none), "resource=orders");
});
