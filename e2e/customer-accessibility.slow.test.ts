import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
});
after(() => fixture.close());

/** A state of a page: its name, its path, and how to reach it. */
type PageState = [name: string, path: string, prepare?: (page: Page) => Promise<void>];

const createClick = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const longText = "a very long word of a customer who says everything twice ".repeat(4).trim();

async function createCustomFields() {
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

/** Create custom fields, two customers, and for Mei a group, store credit and points. */
async function createCustomerRecords(): Promise<{ meiId: number }> {
  const { call, createCustomer } = customers;
  await createCustomFields();
  const meiId = await createCustomer({
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
      { company: longText, address1: longText, city: "Ipoh", country_code: "MY", phone: "+60 12-345 6789" },
    ],
  });
  await createCustomer({ first_name: longText, email: "long@kedai.test", attributes: { tier: "Silver" } });
  const response = await call<{ customer_group: { id: number } }>("POST", "3.0/customer_groups.json", {
    name: "Wholesale",
    description: `Buys by the box, ${longText}`,
  });
  const groupId = response.customer_group.id;
  await call("POST", `3.0/customer_groups/${groupId}/customers.json`, { customer_ids: [meiId] });
  for (const [index, amount] of ["25.00", "10.50", "-8.25"].entries())
    await call("PUT", `3.0/customers/${meiId}/credits/adjust.json`, {
      adjustment_amount: amount,
      description: index === 1 ? longText : "A gift",
    });
  await call("PUT", `3.0/customers/${meiId}/point/adjust.json`, { value: 1250, description: "Welcome" });
  return { meiId };
}

const emptyStoreStates: readonly PageState[] = [
  ["no customers", "/customers"],
  ["no customer groups", "/customers/groups"],
  ["no customer fields", "/settings/customer-fields"],
  ["no privacy requests", "/settings/privacy"],
  ["currencies", "/settings/currencies"],
];

async function createCustomerStates(): Promise<PageState[]> {
  const { meiId } = await createCustomerRecords();
  return [
    ["customers", "/customers"],
    ["no matching customers", "/customers?query=nobody&group=1"],
    ["a new customer", "/customers/new"],
    [
      "a new customer with invalid fields",
      "/customers/new",
      async (page) => {
        await page.getByRole("textbox", { name: "Phone" }).fill("12");
        await page.getByRole("combobox", { name: "Tier" }).selectOption("Gold");
        await createClick("Add customer")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
    ["a customer", `/customers/${meiId}`],
    ["an unknown customer", "/customers/999999"],
    ["the dialog to add an address", `/customers/${meiId}`, createClick("Add address")],
    ["the dialog to erase a customer", `/customers/${meiId}`, createClick("Erase customer")],
    ["store credit", `/customers/${meiId}/credit`],
    ["points", `/customers/${meiId}/points`],
    [
      "a deduction of too many points",
      `/customers/${meiId}/points`,
      async (page) => {
        await page.getByLabel("Action").selectOption("Deduct");
        await page.getByLabel("Number of points").fill("2000");
        await page.getByLabel("Reason").fill("Too much");
        await createClick("Update points")(page);
        await page.getByText("Check the highlighted fields").waitFor();
      },
    ],
  ];
}

async function createGroupFieldAndCurrencyStates(): Promise<PageState[]> {
  const { call } = customers;
  const { customer_groups } = await call<{ customer_groups: { id: number }[] }>(
    "GET",
    "3.0/customer_groups.json",
  );
  const groupId = customer_groups[0]?.id;
  await call("POST", "3.0/currencies.json", { code: "EUR", rate: "0.21", rounding: "0.05" });
  return [
    ["customer groups", "/customers/groups"],
    ["a new group", "/customers/groups/new"],
    ["a customer group", `/customers/groups/${groupId}`],
    ["the dialog to add customers to a group", `/customers/groups/${groupId}`, createClick("Add customers")],
    ["customer fields", "/settings/customer-fields"],
    ["a new customer field", "/settings/customer-fields/new"],
    // The third custom field is a selection.
    ["a customer field", "/settings/customer-fields/3"],
    ["currencies with rates", "/settings/currencies"],
    ["a new currency", "/settings/currencies/new"],
    ["a currency", "/settings/currencies/EUR"],
    ["the store currency", "/settings/currencies/USD"],
  ];
}

async function findViolations(states: readonly PageState[]): Promise<string[]> {
  const violations: string[] = [];
  const { store } = customers;
  const reusedPage = createReusedPage(fixture, store.owner.browser);
  for (const [name, path, prepare] of states) {
    const page = await reusedPage.load(`${store.host_url}${path}`);
    await prepare?.(page);
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${name}, ${violation}`));
  }
  await reusedPage.closePage();
  return violations;
}

test("pages of a store without customers are accessible in light, dark and narrow mode", async () => {
  assert.deepEqual(await findViolations(emptyStoreStates), []);
});

test("pages of customers and balances are accessible in light, dark and narrow mode", async () => {
  assert.deepEqual(await findViolations(await createCustomerStates()), []);
});

test("pages of groups, fields and currencies are accessible in light, dark and narrow mode", async () => {
  assert.deepEqual(await findViolations(await createGroupFieldAndCurrencyStates()), []);
});
