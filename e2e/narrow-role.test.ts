import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, signUpMember } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;
/** The browser of a member who may only view customers and reports, and create exports. */
let memberBrowser: Browser;
let customerId: number;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
  customerId = await customers.createCustomer({ first_name: "Mei" });
  memberBrowser = (
    await signUpMember(fixture.testPlatform, customers.store, [
      "customers.view",
      "exports.create",
      "reports.view",
    ])
  ).browser;
});
after(() => fixture.close());

const noAccess = "You don't have access to this page";

test("the menu and the customer pages offer a member only what the member's rights allow", async () => {
  const { page, closePage } = await openPage(fixture, memberBrowser, `${customers.store.host_url}/customers`);
  const navigationLinks = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.deepEqual(await navigationLinks.allTextContents(), ["Home", "Customers", "Apps"]);
  await page.getByRole("link", { name: "Export" }).waitFor();
  for (const name of ["New customer", "Import"])
    assert.equal(await page.getByRole("link", { name }).count(), 0, name);
  await page.getByRole("link", { name: /Mei/ }).click();
  await page.getByRole("heading", { level: 1, name: "Mei" }).waitFor();
  await page.getByText("Not in any group.").waitFor();
  for (const name of [/^Delete/, "Add address"])
    assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  await closePage();
});

test("pages that a member may not view show an error and no records of the store", async () => {
  const { id, product_id } = customers.store.variants[0] ?? assert.fail("no variant");
  const locationId = customers.store.locations[0]?.id;
  const paths = [
    "/products",
    `/products/${product_id}`,
    "/collections",
    "/inventory",
    `/inventory/${product_id}/${id}/${locationId}`,
    "/purchase-orders",
    "/transfers",
    "/products/import",
    "/settings",
    "/settings/locations",
    `/settings/locations/${locationId}`,
    "/settings/currencies/USD",
    "/settings/customer-fields",
  ];
  const context = await fixture.openContextAs(memberBrowser);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  for (const path of paths) {
    await page.goto(`${customers.store.host_url}${path}`);
    await page.getByText(noAccess).first().waitFor();
    await waitUntilSettled(page);
    assert.doesNotMatch(await page.locator("main").innerText(), /Seeded/, path);
  }
  assert.deepEqual(pageErrors, []);
  await context.close();
});

test("the API rejects the actions that a member's pages do not offer", async () => {
  const { host_url } = customers.store;
  const forbiddenCalls: [string, string, object?][] = [
    ["GET", "/api/3.0/products.json"],
    ["GET", "/api/4.0/inventory_levels.json?location_ids=1"],
    ["GET", "/api/3.0/store.json"],
    ["POST", "/api/3.0/customers.json", { first_name: "X" }],
    ["PUT", `/api/3.0/customers/${customerId}.json`, { first_name: "X" }],
    [
      "PUT",
      `/api/3.0/customers/${customerId}/credits/adjust.json`,
      { adjustment_amount: 5, description: "x" },
    ],
    ["DELETE", `/api/3.0/customers/${customerId}.json`],
    ["POST", `/api/console/customers/${customerId}/erase.json`],
    ["GET", `/api/console/customers/${customerId}/data.json`],
    ["GET", "/api/console/audit_entries.json"],
    ["GET", "/api/console/members.json"],
    ["POST", "/api/console/custom_apps.json", { name: "X", scopes: [] }],
  ];
  // The response has the CSRF token that the browser sends with later calls.
  await memberBrowser.call("GET", `${fixture.testPlatform.addresses.adminOrigin}/api/console/session.json`);
  for (const [method, path, json] of forbiddenCalls) {
    const response = await memberBrowser.call(method, `${host_url}${path}`, json);
    assert.equal(response.status, 403, `${method} ${path}: ${response.text}`);
  }
});
