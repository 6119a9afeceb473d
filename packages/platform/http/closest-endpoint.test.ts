import assert from "node:assert/strict";
import { test } from "node:test";
import { buildNoEndpointMessage, findClosestEndpoint } from "./closest-endpoint.ts";

test("a 404 response for a URL without .json or with a wrong version suggests the likely endpoint", () => {
  assert.equal(findClosestEndpoint("/api/3.0/products"), "/api/3.0/products.json");
  assert.equal(findClosestEndpoint("/api/2.0/Products/12/"), "/api/3.0/products/12.json");
  assert.equal(findClosestEndpoint("/api/3.0/inventory_levels.json"), "/api/4.0/inventory_levels.json");
  assert.equal(findClosestEndpoint("/kedai/api/4.0/products/1.json"), "/kedai/api/3.0/products/1.json");
});

test("a 404 response for a URL unlike any endpoint suggests no endpoint and says what to check", () => {
  assert.equal(findClosestEndpoint("/api/3.0/baskets.json"), undefined);
  assert.equal(findClosestEndpoint("/products.json"), undefined);
  assert.match(buildNoEndpointMessage("//["), /^No endpoint matches this URL\. Check the version/);
});
