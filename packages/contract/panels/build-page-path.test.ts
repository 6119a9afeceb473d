import assert from "node:assert/strict";
import { test } from "node:test";
import { buildPagePath, findPage, joinPagePath } from "./build-page-path.ts";
import { storePages } from "./pages.ts";

test("a page URL contains the page's encoded path and search parameters", () => {
  assert.equal(buildPagePath("/orders"), "/orders");
  assert.equal(buildPagePath("/orders/$id", { id: 7 }), "/orders/7");
  const level = { product_id: 1, variant_id: 2, location_id: 3 };
  assert.equal(buildPagePath("/inventory/$product_id/$variant_id/$location_id", level), "/inventory/1/2/3");
  assert.equal(
    buildPagePath("/apps/$client_id/details", { client_id: "a/b ?" }),
    "/apps/a%2Fb%20%3F/details",
  );
  assert.equal(
    buildPagePath("/inventory", {}, { query: "a&b", location: 5 }),
    "/inventory?query=a%26b&location=5",
  );
  assert.equal(buildPagePath("/products/edit", {}, { ids: "4,7" }), "/products/edit?ids=4,7");
  assert.equal(buildPagePath("/inventory", {}, { query: "", location: undefined }), "/inventory");
});

test("joining a store's path and a page path adds no extra slash", () => {
  assert.equal(joinPagePath("/kedai", "/orders?page=2"), "/kedai/orders?page=2");
  assert.equal(joinPagePath("/kedai", "/"), "/kedai");
  assert.equal(joinPagePath("/kedai/", "/?days=7"), "/kedai?days=7");
  assert.equal(joinPagePath("/", "/apps/1"), "/apps/1");
  assert.equal(joinPagePath("/", "/"), "/");
});

test("findPage prefers fixed pages to pages with parameters and rejects other paths", () => {
  assert.equal(findPage(storePages, "/"), "/");
  assert.equal(findPage(storePages, "/products/new"), "/products/new");
  assert.equal(findPage(storePages, "/products/7"), "/products/$id");
  assert.equal(findPage(storePages, "/customers/import/7"), "/customers/import/$id");
  for (const path of ["/nothing", "/orders/7/nothing", "/orders/", "orders", "//orders"])
    assert.equal(findPage(storePages, path), null, path);
});
