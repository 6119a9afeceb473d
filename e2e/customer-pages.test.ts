import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertBecomes, installApp, registerApp } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { createKeyboardInput } from "./user-input.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
});
after(() => fixture.close());

interface Customer {
  id: number;
  first_name: string;
  phone: string;
  birthdate: string | null;
  tags: string[];
  total_credit: string;
  total_point: number;
  attributes: Record<string, unknown>;
  addresses: { address1: string; city: string; is_default: boolean }[];
  groups: { name: string }[];
}

async function findCustomers(query: string): Promise<Customer[]> {
  const path = `3.0/customers.json?query=${encodeURIComponent(query)}`;
  return (await customers.call<{ customers: Customer[] }>("GET", path)).customers;
}

test("a customer with a custom field can be created and found by phone", async () => {
  const { page, closePage } = await customers.openStorePage("/settings/customer-fields");
  await page.getByRole("link", { name: "Add field" }).first().click();
  await page.getByLabel("Name").fill("Tier");
  await page.getByLabel("Key").fill("tier");
  await page.getByLabel("Type").selectOption("Single choice");
  const choices = page.getByRole("combobox", { name: "Options" });
  for (const choice of ["Silver", "Gold"]) {
    await choices.fill(choice);
    await page.keyboard.press("Enter");
  }
  await page.getByRole("switch", { name: "Required" }).click();
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByText("Tier added").waitFor();

  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await page.getByRole("link", { name: "New customer" }).first().click();
  await page.getByLabel("First name").fill("Mei");
  await page.getByLabel("Last name").fill("Tan");
  await page.getByLabel("Phone").fill("12");
  await page.getByLabel("Date of birth").fill("1990-05-17");
  await page.getByRole("button", { name: "Add customer" }).click();
  await page.getByText("Tier is required.").first().waitFor();
  await page.getByLabel("Tier").selectOption("Gold");
  await page.getByRole("button", { name: "Add customer" }).click();
  const phone = page.getByRole("textbox", { name: "Phone" });
  await assertBecomes(() => phone.getAttribute("aria-invalid"), "true");
  await page
    .getByText('"12" is not a phone number in MY. Use a number such as +60123456789.')
    .first()
    .waitFor();
  await phone.fill("012-345 6789");
  await page.getByRole("button", { name: "Add customer" }).click();
  await page.getByRole("heading", { level: 1, name: "Mei Tan" }).waitFor();
  const [mei] = await findCustomers("mei");
  assert.equal(mei?.phone, "+60123456789");
  assert.equal(mei.birthdate, "1990-05-17");
  assert.deepEqual(mei.attributes, { tier: "Gold" });

  await customers.createCustomer({
    first_name: "Somebody",
    last_name: "Else",
    attributes: { tier: "Silver" },
  });
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await page.getByRole("link", { name: /Somebody Else/ }).waitFor();
  await page.getByLabel("Search customers").fill("12 345 67");
  await page.getByRole("link", { name: /Somebody Else/ }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /Mei Tan/ }).click();

  const fields = page.getByRole("region", { name: "Custom fields" });
  await fields.getByLabel("Tier").selectOption("Silver");
  await fields.getByRole("button", { name: "Save" }).click();
  await page.getByText("Customer saved").waitFor();
  assert.deepEqual((await findCustomers("mei"))[0]?.attributes, { tier: "Silver" });
  await closePage();
});

