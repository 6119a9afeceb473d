import assert from "node:assert/strict";
import { test } from "node:test";
import { closestEndpoint, noEndpointMessage } from "./closest-endpoint.ts";

test("a URL without .json, or of the wrong version, names the likely endpoint", () => {
  assert.equal(closestEndpoint("/api/3.0/products"), "/api/3.0/products.json");
  assert.equal(closestEndpoint("/api/2.0/Products/12/"), "/api/3.0/products/12.json");
  assert.equal(closestEndpoint("/api/3.0/inventory_levels.json"), "/api/4.0/inventory_levels.json");
  assert.equal(closestEndpoint("/kedai/api/4.0/products/1.json"), "/kedai/api/3.0/products/1.json");
});

test("a URL unlike any endpoint gets advice only", () => {
  assert.equal(closestEndpoint("/api/3.0/baskets.json"), undefined);
  assert.equal(closestEndpoint("/products.json"), undefined);
  assert.match(noEndpointMessage("//["), /^No endpoint matches this URL\. Check the version/);
});
