import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type CustomerFixture, openCustomers } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { oneWindow } from "./one-window.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await openCustomers(fixture);
});
after(() => fixture.close());

/** State of a page: its name, its path, and how to reach it. */
type State = [name: string, path: string, act?: (page: Page) => Promise<void>];

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const long = "a very long word of a customer who says everything twice ".repeat(4).trim();

async function fields() {
  const { call } = customers;
  for (const field of [
    { key: "shoe_size", title: "Shoe size", input_type: "number" },
    { key: "member_since", title: "Member since", input_type: "date" },
    { key: "tier", title: "Tier", input_type: "select", options: ["Silver", "Gold"], is_required: true },
    { key: "likes", title: "Likes", input_type: "multi_select", options: ["Tea", "Coffee", "Kaya toast"] },
    { key: "vip", title: "Very important", input_type: "checkbox" },
    { key: "about", title: "What they are like", input_type: "textarea" },
  ])
    await call("POST", "3.0/customer_attributes.json", field);
}

async function people(): Promise<{ mei: number }> {
  const { call, customer } = customers;
  await fields();
  const mei = await customer({
    first_name: "Mei",
    last_name: "Tan",
    email: "mei@kedai.test",
    phone: "012-345 6789",
    country_code: "MY",
    accepts_marketing: true,
    tags: ["vip", "wholesale"],
    note: "Calls before she comes.",
    attributes: { shoe_size: 38, tier: "Gold", likes: ["Tea", "Kaya toast"] },
    addresses: [
      { first_name: "Mei", last_name: "Tan", address1: "12 Jalan Besar", zip: "50000", city: "Kuala Lumpur" },
      { company: long, address1: long, city: "Ipoh", country_code: "MY", phone: "+60 12-345 6789" },
    ],
  });
  await customer({ first_name: long, email: "long@kedai.test", attributes: { tier: "Silver" } });
  const made = await call<{ customer_group: { id: number } }>("POST", "3.0/customer_groups.json", {
    name: "Wholesale",
    description: `Buys by the box, ${long}`,
  });
  const group = made.customer_group.id;
  await call("POST", `3.0/customer_groups/${group}/customers.json`, { customer_ids: [mei] });
  for (const [at, amount] of ["25.00", "10.50", "-8.25"].entries())
    await call("PUT", `3.0/customers/${mei}/credits/adjust.json`, {
      adjustment_amount: amount,
      description: at === 1 ? long : "A gift",
    });
  await call("PUT", `3.0/customers/${mei}/point/adjust.json`, { value: 1250, description: "Welcome" });
  return { mei };
}

const emptyStates: readonly State[] = [
  ["no customers", "/customers"],
  ["no customer groups", "/customers/groups"],
  ["no customer fields", "/settings/customer-fields"],
  ["no privacy requests", "/settings/privacy"],
  ["currencies", "/settings/currencies"],
];

async function customerStates(): Promise<State[]> {
  const { mei } = await people();
  return [
    ["customers", "/customers"],
    ["nobody matches", "/customers?query=nobody&group=1"],
    ["a new customer", "/customers/new"],
    [
      "a new customer, refused",
      "/customers/new",
      async (page) => {
        await page.getByRole("textbox", { name: "Phone" }).fill("12");
        await page.getByRole("combobox", { name: "Tier" }).selectOption("Gold");
        await press("Add customer")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
    ["a customer", `/customers/${mei}`],
    ["no such customer", "/customers/999999"],
    ["adding an address", `/customers/${mei}`, press("Add address")],
    ["erasing a customer", `/customers/${mei}`, press("Erase customer")],
    ["store credit", `/customers/${mei}/credit`],
    ["points", `/customers/${mei}/points`],
    [
      "too much deducted",
      `/customers/${mei}/points`,
      async (page) => {
        await page.getByLabel("Action").selectOption("Deduct");
        await page.getByLabel("Number of points").fill("2000");
        await page.getByLabel("Reason").fill("Too much");
        await press("Update points")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
  ];
}

async function otherStates(): Promise<State[]> {
  const { call } = customers;
  const groups = await call<{ customer_groups: { id: number }[] }>("GET", "3.0/customer_groups.json");
  const group = groups.customer_groups[0]?.id;
  await call("POST", "3.0/currencies.json", { code: "EUR", rate: "0.21", rounding: "0.05" });
  return [
    ["customer groups", "/customers/groups"],
    ["a new group", "/customers/groups/new"],
    ["a customer group", `/customers/groups/${group}`],
    ["adding customers to a group", `/customers/groups/${group}`, press("Add customers")],
    ["customer fields", "/settings/customer-fields"],
    ["a new customer field", "/settings/customer-fields/new"],
    ["a customer field", "/settings/customer-fields/3"],
    ["currencies with rates", "/settings/currencies"],
    ["a new currency", "/settings/currencies/new"],
    ["a currency", "/settings/currencies/EUR"],
    ["the own currency", "/settings/currencies/USD"],
  ];
}

async function findViolations(all: readonly State[]): Promise<string[]> {
  const violations: string[] = [];
  const { store } = customers;
  const view = oneWindow(fixture, store.owner.browser);
  for (const [name, path, act] of all) {
    const page = await view.at(`${store.host_url}${path}`);
    await act?.(page);
    const found = await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `${name} ${look}`));
    violations.push(...found.map((violation) => `${name}, ${violation}`));
  }
  await view.done();
  return violations;
}

const clean =
  "without a serious fault for axe-core and without scrolling sideways, in light, in dark, and 380 pixels wide";

test(`a store without customers is shown ${clean}`, async () => {
  assert.deepEqual(await findViolations(emptyStates), []);
});

test(`customers, their credit and points are shown ${clean}`, async () => {
  assert.deepEqual(await findViolations(await customerStates()), []);
});

test(`groups, fields and currencies are shown ${clean}`, async () => {
  assert.deepEqual(await findViolations(await otherStates()), []);
});
