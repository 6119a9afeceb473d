import assert from "node:assert/strict";
import { test } from "node:test";
import { parseInstallInput } from "./install-input.ts";

const admin = "http://admin.souk.localhost:4000";
const parse = (text: string) => parseInstallInput(text, admin);

test("an install link is accepted with or without its scheme, host, store or query", () => {
  const links = [
    `${admin}/apps/install/souk_app_1`,
    `  ${admin}/apps/install/souk_app_1/?from=mail \n`,
    `${admin}/kedai/apps/install/souk_app_1`,
    "admin.souk.localhost:4000/apps/install/souk_app_1",
    "/apps/install/souk_app_1",
  ];
  for (const link of links) assert.deepEqual(parse(link), { ok: true, app: "souk_app_1" }, link);
});

test("an app's handle or client id is accepted, and spaces around it are ignored", () => {
  assert.deepEqual(parse(" inventory-sync "), { ok: true, app: "inventory-sync" });
  assert.deepEqual(parse("souk_app_1"), { ok: true, app: "souk_app_1" });
});

test("an empty text, or a link that isn't an install link of this platform, is rejected", () => {
  const cases: [string, RegExp][] = [
    ["", /Enter the install link/],
    ["https://evil.example/apps/install/souk_app_1", /another platform/],
    [`${admin}.evil.example/apps/install/souk_app_1`, /another platform/],
    [`${admin}/kedai/products`, /isn't an install link/],
    [`${admin}/apps/install/`, /isn't an install link/],
  ];
  for (const [text, expected] of cases) {
    const input = parse(text);
    assert.ok(!input.ok, text);
    assert.match(input.message, expected);
  }
});
