import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createKeyboardInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;
/** The id of the only variant of seeded product 11. Of the seeded products, a search for 11 finds only this one. */
let variantId = 0;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 24, locations: 2 });
  const row = await fixture.testPlatform.database.maybeOne<{ id: number }>(
    `select v.id from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
     where p.store_id = $1 and p.handle = 'seeded-11'`,
    [store.id],
  );
  variantId = row?.id ?? 0;
});
after(() => fixture.close());

const openStorePage = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

const findViolations = (page: Page) => findViolationsInAllModes(page, async () => undefined);

interface Level {
  inventory_quantity: number;
  incoming_inventory_quantity: number;
  reserved_inventory_quantity: number;
}

/** Load the stock of the variant `variantId` at a location from the API. */
async function loadLevel(locationId: number): Promise<Level> {
  const query = `variant_ids=${variantId}&location_ids=${locationId}`;
  const response = await store.owner.browser.call(
    "GET",
    `${store.host_url}/api/4.0/inventory_levels.json?${query}`,
  );
  const [level] = response.json<{ inventory_levels: Level[] }>().inventory_levels;
  assert.ok(level, response.text);
  return level;
}

const getPrimaryLocationId = () => store.locations[0]?.id ?? 0;
const getSecondLocationId = () => store.locations[1]?.id ?? 0;

