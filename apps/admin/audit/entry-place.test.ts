import assert from "node:assert/strict";
import { test } from "node:test";
import { entryName } from "./entry-label.ts";
import { entryPlace } from "./entry-place.ts";

const entry = { action: "update", resource_id: 7, parent_id: 3, label: null } as const;

test("an entry links to the page of its record, or of the order or product owning it", () => {
  const order = { ...entry, resource: "order", parent_id: null } as const;
  assert.equal(entryPlace(order), "/orders/7");
  assert.equal(entryPlace({ ...order, action: "delete" }), null);
  assert.equal(entryPlace({ ...entry, resource: "refund" }), "/orders/3");
  assert.equal(entryPlace({ ...entry, resource: "variant", action: "delete" }), "/products/3");
  assert.equal(entryPlace({ ...entry, resource: "webhook" }), null);
});

test("a record without a name of its own is not written like an order", () => {
  assert.equal(entryName({ ...entry, resource: "order", label: "#1001" }), "#1001");
  assert.equal(entryName({ ...entry, resource: "refund" }), "ID 7");
});
