import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { becomes, type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { loseAnswer } from "./lose-answer.ts";
import { openPage } from "./open-page.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 24, locations: 2 });
});
after(() => fixture.close());

const opened = (path: string) => openPage(fixture, store.owner.browser, `${store.host_url}${path}`);

/** Send a change as another person in the meantime. */
async function meanwhile(method: "POST" | "PUT", path: string, body: object): Promise<void> {
  const answer = await store.owner.browser.call(method, `${store.host_url}/api/4.0/${path}`, body);
  assert.equal(answer.status, 200, answer.text);
}

/** Add the first variant that this search finds. */
async function addLine(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(words);
  await page.getByRole("option").filter({ hasText: words }).first().click();
}

interface Order {
  id: number;
  line_items: { id: number; received_quantity: number }[];
}

/** Place a purchase order of ten units of a product on its page; returns the new order. */
async function placedOrder(page: Page, words: string): Promise<Order> {
  await addLine(page, words);
  await page.getByLabel(/^Quantity of/).fill("10");
  await page.getByRole("button", { name: "Create and mark as ordered" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  return loadOrder(Number(page.url().split("/").at(-1)));
}

async function loadOrder(id: number): Promise<Order> {
  const url = `${store.host_url}/api/4.0/purchase_orders/${id}.json`;
  const answer = await store.owner.browser.call("GET", url);
  return answer.json<{ purchase_order: Order }>().purchase_order;
}

test("a cost with too many decimals is rejected at its line, which gets the focus", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  await addLine(page, "Seeded product 11");
  await addLine(page, "Seeded product 13");
  const cost = page.getByLabel(/^Unit cost of Seeded product 13/);
  await cost.fill("twelve");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("Enter an amount such as 12.50.").waitFor();
  await cost.fill("1.23456");
  await page.getByRole("button", { name: "Save as draft" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 13" });
  await line.getByText(/^Unit cost must be an amount of/).waitFor();
  await cost.and(page.locator(":focus")).waitFor();
  await cost.fill("1.25");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  await done();
});

test("units received by another person are not received again; the rest is shown", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const order = await placedOrder(page, "Seeded product 15");
  const path = `purchase_orders/${order.id}/receive.json`;
  const [line] = order.line_items;
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await meanwhile("POST", path, { line_items: [{ id: line?.id, quantity: 6 }] });
  await page.getByRole("button", { name: "Receive 10 units" }).click();
  await page.getByText("Only 4 remaining.").waitFor();
  await page.getByLabel(/^Quantity received of/).fill("4");
  await meanwhile("POST", path, { line_items: [{ id: line?.id, quantity: 4 }] });
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("10 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  await done();
});

test("units are received once after a lost response, whatever is still open then", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const { id } = await placedOrder(page, "Seeded product 19");
  await page.getByRole("button", { name: "Receive items", exact: true }).click();
  await page.getByLabel(/^Quantity received of/).fill("4");
  await page.evaluate(loseAnswer("/receive.json"));
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("Can't reach the server.").waitFor();
  await page.getByText("4 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText(/^4 units received \(your earlier attempt succeeded/).waitFor();
  await page.getByRole("heading", { name: "Receive items", exact: true }).waitFor({ state: "detached" });
  assert.equal((await loadOrder(id)).line_items[0]?.received_quantity, 4);
  await done();
});

test("entered text stays when the order changes meanwhile, and the page reports it", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const order = await placedOrder(page, "Seeded product 17");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Note").fill("Mine");
  await page.getByLabel(/^Unit cost of/).fill("1.23456");
  await meanwhile("PUT", `purchase_orders/${order.id}.json`, { supplier_name: "Theirs" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/^Someone else changed this/).waitFor();
  assert.equal(await page.getByLabel("Note").inputValue(), "Mine");
  await page.getByRole("button", { name: "Discard and load the latest version" }).click();
  await becomes(() => page.getByLabel("Supplier").inputValue(), "Theirs");
  await done();
});

test("a transfer above the available stock is reported beside its line", async () => {
  const { page, done } = await opened("/transfers/new");
  await page.getByRole("combobox", { name: "Origin" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addLine(page, "Seeded product 11");
  await page.getByLabel(/^Quantity of/).fill("999999");
  await page.getByRole("button", { name: "Create and mark as in transit" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 11" });
  await line.getByText(/^Not enough stock at the origin/).waitFor();
  await done();
});

test("a line of the inventory stays in its place when its stock changes", async () => {
  const { page, done } = await opened("/inventory");
  await page.getByText("24 results").waitFor();
  await settled(page);
  const heads = page.locator("tbody th");
  const before = await heads.allInnerTexts();
  const rows = page.getByRole("row").filter({ has: page.getByRole("button") });
  await rows
    .nth(9)
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await page.getByLabel("Quantity", { exact: true }).fill("2");
  const asked = page.waitForResponse((answer) => answer.url().includes("/products.json"));
  await page.keyboard.press("Enter");
  await asked;
  await page.getByText(/in stock$/).waitFor();
  await settled(page);
  assert.deepEqual(await heads.allInnerTexts(), before);
  await done();
});

test("a stock change whose response was lost is not repeated by reopening its form", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+21");
  const quantity = page.getByRole("button", { name: /Edit stock$/ }).first();
  await quantity.waitFor();
  const was = Number(await quantity.innerText());
  const change = async () => {
    await page.getByLabel("Quantity", { exact: true }).waitFor({ state: "detached" });
    await quantity.click();
    await page.getByLabel("Quantity", { exact: true }).fill("5");
    await page.keyboard.press("Enter");
  };
  await page.evaluate(loseAnswer("/inventory_levels/adjust.json"));
  await change();
  await page.getByText("Can't reach the server.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await change();
  await page.getByText(/in stock \(your earlier attempt succeeded/).waitFor();
  await becomes(() => quantity.innerText(), String(was + 5));
  await change();
  await page.getByText(/in stock$/).waitFor();
  await becomes(() => quantity.innerText(), String(was + 10));
  await done();
});

test("an entered stock change is not lost by Escape or a click beside it", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+22");
  const quantity = page.getByRole("button", { name: /Edit stock$/ }).first();
  await quantity.click();
  const reason = page.getByLabel("Reason");
  await reason.waitFor();
  await page.keyboard.press("Escape");
  await reason.waitFor({ state: "detached" });
  await quantity.click();
  await reason.fill("Counted");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  assert.equal(await reason.inputValue(), "Counted");
  await page.getByRole("button", { name: "Cancel" }).click();
  await reason.waitFor({ state: "detached" });
  await done();
});

test("a failure to set the stock anyway is reported where it was requested", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+23");
  await page
    .getByRole("button", { name: /Edit stock$/ })
    .first()
    .click();
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  const history = await page.getByRole("dialog").getByRole("link").getAttribute("href");
  const [location_id, variant_id] = history?.split("/").toReversed().map(Number) ?? [];
  await meanwhile("PUT", "inventory_levels/set.json", { variant_id, location_id, quantity: 3 });
  await page.keyboard.press("Enter");
  const anyway = page.getByRole("button", { name: "Set to 50" });
  await anyway.waitFor();
  await page.evaluate(loseAnswer("/inventory_levels/set.json"));
  await anyway.click();
  await page.getByText("Can't reach the server.").waitFor();
  await anyway.click();
  await page.getByText(/50 in stock \(your earlier attempt succeeded/).waitFor();
  await done();
});

test("an export that starts from a filtered product list holds the same products", async () => {
  const { page, done } = await opened("/products?query=Seeded+product+12");
  await page.getByRole("link", { name: "Export" }).click();
  await page.getByText("Only products that match").waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const link = page.getByRole("link", { name: "Download Products" });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const file = await readFile(await download.path(), "utf8");
  assert.match(file, /Seeded product 12/);
  assert.equal(file.includes("Seeded product 11"), false);
  await done();
});

test("the example of an import is checked without an error", async () => {
  const { page, done } = await opened("/products/import");
  const link = page.getByRole("link", { name: "Download sample file" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  await page.locator("input[type=file]").setInputFiles({
    name: "example.csv",
    mimeType: "text/csv",
    buffer: await readFile(await download.path()),
  });
  await page.getByRole("button", { name: "Import 2 products" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Errors" }).count(), 0);
  await done();
});
