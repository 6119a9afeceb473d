import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, signUpMember } from "@souk/testkit";
import { type CustomerShop, openCustomers } from "./customers.ts";
import { openPage } from "./open-page.ts";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: CustomerShop;
/** May only see customers. */
let clerk: Browser;
let customer: number;

before(async () => {
  stage = await openStage();
  shop = await openCustomers(stage);
  customer = await shop.customer({ first_name: "Mei" });
  clerk = (await signUpMember(stage.testing, shop.shop, ["read_customers"])).browser;
});
after(() => stage.close());

const refusal = "Your role in this shop does not include this.";

test("who may only see customers is led to nothing else, and is offered nothing that they may not do", async () => {
  const { page, done } = await openPage(stage, clerk, `${shop.shop.host_url}/customers`);
  const nav = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  assert.deepEqual(await nav.allTextContents(), ["Home", "Customers", "Apps"]);
  await page.getByRole("link", { name: "Export" }).waitFor();
  for (const name of ["New customer", "Import"])
    assert.equal(await page.getByRole("link", { name }).count(), 0, name);
  await page.getByRole("link", { name: /Mei/ }).click();
  await page.getByRole("heading", { level: 1, name: "Mei" }).waitFor();
  await page.getByText("In no group.").waitFor();
  for (const name of [/^Delete/, "Add an address"])
    assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  await done();
});

test("what they open by its address is refused in words and shows nothing of the shop", async () => {
  const { id, product_id } = shop.shop.variants[0] ?? assert.fail("no variant");
  const place = shop.shop.locations[0]?.id;
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
  const context = await stage.as(clerk);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  for (const path of paths) {
    await page.goto(`${shop.shop.host_url}${path}`);
    await page.getByText(refusal).first().waitFor();
    await settled(page);
    assert.doesNotMatch(await page.locator("main").innerText(), /Seeded/, path);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("the API refuses what the pages leave out", async () => {
  const { host_url } = shop.shop;
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
  await clerk.call("GET", `${stage.testing.addresses.adminOrigin}/api/console/session.json`);
  for (const [method, path, json] of writes) {
    const answer = await clerk.call(method, `${host_url}${path}`, json);
    assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
  }
});
