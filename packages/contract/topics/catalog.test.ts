import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canReadPayload,
  findNearestTopic,
  findTopic,
  listWithheldFields,
  type Topic,
  topics,
} from "./catalog.ts";

test("context is on product/update and inventory alone of 31 topics (WHK-6, WHK-9)", () => {
  const added = Object.entries<Topic>(topics).filter(([, topic]) => topic.isExtension);
  assert.deepEqual(
    added.map(([name]) => name),
    ["customer/data_request", "customer/erase"],
  );
  assert.equal(Object.keys(topics).length - added.length, 31);
  const withContext = Object.entries<Topic>(topics).filter(([, { hasContext: context }]) => context);
  assert.deepEqual(
    withContext.map(([name]) => name),
    ["product/update", "inventory_level/inventory_quantity_update"],
  );
});

test("a name outside the catalog is no topic, nor is a property that every object has", () => {
  for (const name of ["orders/create", "", "constructor", "__proto__", "Order/create"]) {
    assert.equal(findTopic(name), null, name);
  }
});

test("a payload is complete for whoever may read the record", () => {
  assert.equal(canReadPayload("order/create", ["read_orders"]), true);
  assert.equal(canReadPayload("order/create", ["write_orders", "read_products"]), false);
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    assert.equal(canReadPayload("location/update", [scope]), true, scope);
  }
  assert.equal(canReadPayload("location/update", ["write_shipping"]), false);
  assert.equal(canReadPayload("app/uninstall", []), true);
  // docs/spec/decided.md#scopes: fulfillments of an order need the orders and the fulfillments scope.
  assert.equal(canReadPayload("fulfillment/create", ["read_orders", "read_fulfillments"]), true);
  for (const scope of ["read_orders", "read_fulfillments"])
    assert.equal(canReadPayload("fulfillment/update", [scope]), false, scope);
});

test("custom fields of customers need a scope of their own (CUS-3)", () => {
  assert.deepEqual(listWithheldFields("customer/update", ["read_customers"]), ["attributes"]);
  assert.deepEqual(listWithheldFields("customer/update", ["read_customers", "read_customer_attributes"]), []);
  assert.deepEqual(listWithheldFields("product/update", []), []);
  assert.deepEqual(listWithheldFields("no/topic", []), []);
});

test("the most similar topic is found for a misspelled or very long name", () => {
  assert.equal(findNearestTopic("orders/create"), "order/create");
  assert.equal(findNearestTopic("product/updated"), "product/update");
  assert.ok(findNearestTopic("x".repeat(255)));
});
