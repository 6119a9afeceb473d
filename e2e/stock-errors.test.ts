import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertBecomes, type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { buildLostResponseScript } from "./lost-response-script.ts";
import { openPage } from "./open-page.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 24, locations: 2 });
});
after(() => fixture.close());

const openStorePage = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

/** Send a change through the API, as another person would. */
async function changeAsOtherPerson(method: "POST" | "PUT", path: string, body: object): Promise<void> {
  const response = await store.owner.browser.call(method, `${store.host_url}/api/4.0/${path}`, body);
  assert.equal(response.status, 200, response.text);
}

/** Search for a product and add the first variant found as an item. */
async function addItem(page: Page, searchText: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(searchText);
  await page.getByRole("option").filter({ hasText: searchText }).first().click();
}

interface PurchaseOrder {
  id: number;
  line_items: { id: number; received_quantity: number }[];
}

/** Place a purchase order on the page, for ten units of the first variant that the search finds. @returns the new purchase order */
async function placePurchaseOrder(page: Page, searchText: string): Promise<PurchaseOrder> {
  await addItem(page, searchText);
  await page.getByLabel(/^Quantity for/).fill("10");
  await page.getByRole("button", { name: "Create and mark as ordered" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  return loadPurchaseOrder(Number(page.url().split("/").at(-1)));
}

async function loadPurchaseOrder(id: number): Promise<PurchaseOrder> {
  const url = `${store.host_url}/api/4.0/purchase_orders/${id}.json`;
  const response = await store.owner.browser.call("GET", url);
  return response.json<{ purchase_order: PurchaseOrder }>().purchase_order;
}

test("a unit cost with too many decimals shows an error at its item and gets the focus", async () => {
  const { page, closePage } = await openStorePage("/purchase-orders/new");
  await addItem(page, "Seeded product 11");
  await addItem(page, "Seeded product 13");
  const cost = page.getByLabel(/^Unit cost for Seeded product 13/);
  await cost.fill("twelve");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("Enter an amount such as 12.50.").waitFor();
  await cost.fill("1.23456");
  await page.getByRole("button", { name: "Save as draft" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 13" });
  await line.getByText(/^Unit cost must be an amount in/).waitFor();
  await cost.and(page.locator(":focus")).waitFor();
  await cost.fill("1.25");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  await closePage();
});

test("units of a purchase order that someone else received meanwhile are not received again", async () => {
  const { page, closePage } = await openStorePage("/purchase-orders/new");
  const order = await placePurchaseOrder(page, "Seeded product 15");
  const path = `purchase_orders/${order.id}/receive.json`;
  const [line] = order.line_items;
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await changeAsOtherPerson("POST", path, { line_items: [{ id: line?.id, quantity: 6 }] });
  await page.getByRole("button", { name: "Receive 10 units" }).click();
  await page.getByText("Only 4 left to receive.").waitFor();
  await page.getByLabel(/^Quantity received for/).fill("4");
  await changeAsOtherPerson("POST", path, { line_items: [{ id: line?.id, quantity: 4 }] });
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("10 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  await closePage();
});

test("receiving units again after a lost response receives them only once", async () => {
  const { page, closePage } = await openStorePage("/purchase-orders/new");
  const { id } = await placePurchaseOrder(page, "Seeded product 19");
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await page.getByLabel(/^Quantity received for/).fill("4");
  await page.evaluate(buildLostResponseScript("/receive.json"));
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("Can't reach the server.").waitFor();
  await page.getByText("4 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText(/^4 units received \(your earlier attempt succeeded/).waitFor();
  await page.getByRole("heading", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  assert.equal((await loadPurchaseOrder(id)).line_items[0]?.received_quantity, 4);
  await closePage();
});

test("entered text is kept if someone else has changed the purchase order meanwhile", async () => {
  const { page, closePage } = await openStorePage("/purchase-orders/new");
  const order = await placePurchaseOrder(page, "Seeded product 17");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Note").fill("Mine");
  await page.getByLabel(/^Unit cost for/).fill("1.23456");
  await changeAsOtherPerson("PUT", `purchase_orders/${order.id}.json`, { supplier_name: "Theirs" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/^Someone else saved changes/).waitFor();
  assert.equal(await page.getByLabel("Note").inputValue(), "Mine");
  await page.getByRole("button", { name: "Discard and load the latest version" }).click();
  await assertBecomes(() => page.getByLabel("Supplier").inputValue(), "Theirs");
  await closePage();
});

test("a transfer of more units than are available shows an error at the item", async () => {
  const { page, closePage } = await openStorePage("/transfers/new");
  await page.getByRole("combobox", { name: "Origin" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addItem(page, "Seeded product 11");
  await page.getByLabel(/^Quantity for/).fill("999999");
  await page.getByRole("button", { name: "Create and mark as in transit" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 11" });
  await line.getByText(/^Not enough stock at the origin/).waitFor();
  await closePage();
});

test("a row of the inventory list keeps its position when its stock changes", async () => {
  const { page, closePage } = await openStorePage("/inventory");
  await page.getByText("24 results").waitFor();
  await waitUntilSettled(page);
  const rowHeaders = page.locator("tbody th");
  const headersBefore = await rowHeaders.allInnerTexts();
  const rows = page.getByRole("row").filter({ has: page.getByRole("button") });
  await rows
    .nth(9)
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await page.getByLabel("Quantity", { exact: true }).fill("2");
  const reloadResponse = page.waitForResponse((response) => response.url().includes("/products.json"));
  await page.keyboard.press("Enter");
  await reloadResponse;
  await page.getByText(/in stock$/).waitFor();
  await waitUntilSettled(page);
  assert.deepEqual(await rowHeaders.allInnerTexts(), headersBefore);
  await closePage();
});

test("repeating a stock change after a lost response adjusts the stock only once", async () => {
  const { page, closePage } = await openStorePage("/inventory?query=Seeded+product+21");
  const quantityButton = page.getByRole("button", { name: /Edit stock$/ }).first();
  await quantityButton.waitFor();
  const quantityBefore = Number(await quantityButton.innerText());
  const addFive = async () => {
    await page.getByLabel("Quantity", { exact: true }).waitFor({ state: "detached" });
    await quantityButton.click();
    await page.getByLabel("Quantity", { exact: true }).fill("5");
    await page.keyboard.press("Enter");
  };
  await page.evaluate(buildLostResponseScript("/inventory_levels/adjust.json"));
  await addFive();
  await page.getByText("Can't reach the server.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await addFive();
  await page.getByText(/in stock \(your earlier attempt succeeded/).waitFor();
  await assertBecomes(() => quantityButton.innerText(), String(quantityBefore + 5));
  // The response has arrived, so the same input is now a new change.
  await addFive();
  await page.getByText(/in stock$/).waitFor();
  await assertBecomes(() => quantityButton.innerText(), String(quantityBefore + 10));
  await closePage();
});

test("Escape or a click outside the stock form does not discard entered text", async () => {
  const { page, closePage } = await openStorePage("/inventory?query=Seeded+product+22");
  const quantityButton = page.getByRole("button", { name: /Edit stock$/ }).first();
  await quantityButton.click();
  const reasonField = page.getByLabel("Reason");
  await reasonField.waitFor();
  await page.keyboard.press("Escape");
  await reasonField.waitFor({ state: "detached" });
  await quantityButton.click();
  await reasonField.fill("Counted");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await reasonField.inputValue(), "Counted");
  await page.getByRole("button", { name: "Cancel" }).click();
  await reasonField.waitFor({ state: "detached" });
  await closePage();
});

test("overwriting stock that someone else changed can be retried after a lost response", async () => {
  const { page, closePage } = await openStorePage("/inventory?query=Seeded+product+23");
  await page
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  // The path of the stock history ends in the ids of the variant and the location.
  const historyPath = await page.getByRole("dialog").getByRole("link").getAttribute("href");
  const [location_id, variant_id] = historyPath?.split("/").toReversed().map(Number) ?? [];
  await changeAsOtherPerson("PUT", "inventory_levels/set.json", { variant_id, location_id, quantity: 3 });
  await page.keyboard.press("Enter");
  const setAnywayButton = page.getByRole("button", { name: "Set to 50" });
  await setAnywayButton.waitFor();
  await page.evaluate(buildLostResponseScript("/inventory_levels/set.json"));
  await setAnywayButton.click();
  await page.getByText("Can't reach the server.").waitFor();
  await setAnywayButton.click();
  await page.getByText(/50 in stock \(your earlier attempt succeeded/).waitFor();
  await closePage();
});

test("an export from a filtered product list has only the filtered products", async () => {
  const { page, closePage } = await openStorePage("/products?query=Seeded+product+12");
  await page.getByRole("link", { name: "Export" }).click();
  await page.getByText("Only products that match").waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const downloadButton = page.getByRole("button", { name: "Download Products" });
  await downloadButton.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
  const file = await readFile(await download.path(), "utf8");
  assert.match(file, /Seeded product 12/);
  assert.equal(file.includes("Seeded product 11"), false);
  await closePage();
});

test("the sample file of the product import has no errors", async () => {
  const { page, closePage } = await openStorePage("/products/import");
  const link = page.getByRole("link", { name: "Download sample file" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  await page.locator("input[type=file]").setInputFiles({
    name: "example.csv",
    mimeType: "text/csv",
    buffer: await readFile(await download.path()),
  });
  await page.getByRole("button", { name: "Import 2 products" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Errors" }).count(), 0);
  await closePage();
});
