import assert from "node:assert/strict";
import { test } from "node:test";
import { getRecordName } from "./entry-label.ts";
import { findEntryPage } from "./entry-page.ts";

const entry = { action: "update", resource_id: 7, parent_id: 3, label: null } as const;

test("an audit entry links to the page of its record, or of the order or product that the record belongs to", () => {
  const order = { ...entry, resource: "order", parent_id: null } as const;
  assert.equal(findEntryPage(order), "/orders/7");
  assert.equal(findEntryPage({ ...order, action: "delete" }), null);
  assert.equal(findEntryPage({ ...entry, resource: "refund" }), "/orders/3");
  assert.equal(findEntryPage({ ...entry, resource: "variant", action: "delete" }), "/products/3");
  assert.equal(findEntryPage({ ...entry, resource: "webhook" }), null);
});

test("the audit log shows a record without a label by its id, with no # before it", () => {
  assert.equal(getRecordName({ ...entry, resource: "order", label: "#1001" }), "#1001");
  assert.equal(getRecordName({ ...entry, resource: "refund" }), "ID 7");
});
