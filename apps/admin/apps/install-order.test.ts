import assert from "node:assert/strict";
import { test } from "node:test";
import { readInstallOrder } from "./install-order.ts";

const admin = "http://admin.souk.localhost:4000";
const read = (text: string) => readInstallOrder(text, admin);

test("an install link is read in every way that people paste it", () => {
  const links = [
    `${admin}/apps/install/souk_app_1`,
    `  ${admin}/apps/install/souk_app_1/?from=mail \n`,
    `${admin}/kedai/apps/install/souk_app_1`,
    "admin.souk.localhost:4000/apps/install/souk_app_1",
    "/apps/install/souk_app_1",
  ];
  for (const link of links) assert.deepEqual(read(link), { ok: true, app: "souk_app_1" }, link);
});

test("a handle or a client id is accepted as it is typed", () => {
  assert.deepEqual(read(" inventory-sync "), { ok: true, app: "inventory-sync" });
  assert.deepEqual(read("souk_app_1"), { ok: true, app: "souk_app_1" });
});

test("a link that leads elsewhere is rejected with a sentence", () => {
  const cases: [string, RegExp][] = [
    ["", /Enter the install link/],
    ["https://evil.example/apps/install/souk_app_1", /another platform/],
    [`${admin}.evil.example/apps/install/souk_app_1`, /another platform/],
    [`${admin}/kedai/products`, /isn't an install link/],
    [`${admin}/apps/install/`, /isn't an install link/],
  ];
  for (const [text, expected] of cases) {
    const order = read(text);
    assert.ok(!order.ok, text);
    assert.match(order.message, expected);
  }
});
