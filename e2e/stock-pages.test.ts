import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type SeededShop, seedShop } from "@souk/testkit";
import type { Page } from "playwright-core";
import { keyboard } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 24, locations: 2 });
  const { rows } = await stage.testing.database.query<{ id: number }>(
    `select v.id from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
     where p.store_id = $1 and p.handle = 'seeded-11'`,
    [shop.id],
  );
  variant = rows[0]?.id ?? 0;
});
after(() => stage.close());

const opened = (path: string) => openPage(stage, shop.owner.browser, `${shop.host_url}${path}`);

const faultsOf = (page: Page) => faultsInEveryLook(page, async () => undefined);

interface Level {
  inventory_quantity: number;
  incoming_inventory_quantity: number;
  reserved_inventory_quantity: number;
}

/** One level as the API gives it. */
async function levelOf(variantId: number, locationId: number): Promise<Level> {
  const query = `variant_ids=${variantId}&location_ids=${locationId}`;
  const answer = await shop.owner.browser.call(
    "GET",
    `${shop.host_url}/api/4.0/inventory_levels.json?${query}`,
  );
  const [level] = answer.json<{ inventory_levels: Level[] }>().inventory_levels;
  assert.ok(level, answer.text);
  return level;
}

/** Products of odd numbers have one variant; there is one with an 11 in it. */
let variant = 0;

const [primary, second] = [() => shop.locations[0]?.id ?? 0, () => shop.locations[1]?.id ?? 0];

test("a location is added, made the primary one, and one that holds stock is not deleted", async () => {
  const { page, done } = await opened("/settings/locations");
  await page.getByRole("link", { name: "Add a location" }).click();
  await page.getByLabel("Name").fill("Night market");
  await page.getByRole("button", { name: "Add the location" }).click();
  await page.getByRole("heading", { level: 1, name: "Night market" }).waitFor();
  await page.getByRole("button", { name: "Make it the primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make it the primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await page.goto(`${shop.host_url}/settings/locations/${second()}`);
  await page.getByRole("button", { name: "Delete this location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.goto(`${shop.host_url}/settings/locations/${primary()}`);
  await page.getByRole("button", { name: "Make it the primary location" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make it the primary location" }).click();
  await page.getByText("This is the primary location.").waitFor();
  await done();
});

test("stock is found by SKU, changed at one location, and units are held back from online selling", async () => {
  const { page, done } = await opened("/inventory");
  await page.getByText("24 entries").waitFor();
  await page.getByLabel("Search").fill("Seeded product 11");
  await page.waitForURL((url) => url.searchParams.get("query") === "Seeded product 11");
  await page.getByRole("link", { name: "Seeded product 11", exact: true }).waitFor();
  await page.goto(`${shop.host_url}/inventory?query=Seeded+product+11&location=${primary()}`);
  const before = await levelOf(variant, primary());
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "Seeded product 11", exact: true }) });
  await row.getByRole("button", { name: /Change the stock$/ }).click();
  await page.getByLabel("Change by").fill("6");
  await page.getByLabel("Reason").fill("found behind the shelf");
  await page.keyboard.press("Enter");
  await page.getByText(/in stock now\.$/).waitFor();
  await row.getByRole("button", { name: /held back\. Change how many$/ }).click();
  await page.getByLabel("Units held back").fill("2");
  await page.keyboard.press("Enter");
  await page.getByText(/are held back now\.$/).waitFor();
  const level = await levelOf(variant, primary());
  assert.equal(level.inventory_quantity, before.inventory_quantity + 6);
  assert.equal(level.reserved_inventory_quantity, 2);
  await row.getByRole("link", { name: /^Movements of/ }).click();
  await page.getByRole("heading", { name: "Available over time" }).waitFor();
  await page.getByRole("row").filter({ hasText: "found behind the shelf" }).getByText("+6").waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await done();
});

/** Adds the first variant that is found by these words. */
async function addLine(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(words);
  await page.getByRole("option").filter({ hasText: words }).first().click();
}

test("INV-4 a purchase order is written, placed, received in two parts, and its units come into stock", async () => {
  const { page, done } = await opened("/purchase-orders");
  await page.getByText("No purchase orders yet").waitFor();
  await page.getByRole("link", { name: "New purchase order" }).first().click();
  await page.getByLabel("Supplier").fill("Sungai Craft");
  await page.getByRole("button", { name: "Create and place" }).click();
  await page.getByText("Add at least one line.").waitFor();
  await addLine(page, "Seeded product 11");
  const units = page.getByLabel(/^Units of/);
  await units.fill("0");
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await page.getByText("Write a whole number of 1 or more.").waitFor();
  await units.fill("10");
  const before = await levelOf(variant, primary());
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  assert.equal((await levelOf(variant, primary())).incoming_inventory_quantity, 0);
  await page.getByRole("button", { name: "Place the order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Place the order" }).click();
  // An order is received only once it is placed.
  await page.getByRole("button", { name: "Receive", exact: true }).waitFor();
  await page.getByText("Ordered", { exact: true }).first().waitFor();
  assert.equal((await levelOf(variant, primary())).incoming_inventory_quantity, 10);
  await page.getByRole("button", { name: "Receive", exact: true }).click();
  const come = page.getByLabel(/that have come$/);
  await come.fill("11");
  await page.getByText("Only 10 are left to come.").waitFor();
  await come.fill("4");
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("Partly received").waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.getByRole("button", { name: "Receive", exact: true }).click();
  await page.getByRole("button", { name: "Receive 6 units" }).click();
  await page.getByText("10 of 10").waitFor();
  const level = await levelOf(variant, primary());
  assert.equal(level.incoming_inventory_quantity, 0);
  assert.equal(level.inventory_quantity, before.inventory_quantity + 10);
  await done();
});

test("a transfer is sent off and cancelled: its units are back", async () => {
  const { page, done } = await opened("/transfers/new");
  await page.getByRole("combobox", { name: "Leaves from" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addLine(page, "Seeded product 11");
  await keyboard(page).press("Create and send off");
  await page.getByRole("heading", { level: 1, name: /^TR-/ }).waitFor();
  const sent = await levelOf(variant, second());
  await page.getByRole("button", { name: "Cancel it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel it" }).click();
  await page.getByRole("button", { name: "Delete" }).waitFor();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  const back = await levelOf(variant, second());
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

test("a file with mistakes is checked first, then its good products are imported and can be exported again", async () => {
  const { page, done } = await opened("/products/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "products.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(rows.join("\n")),
  });
  await page.getByRole("heading", { level: 1, name: "products.csv" }).waitFor();
  await page.getByText("What the import would do").waitFor();
  const wrong = page.getByRole("row").filter({ hasText: "rattan-chair" });
  await wrong.getByText("price", { exact: true }).waitFor();
  assert.equal(await wrong.getByRole("cell").first().innerText(), "3");
  assert.deepEqual(await faultsOf(page), []);
  await page.getByRole("button", { name: "Import 2 products" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 2 products" }).click();
  await page.getByText("What the import did").waitFor();
  await page.goto(`${shop.host_url}/products?query=scarf`);
  await page.getByRole("link", { name: /Batik scarf/ }).waitFor();
  await page.goto(`${shop.host_url}/exports`);
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
    assert.deepEqual(await faultsOf(page), [], path);
    await done();
  }
});
