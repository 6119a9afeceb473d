import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "./operations.ts";
import { findMissingScope, parseScopes } from "./scopes.ts";
import { findNearestTopic } from "./topics/catalog.ts";

test("a scope requirement is met by one granted scope from each of the requirement's lists (API-2)", () => {
  assert.equal(
    findMissingScope([["read_orders"], ["read_fulfillments"]], new Set(["read_orders"])),
    "read_fulfillments",
  );
  assert.equal(findMissingScope([["read_shipping", "read_products"]], new Set(["read_products"])), null);
  assert.equal(
    findMissingScope([["read_shipping", "read_products"]], new Set()),
    "read_shipping or read_products",
  );
  assert.equal(findMissingScope([["read_products"]], new Set(["write_products"])), "read_products");
});

test("a scope parameter is split at commas, and repeated or blank scopes are dropped", () => {
  assert.deepEqual(parseScopes("read_orders, read_orders,,write_orders"), ["read_orders", "write_orders"]);
});

test("no two operations share an id, or a surface, method and path", () => {
  const allOperations = Object.values(operations);
  assert.equal(new Set(allOperations.map(({ id }) => id)).size, allOperations.length);
  const endpoints = allOperations.map(
    ({ surface, method, path }) => `${surface} ${method} ${path.replaceAll(/:\w+/g, ":")}`,
  );
  assert.equal(new Set(endpoints).size, allOperations.length);
});

test("the topic most similar to a misspelled name is found", () => {
  assert.equal(findNearestTopic("product/updated"), "product/update");
  assert.equal(findNearestTopic("order/craete"), "order/create");
});
