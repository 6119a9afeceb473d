import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { buildExportPageLink, filterNamesByResource } from "./export-page-link.ts";

test("the link from a list to the exports page contains the list's filters that aren't empty", () => {
  const filters = { query: "mei & co", group_id: "3", tags: "", accepts_marketing: "true" };
  const link = buildExportPageLink("customers", filters);
  assert.equal(link, "/exports?resource=customers&query=mei+%26+co&group_id=3&accepts_marketing=true");
  const emptyFilters = { query: "", group_id: "", tags: "", accepts_marketing: "" };
  assert.equal(buildExportPageLink("customers", emptyFilters), "/exports?resource=customers");
});

test("every filter of an export is a query parameter of the operation that lists the resource", () => {
  const listOperations = {
    products: operations.listProducts,
    customers: operations.listCustomers,
    orders: operations.listOrders,
    inventory_levels: operations.listInventoryLevels,
    inventory_movements: operations.listInventoryMovements,
  };
  for (const [resource, { query }] of Object.entries(listOperations))
    for (const name of filterNamesByResource[resource as keyof typeof filterNamesByResource])
      assert.ok(name in query, `${resource}: ${name}`);
});
