import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { exportAddress, filtersOf } from "./export-address.ts";

test("the exports' page is led to with what narrows a list, and with nothing where nothing does", () => {
  const filters = { query: "mei & co", group_id: "3", tags: "", accepts_marketing: "true" };
  const address = exportAddress("kedai", "customers", filters);
  assert.equal(
    address,
    "/kedai/exports?resource=customers&query=mei+%26+co&group_id=3&accepts_marketing=true",
  );
  const none = { query: "", group_id: "", tags: "", accepts_marketing: "" };
  assert.equal(exportAddress("kedai", "customers", none), "/kedai/exports?resource=customers");
});

test("every filter that is handed over is one of the list's own", () => {
  const lists = {
    products: operations.listProducts,
    customers: operations.listCustomers,
    orders: operations.listOrders,
    inventory_levels: operations.listInventoryLevels,
    inventory_movements: operations.listInventoryMovements,
  };
  for (const [resource, { query }] of Object.entries(lists))
    for (const name of filtersOf[resource as keyof typeof filtersOf])
      assert.ok(name in query, `${resource}: ${name}`);
});
