import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveBridgePath } from "./paths.ts";

test("an embedded app can open the store's products, apps and settings pages", () => {
  const allowedPaths = [
    "/",
    "/products",
    "/products/12",
    "/products?query=mug",
    "/apps",
    "/settings/custom-apps",
  ];
  for (const path of allowedPaths) assert.equal(resolveBridgePath(path), path);
  assert.equal(resolveBridgePath("/products/../settings"), "/settings");
  assert.equal(resolveBridgePath("/products#top"), "/products");
});

test("an embedded app cannot open another app or a path outside the store's admin", () => {
  const forbiddenPaths = [
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
    "/apps/link/5?ids=1,2",
    "/apps/installed/souk_app_other?link=5&ids=1,2",
    "/products/../apps/open/souk_app_other",
    "/apps/%2e%2e/oauth/authorize",
    "/products/..%2f..%2foauth",
    "/products//evil",
    "/../other-store/products",
    "/sign-out",
    "/api/console/apps.json",
    "/productsandmore",
  ];
  for (const path of forbiddenPaths) assert.equal(resolveBridgePath(path), null, path);
});
