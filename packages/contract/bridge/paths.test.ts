import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveBridgePath } from "./paths.ts";

test("the pages of a store's admin are open to its apps", () => {
  const places = ["/", "/products", "/products/12", "/products?query=mug", "/apps", "/settings/custom-apps"];
  for (const place of places) assert.equal(resolveBridgePath(place), place);
  assert.equal(resolveBridgePath("/products/../settings"), "/settings");
  assert.equal(resolveBridgePath("/products#top"), "/products");
});

test("no path leads out of the store's admin", () => {
  const ways = [
    "products",
    "",
    "//evil.example",
    "/\\evil.example",
    "/products\\..\\..\\sign-out",
    "/\t/evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/oauth/authorize?client_id=other",
    "/apps/install/souk_app_other",
    "/apps/open/souk_app_other",
    "/products/../apps/open/souk_app_other",
    "/apps/%2e%2e/oauth/authorize",
    "/products/..%2f..%2foauth",
    "/products//evil",
    "/../other-store/products",
    "/sign-out",
    "/api/console/apps.json",
    "/productsandmore",
  ];
  for (const way of ways) assert.equal(resolveBridgePath(way), null, way);
});
