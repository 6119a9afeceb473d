import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "./operations.ts";
import { findMissingScope, parseScopes } from "./scopes.ts";
import { findNearestTopic } from "./topics/catalog.ts";

test("a scope requirement is met when each of its lists has one granted scope (API-2)", () => {
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

test("a scope parameter is split at commas, repeats and blanks dropped", () => {
  assert.deepEqual(parseScopes("read_orders, read_orders,,write_orders"), ["read_orders", "write_orders"]);
});

test("operation ids are unique, and no two operations share an address", () => {
  const all = Object.values(operations);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const addresses = all.map(
    ({ surface, method, path }) => `${surface} ${method} ${path.replaceAll(/:\w+/g, ":")}`,
  );
  assert.equal(new Set(addresses).size, all.length);
});

test("the nearest topic to a misspelled one is named", () => {
  assert.equal(findNearestTopic("product/updated"), "product/update");
  assert.equal(findNearestTopic("order/craete"), "order/create");
});