test("a customer's addresses, tags and groups can be changed", async () => {
  const id = await customers.createCustomer({ first_name: "Ravi", attributes: { tier: "Gold" } });
  await customers.call("POST", "3.0/customer_groups.json", { name: "Wholesale" });
  const { page, closePage } = await customers.openStorePage(`/customers/${id}`);
  const dialog = page.getByRole("dialog");
  for (const street of ["1 Jalan Satu", "2 Jalan Dua"]) {
    await page.getByRole("button", { name: "Add address" }).click();
    await dialog.getByLabel("Street address").fill(street);
    await dialog.getByLabel("City").fill("Ipoh");
    await dialog.getByRole("button", { name: "Add address" }).click();
    await page.getByText(street, { exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Set as default: 2 Jalan Dua, Ipoh" }).click();
  await page.getByText("Default address updated").waitFor();
  await page.getByRole("button", { name: "Edit address: 1 Jalan Satu, Ipoh" }).click();
  await dialog.getByLabel("City").fill("Penang");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete address: 2 Jalan Dua, Ipoh" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Address deleted").waitFor();

  await page.getByRole("combobox", { name: "Add to group" }).click();
  await page.getByRole("option", { name: "Wholesale" }).click();
  await page.getByText("Added to Wholesale").waitFor();
  await page.getByRole("combobox", { name: "Tags" }).fill("regular");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Customer saved").waitFor();
  const [ravi] = await findCustomers("ravi");
  assert.deepEqual(
    ravi?.addresses.map(({ address1, city, is_default }) => ({ address1, city, is_default })),
    [{ address1: "1 Jalan Satu", city: "Penang", is_default: true }],
  );
  assert.deepEqual(ravi.tags, ["regular"]);
  assert.deepEqual(
    ravi.groups.map(({ name }) => name),
    ["Wholesale"],
  );
  await closePage();
});

test("customers can be added to a group and removed from it", async () => {
  await customers.createCustomer({ first_name: "Aina", attributes: { tier: "Gold" } });
  const { page, closePage } = await customers.openStorePage("/customers/groups");
  await page.getByRole("link", { name: "New group" }).first().click();
  await page.getByLabel("Name").fill("Friends");
  await page.getByRole("button", { name: "Create group" }).click();
  await page.getByRole("heading", { level: 1, name: "Friends" }).waitFor();
  await page.getByRole("button", { name: "Add customers" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Search customers").fill("aina");
  await dialog.getByRole("button", { name: "Add Aina" }).click();
  await dialog.getByText("Added", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  assert.deepEqual(
    (await findCustomers("aina"))[0]?.groups.map(({ name }) => name),
    ["Friends"],
  );
  await page.getByRole("button", { name: "Remove Aina" }).click();
  await page.getByText("No customers yet").waitFor();
  assert.deepEqual((await findCustomers("aina"))[0]?.groups, []);
  await page.getByRole("button", { name: "Delete group" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Friends deleted").waitFor();
  await page.getByRole("heading", { level: 1, name: "Customer groups" }).waitFor();
  await closePage();
});

test("store credit and points can be adjusted with a reason but not below 0", async () => {
  const id = await customers.createCustomer({ first_name: "Siti", attributes: { tier: "Gold" } });
  const { page, closePage } = await customers.openStorePage(`/customers/${id}/credit`);
  const adjust = async (action: string, amount: [label: string, value: string], reason: string) => {
    await page.getByLabel("Action").selectOption(action);
    await page.getByLabel(amount[0]).fill(amount[1]);
    await page.getByLabel("Reason").fill(reason);
    await page.getByRole("button", { name: /^Update (store credit|points)$/ }).click();
  };
  await page.getByText("No changes yet").waitFor();
  await adjust("Add", ["Amount", "25.50"], "A broken cup");
  await page.getByRole("row", { name: /A broken cup/ }).waitFor();
  await adjust("Deduct", ["Amount", "5.25"], "Paid with it");
  const row = page.getByRole("row", { name: /Paid with it/ });
  await row.waitFor();
  assert.match((await row.textContent()) ?? "", /−USD\s5\.25.*USD\s20\.25/);
  await page.getByRole("img", { name: /USD\s0\.00 on .*, USD\s20\.25 now/ }).waitFor();
  await adjust("Deduct", ["Amount", "100"], "Too much");
  await page.getByText("Check the highlighted fields").waitFor();
  assert.equal((await findCustomers("siti"))[0]?.total_credit, "20.25");

  await page.goto(`${customers.store.host_url}/customers/${id}/points`);
  await adjust("Add", ["Number of points", "120"], "Welcome");
  await page.getByRole("row", { name: /Welcome/ }).waitFor();
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByRole("definition").filter({ hasText: "120" }).waitFor();
  assert.equal((await findCustomers("siti"))[0]?.total_point, 120);
  await closePage();
});

test("a merchant can download a customer's data, request it from apps and erase the customer", async () => {
  const { testPlatform, appServer } = fixture;
  const app = await registerApp(testPlatform, appServer.url);
  const { store } = customers;
  const { token } = await installApp(testPlatform, { store, app, scopes: ["read_customers"] });
  for (const topic of ["customer/data_request", "customer/erase"]) {
    const response = await testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, {
      method: "POST",
      token,
      json: { topic, url: `${appServer.url}/hooks` },
    });
    assert.equal(response.status, 200, response.text);
  }
  const id = await customers.createCustomer({
    first_name: "Lina",
    email: "lina@kedai.test",
    attributes: { tier: "Gold" },
  });
  const { page, closePage } = await customers.openStorePage(`/customers/${id}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download customer data" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), `customer-${id}.json`);
  const exportedData = JSON.parse(await readFile(await file.path(), "utf8")) as {
    customer: { email: string };
  };
  assert.equal(exportedData.customer.email, "lina@kedai.test");

  await page.getByRole("button", { name: "Request data from apps" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Request data" }).click();
  await page.getByRole("heading", { level: 1, name: "Privacy requests" }).waitFor();
  await page.getByText("1 of 1 app responded").waitFor();
  await page.getByRole("link", { name: `Customer ${id}` }).click();
  await page.getByRole("heading", { level: 1, name: "Lina" }).waitFor();

  await page.getByRole("button", { name: "Erase customer" }).click();
  const eraseButton = dialog.getByRole("button", { name: "Erase customer" });
  assert.equal(await eraseButton.isDisabled(), true);
  await dialog.getByRole("textbox").fill("lina@kedai.test");
  await eraseButton.click();
  await page.getByText(`Customer ${id} (erased)`).waitFor();
  await assertBecomes(() => page.getByText("1 of 1 app responded").count(), 2);
  await page.getByRole("button", { name: /^Show apps for: Erasure/ }).click();
  await dialog.getByText("Responded").waitFor();
  assert.deepEqual(await findCustomers("lina"), []);
  await closePage();
});

test("a customer can be created and get points with only the keyboard", async () => {
  const { call } = customers;
  const path = "3.0/customer_attributes";
  const { customer_attributes } = await call<{ customer_attributes: { id: number }[] }>(
    "GET",
    `${path}.json`,
  );
  // An earlier test has created a required custom field, which this test does not fill in.
  for (const { id } of customer_attributes) await call("DELETE", `${path}/${id}.json`);
  const { page, closePage } = await customers.openStorePage("/customers/new");
  const userInput = createKeyboardInput(page);
  await userInput.fill("First name", "Kim");
  await userInput.activate("Add customer");
  await page.getByRole("heading", { level: 1, name: "Kim" }).waitFor();
  await userInput.activate("Points");
  await page.getByText("No changes yet").waitFor();
  await userInput.fill("Number of points", "7");
  await userInput.fill("Reason", "Typed");
  await userInput.activate("Update points");
  await page.getByRole("row", { name: /Typed/ }).waitFor();
  assert.equal((await findCustomers("kim"))[0]?.total_point, 7);
  await closePage();
});
