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

test("of the 31 topics and two extension topics, only product/update and the stock topic have a context (WHK-6, WHK-9)", () => {
  const extensions = Object.entries<Topic>(topics).filter(([, topic]) => topic.isExtension);
  assert.deepEqual(
    extensions.map(([name]) => name),
    ["customer/data_request", "customer/erase"],
  );
  assert.equal(Object.keys(topics).length - extensions.length, 31);
  const topicsWithContext = Object.entries<Topic>(topics).filter(([, { hasContext }]) => hasContext);
  assert.deepEqual(
    topicsWithContext.map(([name]) => name),
    ["product/update", "inventory_level/inventory_quantity_update"],
  );
});

test("a name outside the topic catalog, such as orders/create or constructor, is not a topic", () => {
  for (const name of ["orders/create", "", "constructor", "__proto__", "Order/create"]) {
    assert.equal(findTopic(name), null, name);
  }
});

test("an installation receives a topic's complete payload only with the topic's scopes", () => {
  assert.equal(canReadPayload("order/create", ["read_orders"]), true);
  assert.equal(canReadPayload("order/create", ["write_orders", "read_products"]), false);
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    assert.equal(canReadPayload("location/update", [scope]), true, scope);
  }
  assert.equal(canReadPayload("location/update", ["write_shipping"]), false);
  assert.equal(canReadPayload("app/uninstall", []), true);
  // docs/spec/decided.md#scopes: reading fulfillments requires both read_orders and read_fulfillments.
  assert.equal(canReadPayload("fulfillment/create", ["read_orders", "read_fulfillments"]), true);
  for (const scope of ["read_orders", "read_fulfillments"])
    assert.equal(canReadPayload("fulfillment/update", [scope]), false, scope);
});

test("a customer's custom fields are withheld from an installation without their scope (CUS-3)", () => {
  assert.deepEqual(listWithheldFields("customer/update", ["read_customers"]), ["attributes"]);
  assert.deepEqual(listWithheldFields("customer/update", ["read_customers", "read_customer_attributes"]), []);
  assert.deepEqual(listWithheldFields("product/update", []), []);
  assert.deepEqual(listWithheldFields("no/topic", []), []);
});

test("the most similar topic is found for a misspelled or a very long topic name", () => {
  assert.equal(findNearestTopic("orders/create"), "order/create");
  assert.equal(findNearestTopic("product/updated"), "product/update");
  assert.ok(findNearestTopic("x".repeat(255)));
});
