import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { keyboard } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 24, locations: 2 });
  const row = await fixture.testing.database.maybeOne<{ id: number }>(
    `select v.id from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
     where p.store_id = $1 and p.handle = 'seeded-11'`,
    [store.id],
  );
  variant = row?.id ?? 0;
});
after(() => fixture.close());

const opened = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

const findViolations = (page: Page) => findViolationsInEveryLook(page, async () => undefined);

interface Level {
  inventory_quantity: number;
  incoming_inventory_quantity: number;
  reserved_inventory_quantity: number;
}

/** Load one inventory level from the API. */
async function loadLevel(variantId: number, locationId: number): Promise<Level> {
  const query = `variant_ids=${variantId}&location_ids=${locationId}`;
  const answer = await store.owner.browser.call(
    "GET",
    `${store.host_url}/api/4.0/inventory_levels.json?${query}`,
  );
  const [level] = answer.json<{ inventory_levels: Level[] }>().inventory_levels;
  assert.ok(level, answer.text);
  return level;
}

/** Variant of seeded product 11; odd products have one variant, and this is the only handle with an 11. */
let variant = 0;

const [primary, second] = [() => store.locations[0]?.id ?? 0, () => store.locations[1]?.id ?? 0];

test("a location is added and made primary, and one that holds stock is not deleted", async () => {
  const { page, done } = await opened("/settings/locations");
  await page.getByRole("link", { name: "Add location" }).click();
  await page.getByLabel("Name").fill("Night market");
  await page.getByRole("button", { name: "Add location" }).click();
  await page.getByRole("heading", { level: 1, name: "Night market" }).waitFor();
  await page.getByRole("button", { name: "Set as primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set as primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await page.goto(`${store.host_url}/settings/locations/${second()}`);
  await page.getByRole("button", { name: "Delete location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete location" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.goto(`${store.host_url}/settings/locations/${primary()}`);
  await page.getByRole("button", { name: "Set as primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set as primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await done();
});

test("stock is found by SKU, changed at one location, and units are reserved", async () => {
  const { page, done } = await opened("/inventory");
  await page.getByText("24 results").waitFor();
  await page.getByLabel("Search").fill("Seeded product 11");
  await page.waitForURL((url) => url.searchParams.get("query") === "Seeded product 11");
  await page.getByRole("link", { name: "Seeded product 11", exact: true }).waitFor();
  await page.goto(`${store.host_url}/inventory?query=Seeded+product+11&location=${primary()}`);
  const before = await loadLevel(variant, primary());
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
  const level = await loadLevel(variant, primary());
  assert.equal(level.inventory_quantity, before.inventory_quantity + 6);
  assert.equal(level.reserved_inventory_quantity, 2);
  await row.getByRole("link", { name: /^Stock history of/ }).click();
  await page.getByRole("heading", { name: "Available over time" }).waitFor();
  await page.getByRole("row").filter({ hasText: "found behind the shelf" }).getByText("+6").waitFor();
  assert.deepEqual(await findViolations(page), []);
  await done();
});

/** Add the first variant that this search finds. */
async function addLine(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(words);
  await page.getByRole("option").filter({ hasText: words }).first().click();
}

test("INV-4 a purchase order is written, placed, received in two parts, and stocked", async () => {
  const { page, done } = await opened("/purchase-orders");
  await page.getByText("No purchase orders yet").waitFor();
  await page.getByRole("link", { name: "New purchase order" }).first().click();
  await page.getByLabel("Supplier").fill("Sungai Craft");
  await page.getByRole("button", { name: "Create and mark as ordered" }).click();
  await page.getByText("Add at least one item.").waitFor();
  await addLine(page, "Seeded product 11");
  const units = page.getByLabel(/^Quantity of/);
  await units.fill("0");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("Enter a whole number of 1 or more.").waitFor();
  await units.fill("10");
  const before = await loadLevel(variant, primary());
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  assert.equal((await loadLevel(variant, primary())).incoming_inventory_quantity, 0);
  await page.getByRole("button", { name: "Mark as ordered" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as ordered" }).click();
  // An order is received only once it is placed.
  await page.getByRole("button", { name: "Receive items", exact: true }).waitFor();
  await page.getByText("Ordered", { exact: true }).first().waitFor();
  assert.equal((await loadLevel(variant, primary())).incoming_inventory_quantity, 10);
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  const come = page.getByLabel(/^Quantity received of/);
  await come.fill("11");
  await page.getByText("Only 10 remaining.").waitFor();
  await come.fill("4");
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("Partially received").waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await page.getByRole("button", { name: "Receive 6 units" }).click();
  await page.getByText("10 of 10").waitFor();
  const level = await loadLevel(variant, primary());
  assert.equal(level.incoming_inventory_quantity, 0);
  assert.equal(level.inventory_quantity, before.inventory_quantity + 10);
  await done();
});

test("a cancelled transfer in transit returns its units", async () => {
  const { page, done } = await opened("/transfers/new");
  await page.getByRole("combobox", { name: "Origin" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addLine(page, "Seeded product 11");
  await keyboard(page).press("Create and mark as in transit");
  await page.getByRole("heading", { level: 1, name: /^TR-/ }).waitFor();
  const sent = await loadLevel(variant, second());
  await page.getByRole("button", { name: "Cancel transfer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel transfer" }).click();
  await page.getByRole("button", { name: "Delete" }).waitFor();
  await page.getByText("Canceled", { exact: true }).first().waitFor();
  const back = await loadLevel(variant, second());
  assert.equal(back.inventory_quantity, sent.inventory_quantity + 1);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No transfers yet").waitFor();
  await done();
});

const rows = [
  "handle,title,vendor,price,sku,stock: main",
  "batik-scarf,Batik scarf,Kain & Co,49.90,SCARF,12",
  "rattan-chair,Rattan chair,Kain & Co,not a price,CHAIR,3",
  "clay-pot,Clay pot,Tembikar,18.00,POT,30",
];

test("a file with errors is checked; its valid products are imported and exported", async () => {
  const { page, done } = await opened("/products/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "products.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows.join("\n")),
  });
  await page.getByRole("heading", { level: 1, name: "products.csv" }).waitFor();
  await page.getByText("Import preview").waitFor();
  const wrong = page.getByRole("row").filter({ hasText: "rattan-chair" });
  await wrong.getByText("price", { exact: true }).waitFor();
  assert.equal(await wrong.getByRole("cell").first().innerText(), "3");
  const [errors] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download errors" }).click(),
  ]);
  assert.match(errors.suggestedFilename(), /^import-\d+-errors\.csv$/);
  assert.match(await readFile(await errors.path(), "utf8"), /\n3,rattan-chair,price,invalid_format,/);
  assert.deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Import 2 products" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 2 products" }).click();
  await page.getByText("Result", { exact: true }).waitFor();
  await page.goto(`${store.host_url}/products?query=scarf`);
  await page.getByRole("link", { name: /Batik scarf/ }).waitFor();
  await page.goto(`${store.host_url}/exports`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const link = page.getByRole("link", { name: "Download Products" });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const file = await readFile(await download.path(), "utf8");
  assert.match(file, /batik-scarf,Batik scarf/);
  assert.equal(file.includes("rattan-chair"), false);
  await done();
});

test("the pages of stock have no serious fault in light, in dark, or 380 pixels wide", async () => {
  for (const path of [
    "/inventory",
    `/inventory?location=${primary()}`,
    "/purchase-orders",
    "/purchase-orders/new",
    "/transfers",
    "/transfers/new",
    "/settings/locations",
    "/settings/locations/new",
    `/settings/locations/${primary()}`,
    "/products/import",
    "/exports",
  ]) {
    const { page, done } = await opened(path);
    assert.deepEqual(await findViolations(page), [], path);
    await done();
  }
});
