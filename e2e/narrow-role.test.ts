import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, signUpMember } from "@souk/testkit";
import { type CustomerFixture, openCustomers } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let store: CustomerFixture;
/** Staff member who may only see customers. */
let clerk: Browser;
let customer: number;

before(async () => {
  fixture = await createE2eFixture();
  store = await openCustomers(fixture);
  customer = await store.customer({ first_name: "Mei" });
  clerk = (await signUpMember(fixture.testing, store.store, ["read_customers"])).browser;
});
after(() => fixture.close());

const noAccess = "You don't have access to this.";

test("staff who may only see customers are redirected and offered nothing else", async () => {
  const { page, done } = await openPage(fixture, clerk, `${store.store.host_url}/customers`);
  const nav = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.deepEqual(await nav.allTextContents(), ["Home", "Customers", "Apps"]);
  await page.getByRole("link", { name: "Export" }).waitFor();
  for (const name of ["New customer", "Import"])
    assert.equal(await page.getByRole("link", { name }).count(), 0, name);
  await page.getByRole("link", { name: /Mei/ }).click();
  await page.getByRole("heading", { level: 1, name: "Mei" }).waitFor();
  await page.getByText("Not in any group.").waitFor();
  for (const name of [/^Delete/, "Add address"])
    assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  await done();
});

test("pages opened by address show an error and nothing of the store", async () => {
  const { id, product_id } = store.store.variants[0] ?? assert.fail("no variant");
  const place = store.store.locations[0]?.id;
  const paths = [
    "/products",
    `/products/${product_id}`,
    "/collections",
    "/inventory",
    `/inventory/${product_id}/${id}/${place}`,
    "/purchase-orders",
    "/transfers",
    "/products/import",
    "/settings",
    "/settings/locations",
    `/settings/locations/${place}`,
    "/settings/currencies/USD",
    "/settings/customer-fields",
  ];
  const context = await fixture.openWindowAs(clerk);
  const page = await context.newPage();
  const violations: string[] = [];
  page.on("pageerror", (error) => violations.push(String(error)));
  for (const path of paths) {
    await page.goto(`${store.store.host_url}${path}`);
    await page.getByText(noAccess).first().waitFor();
    await settled(page);
    assert.doesNotMatch(await page.locator("main").innerText(), /Seeded/, path);
  }
  assert.deepEqual(violations, []);
  await context.close();
});

test("the API rejects the actions that the pages leave out", async () => {
  const { host_url } = store.store;
  const writes: [string, string, object?][] = [
    ["GET", "/api/3.0/products.json"],
    ["GET", "/api/4.0/inventory_levels.json?location_ids=1"],
    ["GET", "/api/3.0/store.json"],
    ["POST", "/api/3.0/customers.json", { first_name: "X" }],
    ["PUT", `/api/3.0/customers/${customer}.json`, { first_name: "X" }],
    ["PUT", `/api/3.0/customers/${customer}/credits/adjust.json`, { adjustment_amount: 5, description: "x" }],
    ["DELETE", `/api/3.0/customers/${customer}.json`],
    ["POST", `/api/console/customers/${customer}/erase.json`],
    ["GET", `/api/console/customers/${customer}/data.json`],
    ["GET", "/api/console/audit_entries.json"],
    ["GET", "/api/console/members.json"],
    ["POST", "/api/console/custom_apps.json", { name: "X", scopes: [] }],
  ];
  await clerk.call("GET", `${fixture.testing.addresses.adminOrigin}/api/console/session.json`);
  for (const [method, path, json] of writes) {
    const answer = await clerk.call(method, `${host_url}${path}`, json);
    assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
  }
});
