import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type CustomerFixture, createCustomerFixture } from "./customers.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";

let fixture: E2eFixture;
let customers: CustomerFixture;

before(async () => {
  fixture = await createE2eFixture();
  customers = await createCustomerFixture(fixture);
});
after(() => fixture.close());

interface Customer {
  first_name: string;
  phone: string;
  tags: string[];
  addresses: { city: string; is_default: boolean }[];
}

async function findCustomers(query: string): Promise<Customer[]> {
  const path = `3.0/customers.json?query=${encodeURIComponent(query)}`;
  return (await customers.call<{ customers: Customer[] }>("GET", path)).customers;
}

const findViolations = (page: Page) => findViolationsInAllModes(page, async () => undefined);

const csvRows = [
  "email,phone,first_name,last_name,tags,address1,city,address_country_code",
  'mei@kedai.test,019-876 5432,Mei,Tan,"tea, regular",1 Jalan Satu,Ipoh,MY',
  "ravi-at-kedai,,Ravi,Kumar,,,,",
  "known@kedai.test,,Farah,Ismail,,,,",
];

/** Drop a file on the drop zone. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
    return transfer;
  })()`);
  const dropZone = page.getByText("Drop a CSV file here");
  for (const type of ["dragenter", "dragover", "drop"]) await dropZone.dispatchEvent(type, { dataTransfer });
}

/** Download the newest export, and return its text. */
async function downloadExport(page: Page): Promise<string> {
  const button = page.getByRole("button", { name: "Download Customers" }).first();
  await button.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFile(await download.path(), "utf8");
}

test("a customer import skips the row with an error and imports the other customers", async () => {
  await customers.createCustomer({ first_name: "F.", email: "known@kedai.test" });
  const { page, closePage } = await customers.openStorePage("/customers");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Import customers" }).waitFor();
  await page.getByRole("rowheader", { name: "accepts_marketing" }).waitFor();
  await dropFile(page, "customers.csv", csvRows.join("\n"));
  await page.getByRole("heading", { level: 1, name: "customers.csv" }).waitFor();
  await page.getByText("Import preview").waitFor();
  const errorRow = page
    .getByRole("row")
    .filter({ hasText: "email must be an email address, such as mei@example.com." });
  await errorRow.getByText("email", { exact: true }).waitFor();
  assert.equal(await errorRow.getByRole("cell").first().innerText(), "3");
  assert.deepEqual(await findViolations(page), []);
  assert.deepEqual(await findCustomers("Mei"), []);

  await page.getByRole("button", { name: "Import 2 customers" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Customers with errors are skipped.").waitFor();
  await dialog.getByRole("button", { name: "Import 2 customers" }).click();
  await page.getByText("Result", { exact: true }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Customers", exact: true }).click();
  await page.getByRole("link", { name: /Mei Tan/ }).waitFor();
  await page.getByRole("link", { name: /Farah Ismail/ }).waitFor();
  assert.equal(await page.getByText("Ravi").count(), 0);
  const [mei] = await findCustomers("Mei");
  assert.deepEqual(
    [mei?.phone, mei?.tags, mei?.addresses[0]?.city],
    ["+60198765432", ["tea", "regular"], "Ipoh"],
  );
  await closePage();
});

test("the import pages of customers and products each list only their own imports", async () => {
  const { page, closePage } = await customers.openStorePage("/customers/import");
  await page.getByRole("link", { name: "customers.csv" }).waitFor();
  await page.goto(`${customers.store.host_url}/products/import`);
  await page.getByText("No imports yet").waitFor();
  assert.equal(await page.getByRole("link", { name: "customers.csv" }).count(), 0);
  await closePage();
});

test("the sample file of the customer import has no errors", async () => {
  const { page, closePage } = await customers.openStorePage("/customers/import");
  const link = page.getByRole("link", { name: "Download sample file" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.equal(download.suggestedFilename(), "customers-example.csv");
  await page.locator("input[type=file]").setInputFiles({
    name: "example.csv",
    mimeType: "text/csv",
    buffer: await readFile(await download.path()),
  });
  await page.getByRole("button", { name: "Import 2 customers" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Errors" }).count(), 0);
  await closePage();
});

test("a customer export has only the filtered customers, or all customers if the filters are removed", async () => {
  const { customer_group } = await customers.call<{ customer_group: { id: number } }>(
    "POST",
    "3.0/customer_groups.json",
    {
      name: "Wholesale",
    },
  );
  const limId = await customers.createCustomer({
    first_name: "Lim",
    email: "lim@kedai.test",
    accepts_marketing: true,
  });
  await customers.createCustomer({ first_name: "Anis", email: "anis@kedai.test" });
  await customers.call("POST", `3.0/customer_groups/${customer_group.id}/customers.json`, {
    customer_ids: [limId],
  });
  const { page, closePage } = await customers.openStorePage(
    `/customers?query=kedai&group=${customer_group.id}&marketing=true`,
  );
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await page
    .getByText('Only customers that match: "kedai", in the group "Wholesale", accepts marketing.')
    .waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const csvText = await downloadExport(page);
  assert.match(csvText, /lim@kedai\.test/);
  assert.equal(csvText.includes("anis@kedai.test"), false);

  await page.getByRole("button", { name: "All customers" }).click();
  await page.getByLabel("Format", { exact: true }).first().click();
  await page.getByRole("option", { name: /JSON Lines/ }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "JSONL" }).getByText("Ready").waitFor();
  const jsonLinesText = await downloadExport(page);
  const names = jsonLinesText
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Customer).first_name);
  assert.ok(names.includes("Lim") && names.includes("Anis"), names.join());
  await closePage();
});

test("the customer import and export pages have no accessibility violations", async () => {
  for (const path of ["/customers", "/customers/import", "/exports?resource=customers"]) {
    const { page, closePage } = await customers.openStorePage(path);
    assert.deepEqual(await findViolations(page), [], path);
    await closePage();
  }
});
