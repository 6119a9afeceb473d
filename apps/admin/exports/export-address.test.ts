import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { exportAddress, filtersByResource } from "./export-address.ts";

test("the link to the exports page carries the list's filters, or nothing without any", () => {
  const filters = { query: "mei & co", group_id: "3", tags: "", accepts_marketing: "true" };
  const address = exportAddress("customers", filters);
  assert.equal(address, "/exports?resource=customers&query=mei+%26+co&group_id=3&accepts_marketing=true");
  const none = { query: "", group_id: "", tags: "", accepts_marketing: "" };
  assert.equal(exportAddress("customers", none), "/exports?resource=customers");
});

test("every filter that is passed to an export is one of the list's own", () => {
  const lists = {
    products: operations.listProducts,
    customers: operations.listCustomers,
    orders: operations.listOrders,
    inventory_levels: operations.listInventoryLevels,
    inventory_movements: operations.listInventoryMovements,
  };
  for (const [resource, { query }] of Object.entries(lists))
    for (const name of filtersByResource[resource as keyof typeof filtersByResource])
      assert.ok(name in query, `${resource}: ${name}`);
});
