import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestTopic, opensPayload, type Topic, topicOf, topics, withheldFields } from "./catalogue.ts";

test("there are the 31 topics of the interface, and context is on product/update and inventory alone (WHK-6, WHK-9)", () => {
  const added = Object.entries<Topic>(topics).filter(([, topic]) => topic.added);
  assert.deepEqual(
    added.map(([name]) => name),
    ["customer/data_request", "customer/erase"],
  );
  assert.equal(Object.keys(topics).length - added.length, 31);
  const withContext = Object.entries<Topic>(topics).filter(([, { context }]) => context);
  assert.deepEqual(
    withContext.map(([name]) => name),
    ["product/update", "inventory_level/inventory_quantity_update"],
  );
});

test("a name outside the catalogue is no topic, nor is one that every object has", () => {
  for (const name of ["orders/create", "", "constructor", "__proto__", "Order/create"]) {
    assert.equal(topicOf(name), null, name);
  }
});

test("a payload is whole for whoever may read the record", () => {
  assert.equal(opensPayload("order/create", ["read_orders"]), true);
  assert.equal(opensPayload("order/create", ["write_orders", "read_products"]), false);
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    assert.equal(opensPayload("location/update", [scope]), true, scope);
  }
  assert.equal(opensPayload("location/update", ["write_shipping"]), false);
  assert.equal(opensPayload("app/uninstall", []), true);
  // gaps.md, "Scopes": fulfillments of an order need the orders and the fulfillments scope.
  assert.equal(opensPayload("fulfillment/create", ["read_orders", "read_fulfillments"]), true);
  for (const scope of ["read_orders", "read_fulfillments"])
    assert.equal(opensPayload("fulfillment/update", [scope]), false, scope);
});

test("custom fields of customers need a scope of their own (CUS-3)", () => {
  assert.deepEqual(withheldFields("customer/update", ["read_customers"]), ["attributes"]);
  assert.deepEqual(withheldFields("customer/update", ["read_customers", "read_customer_attributes"]), []);
  assert.deepEqual(withheldFields("product/update", []), []);
  assert.deepEqual(withheldFields("no/topic", []), []);
});

test("the topic that was probably meant is found, also for a very long name", () => {
  assert.equal(nearestTopic("orders/create"), "order/create");
  assert.equal(nearestTopic("product/updated"), "product/update");
  assert.ok(nearestTopic("x".repeat(255)));
});
