import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type CustomerShop, openCustomers } from "./customers.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let customers: CustomerShop;

before(async () => {
  stage = await openStage();
  customers = await openCustomers(stage);
});
after(() => stage.close());

interface Customer {
  first_name: string;
  phone: string;
  tags: string[];
  addresses: { city: string; is_default: boolean }[];
}

async function found(query: string): Promise<Customer[]> {
  const path = `3.0/customers.json?query=${encodeURIComponent(query)}`;
  return (await customers.call<{ customers: Customer[] }>("GET", path)).customers;
}

const faultsOf = (page: Page) => faultsInEveryLook(page, async () => undefined);

const rows = [
  "email,phone,first_name,last_name,tags,address1,city,address_country_code",
  'mei@kedai.test,019-876 5432,Mei,Tan,"tea, regular",1 Jalan Satu,Ipoh,MY',
  "ravi-at-kedai,,Ravi,Kumar,,,,",
  "known@kedai.test,,Farah,Ismail,,,,",
];

/** Lets the file go over the box, as a mouse does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
    return transfer;
  })()`);
  const box = page.getByText("Drop a CSV file here");
  for (const type of ["dragenter", "dragover", "drop"])
    await box.dispatchEvent(type, { dataTransfer: dropped });
}

async function downloaded(page: Page): Promise<string> {
  const link = page.getByRole("link", { name: "Download Customers" }).first();
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path(), "utf8");
}

test("a file of customers with a mistake is dropped and checked, its error is read, and the others are there once it is confirmed", async () => {
  await customers.customer({ first_name: "F.", email: "known@kedai.test" });
  const { page, done } = await customers.opened("/customers");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Import customers" }).waitFor();
  await page.getByRole("rowheader", { name: "accepts_marketing" }).waitFor();
  await drop(page, "customers.csv", rows.join("\n"));
  await page.getByRole("heading", { level: 1, name: "customers.csv" }).waitFor();
  await page.getByText("What the import would do").waitFor();
  const wrong = page.getByRole("row").filter({ hasText: '"ravi-at-kedai" is no e-mail address' });
  await wrong.getByText("email", { exact: true }).waitFor();
  assert.equal(await wrong.getByRole("cell").first().innerText(), "3");
  assert.deepEqual(await faultsOf(page), []);
  assert.deepEqual(await found("Mei"), []);

  await page.getByRole("button", { name: "Import 2 customers" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Customers with errors are left out.").waitFor();
  await dialog.getByRole("button", { name: "Import 2 customers" }).click();
  await page.getByText("What the import did").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Customers", exact: true }).click();
  await page.getByRole("link", { name: /Mei Tan/ }).waitFor();
  await page.getByRole("link", { name: /Farah Ismail/ }).waitFor();
  assert.equal(await page.getByText("Ravi").count(), 0);
  const [mei] = await found("Mei");
  assert.deepEqual(
    [mei?.phone, mei?.tags, mei?.addresses[0]?.city],
    ["+60198765432", ["tea", "regular"], "Ipoh"],
  );
  await done();
});

test("imports of customers are listed apart from those of products", async () => {
  const { page, done } = await customers.opened("/customers/import");
  await page.getByRole("link", { name: "customers.csv" }).waitFor();
  await page.goto(`${customers.shop.host_url}/products/import`);
  await page.getByText("Nothing imported yet").waitFor();
  assert.equal(await page.getByRole("link", { name: "customers.csv" }).count(), 0);
  await done();
});

test("the example of an import of customers is checked without an error", async () => {
  const { page, done } = await customers.opened("/customers/import");
  const link = page.getByRole("link", { name: "Download a small example" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.equal(download.suggestedFilename(), "customers-example.csv");
  await page.locator("input[type=file]").setInputFiles({
    name: "example.csv",
    mimeType: "text/csv",
    buffer: await readFile(await download.path()),
  });
  await page.getByRole("button", { name: "Import 2 customers" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Errors" }).count(), 0);
  await done();
});

test("an export of customers that begins at a narrowed list holds what the list does, and all once it is widened", async () => {
  const { customer_group } = await customers.call<{ customer_group: { id: number } }>(
    "POST",
    "3.0/customer_groups.json",
    {
      name: "Wholesale",
    },
  );
  const lim = await customers.customer({
    first_name: "Lim",
    email: "lim@kedai.test",
    accepts_marketing: true,
  });
  await customers.customer({ first_name: "Anis", email: "anis@kedai.test" });
  await customers.call("POST", `3.0/customer_groups/${customer_group.id}/customers.json`, {
    customer_ids: [lim],
  });
  const { page, done } = await customers.opened(
    `/customers?query=kedai&group=${customer_group.id}&marketing=true`,
  );
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await page
    .getByText(
      "Only the customers of the list you came from: “kedai”, in the group “Wholesale”, agreed to be sent offers.",
    )
    .waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await downloaded(page);
  assert.match(file, /lim@kedai\.test/);
  assert.equal(file.includes("anis@kedai.test"), false);

  await page.getByRole("button", { name: "All customers" }).click();
  await page.getByLabel("As", { exact: true }).first().click();
  await page.getByRole("option", { name: /JSON lines/ }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("row").filter({ hasText: "JSONL" }).getByText("Ready").waitFor();
  const all = await downloaded(page);
  const names = all
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Customer).first_name);
  assert.ok(names.includes("Lim") && names.includes("Anis"), names.join());
  await done();
});

test("the pages of files of customers have no serious fault in light, in dark, or 380 pixels wide", async () => {
  for (const path of ["/customers", "/customers/import", "/exports?resource=customers"]) {
    const { page, done } = await customers.opened(path);
    assert.deepEqual(await faultsOf(page), [], path);
    await done();
  }
});