test("a location can be added and made primary, and a location with stock cannot be deleted", async () => {
  const { page, closePage } = await openStorePage("/settings/locations");
  await page.getByRole("link", { name: "Add location" }).click();
  await page.getByLabel("Name").fill("Night market");
  await page.getByRole("button", { name: "Add location" }).click();
  await page.getByRole("heading", { level: 1, name: "Night market" }).waitFor();
  await page.getByRole("button", { name: "Set as primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set as primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await page.goto(`${store.host_url}/settings/locations/${getSecondLocationId()}`);
  await page.getByRole("button", { name: "Delete location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete location" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.goto(`${store.host_url}/settings/locations/${getPrimaryLocationId()}`);
  await page.getByRole("button", { name: "Set as primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set as primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await closePage();
});

test("stock can be searched, adjusted at a location and reserved", async () => {
  const { page, closePage } = await openStorePage("/inventory");
  await page.getByText("24 results").waitFor();
  await page.getByLabel("Search").fill("Seeded product 11");
  await page.waitForURL((url) => url.searchParams.get("query") === "Seeded product 11");
  await page.getByRole("link", { name: "Seeded product 11", exact: true }).waitFor();
  await page.goto(`${store.host_url}/inventory?query=Seeded+product+11&location=${getPrimaryLocationId()}`);
  const levelBefore = await loadLevel(getPrimaryLocationId());
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "Seeded product 11", exact: true }) });
  await row.getByRole("button", { name: /Edit stock$/ }).click();
  await page.getByLabel("Quantity", { exact: true }).fill("6");
  await page.getByLabel("Reason").fill("found behind the shelf");
  await page.keyboard.press("Enter");
  await page.getByText(/in stock$/).waitFor();
  await row.getByRole("button", { name: /reserved\. Edit$/ }).click();
  await page.getByLabel("Reserved units").fill("2");
  await page.keyboard.press("Enter");
  await page.getByText(/: 2 reserved$/).waitFor();
  const level = await loadLevel(getPrimaryLocationId());
  assert.equal(level.inventory_quantity, levelBefore.inventory_quantity + 6);
  assert.equal(level.reserved_inventory_quantity, 2);
  await row.getByRole("link", { name: /^Stock history for/ }).click();
  await page.getByRole("heading", { name: "Available over time" }).waitFor();
  await page.getByRole("row").filter({ hasText: "found behind the shelf" }).getByText("+6").waitFor();
  assert.deepEqual(await findViolations(page), []);
  await closePage();
});

/** Search for a product and add the first variant found as an item. */
async function addItem(page: Page, searchText: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(searchText);
  await page.getByRole("option").filter({ hasText: searchText }).first().click();
}

test("INV-4: a purchase order can be drafted, placed and received in two steps", async () => {
  const { page, closePage } = await openStorePage("/purchase-orders");
  await page.getByText("No purchase orders yet").waitFor();
  await page.getByRole("link", { name: "New purchase order" }).first().click();
  await page.getByLabel("Supplier").fill("Sungai Craft");
  await page.getByRole("button", { name: "Create and mark as ordered" }).click();
  await page.getByText("Add at least one item.").waitFor();
  await addItem(page, "Seeded product 11");
  const quantityField = page.getByLabel(/^Quantity for/);
  await quantityField.fill("0");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("Enter a whole number of 1 or more.").waitFor();
  await quantityField.fill("10");
  const levelBefore = await loadLevel(getPrimaryLocationId());
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  assert.equal((await loadLevel(getPrimaryLocationId())).incoming_inventory_quantity, 0);
  await page.getByRole("button", { name: "Mark as ordered" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as ordered" }).click();
  // Only a placed purchase order can be received.
  await page.getByRole("button", { name: "Receive items", exact: true }).waitFor();
  await page.getByText("Ordered", { exact: true }).first().waitFor();
  assert.equal((await loadLevel(getPrimaryLocationId())).incoming_inventory_quantity, 10);
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  const receivedField = page.getByLabel(/^Quantity received for/);
  await receivedField.fill("11");
  await page.getByText("Only 10 left to receive.").waitFor();
  await receivedField.fill("4");
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("Partially received").waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await page.getByRole("button", { name: "Receive 6 units" }).click();
  await page.getByText("10 of 10").waitFor();
  const level = await loadLevel(getPrimaryLocationId());
  assert.equal(level.incoming_inventory_quantity, 0);
  assert.equal(level.inventory_quantity, levelBefore.inventory_quantity + 10);
  await closePage();
});

test("canceling a transfer in transit restocks its units at the origin", async () => {
  const { page, closePage } = await openStorePage("/transfers/new");
  await page.getByRole("combobox", { name: "Origin" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addItem(page, "Seeded product 11");
  await createKeyboardInput(page).activate("Create and mark as in transit");
  await page.getByRole("heading", { level: 1, name: /^TR-/ }).waitFor();
  const levelInTransit = await loadLevel(getSecondLocationId());
  await page.getByRole("button", { name: "Cancel transfer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel transfer" }).click();
  await page.getByRole("button", { name: "Delete" }).waitFor();
  await page.getByText("Canceled", { exact: true }).first().waitFor();
  const levelAfterCancel = await loadLevel(getSecondLocationId());
  assert.equal(levelAfterCancel.inventory_quantity, levelInTransit.inventory_quantity + 1);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No transfers yet").waitFor();
  await closePage();
});

const csvRows = [
  "handle,title,vendor,price,sku,stock: main",
  "batik-scarf,Batik scarf,Kain & Co,49.90,SCARF,12",
  "rattan-chair,Rattan chair,Kain & Co,not a price,CHAIR,3",
  "clay-pot,Clay pot,Tembikar,18.00,POT,30",
];

test("the valid products of a file with errors can be imported and exported", async () => {
  const { page, closePage } = await openStorePage("/products/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "products.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csvRows.join("\n")),
  });
  await page.getByRole("heading", { level: 1, name: "products.csv" }).waitFor();
  await page.getByText("Import preview").waitFor();
  const errorRow = page.getByRole("row").filter({ hasText: "rattan-chair" });
  await errorRow.getByText("price", { exact: true }).waitFor();
  assert.equal(await errorRow.getByRole("cell").first().innerText(), "3");
  const [errorsDownload] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download errors" }).click(),
  ]);
  assert.match(errorsDownload.suggestedFilename(), /^import-\d+-errors\.csv$/);
  assert.match(
    await readFile(await errorsDownload.path(), "utf8"),
    /\n"3","rattan-chair","price","invalid_format",/,
  );
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Import 2 products" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 2 products" }).click();
  await page.getByText("Result", { exact: true }).waitFor();
  await page.goto(`${store.host_url}/products?query=scarf`);
  await page.getByRole("link", { name: /Batik scarf/ }).waitFor();
  await page.goto(`${store.host_url}/exports`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const downloadButton = page.getByRole("button", { name: "Download Products" });
  await downloadButton.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
  const file = await readFile(await download.path(), "utf8");
  assert.match(file, /"batik-scarf","Batik scarf"/);
  assert.equal(file.includes("rattan-chair"), false);
  await closePage();
});

test("the stock pages are accessible in light, dark and narrow mode", async () => {
  for (const path of [
    "/inventory",
    `/inventory?location=${getPrimaryLocationId()}`,
    "/purchase-orders",
    "/purchase-orders/new",
    "/transfers",
    "/transfers/new",
    "/settings/locations",
    "/settings/locations/new",
    `/settings/locations/${getPrimaryLocationId()}`,
    "/products/import",
    "/exports",
  ]) {
    const { page, closePage } = await openStorePage(path);
    assert.deepEqual(await findViolations(page), [], path);
    await closePage();
  }
});
