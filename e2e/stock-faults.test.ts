import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { becomes, type SeededShop, seedShop } from "@souk/testkit";
import type { Page } from "playwright-core";
import { loseAnswer } from "./lose-answer.ts";
import { openPage } from "./open-page.ts";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 24, locations: 2 });
});
after(() => stage.close());

const opened = (path: string) => openPage(stage, shop.owner.browser, `${shop.host_url}${path}`);

/** What somebody else does meanwhile. */
async function meanwhile(method: "POST" | "PUT", path: string, body: object): Promise<void> {
  const answer = await shop.owner.browser.call(method, `${shop.host_url}/api/4.0/${path}`, body);
  assert.equal(answer.status, 200, answer.text);
}

/** Adds the first variant that is found by these words. */
async function addLine(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add products" }).fill(words);
  await page.getByRole("option").filter({ hasText: words }).first().click();
}

interface Order {
  id: number;
  line_items: { id: number; received_quantity: number }[];
}

/** Writes an order of ten units of a product on its page; answers what the page leads to. */
async function placedOrder(page: Page, words: string): Promise<Order> {
  await addLine(page, words);
  await page.getByLabel(/^Units of/).fill("10");
  await page.getByRole("button", { name: "Create and place" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  return toldOrder(Number(page.url().split("/").at(-1)));
}

async function toldOrder(id: number): Promise<Order> {
  const url = `${shop.host_url}/api/4.0/purchase_orders/${id}.json`;
  const answer = await shop.owner.browser.call("GET", url);
  return answer.json<{ purchase_order: Order }>().purchase_order;
}

test("a cost with too many decimals is refused beside the line that has it, which takes the focus", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  await addLine(page, "Seeded product 11");
  await addLine(page, "Seeded product 13");
  const cost = page.getByLabel(/^Cost of a unit of Seeded product 13/);
  await cost.fill("twelve");
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await page.getByText("Write an amount with a point, such as 12.50.").waitFor();
  await cost.fill("1.23456");
  await page.getByRole("button", { name: "Save as a draft" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 13" });
  await line.getByText(/^Cost a unit takes an amount of/).waitFor();
  await cost.and(page.locator(":focus")).waitFor();
  await cost.fill("1.25");
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await page.getByRole("heading", { level: 1, name: /^PO-/ }).waitFor();
  await done();
});

test("units that somebody else has received meanwhile are not received again, and the page says what is left", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const order = await placedOrder(page, "Seeded product 15");
  const path = `purchase_orders/${order.id}/receive.json`;
  const [line] = order.line_items;
  await page.getByRole("button", { name: "Receive", exact: true }).click();
  await meanwhile("POST", path, { line_items: [{ id: line?.id, quantity: 6 }] });
  await page.getByRole("button", { name: "Receive 10 units" }).click();
  await page.getByText("Only 4 are left to come.").waitFor();
  await page.getByLabel(/that have come$/).fill("4");
  await meanwhile("POST", path, { line_items: [{ id: line?.id, quantity: 4 }] });
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("10 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Receive", exact: true }).waitFor({ state: "detached" });
  await done();
});

test("units of which no answer came are received once, whatever is left to come by then", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const { id } = await placedOrder(page, "Seeded product 19");
  await page.getByRole("button", { name: "Receive", exact: true }).click();
  await page.getByLabel(/that have come$/).fill("4");
  await page.evaluate(loseAnswer("/receive.json"));
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText("No answer came.").waitFor();
  await page.getByText("4 of 10").first().waitFor();
  await page.getByRole("button", { name: "Receive 4 units" }).click();
  await page.getByText(/^4 units are in stock now\. That was at the try before/).waitFor();
  await page.getByRole("heading", { name: "Receive", exact: true }).waitFor({ state: "detached" });
  assert.equal((await toldOrder(id)).line_items[0]?.received_quantity, 4);
  await done();
});

test("what a person writes stays when the order changes meanwhile, and the page says that it has", async () => {
  const { page, done } = await opened("/purchase-orders/new");
  const order = await placedOrder(page, "Seeded product 17");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Note").fill("Mine");
  await page.getByLabel(/^Cost of a unit/).fill("1.23456");
  await meanwhile("PUT", `purchase_orders/${order.id}.json`, { supplier_name: "Theirs" });
  await page.getByRole("button", { name: "Save the changes" }).click();
  await page.getByText(/^It was changed by somebody else/).waitFor();
  assert.equal(await page.getByLabel("Note").inputValue(), "Mine");
  await page.getByRole("button", { name: "Begin anew with what it is now" }).click();
  await becomes(() => page.getByLabel("Supplier").inputValue(), "Theirs");
  await done();
});

test("a transfer of more than there is says so beside the line, in words for people", async () => {
  const { page, done } = await opened("/transfers/new");
  await page.getByRole("combobox", { name: "Leaves from" }).click();
  await page.getByRole("option", { name: "Place 2" }).click();
  await addLine(page, "Seeded product 11");
  await page.getByLabel(/^Units of/).fill("999999");
  await page.getByRole("button", { name: "Create and send off" }).click();
  const line = page.getByRole("row").filter({ hasText: "Seeded product 11" });
  await line.getByText(/^There are not that many where they leave from/).waitFor();
  await done();
});

test("a line of the inventory stays in its place when its stock changes", async () => {
  const { page, done } = await opened("/inventory");
  await page.getByText("24 entries").waitFor();
  await settled(page);
  const heads = page.locator("tbody th");
  const before = await heads.allInnerTexts();
  const rows = page.getByRole("row").filter({ has: page.getByRole("button") });
  await rows
    .nth(9)
    .getByRole("button", { name: /Change the stock$/ })
    .first()
    .click();
  await page.getByLabel("Change by").fill("2");
  const asked = page.waitForResponse((answer) => answer.url().includes("/products.json"));
  await page.keyboard.press("Enter");
  await asked;
  await page.getByText(/in stock now\.$/).waitFor();
  await settled(page);
  assert.deepEqual(await heads.allInnerTexts(), before);
  await done();
});

test("a change of stock of which no answer came is not made twice by opening its form anew", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+21");
  const quantity = page.getByRole("button", { name: /Change the stock$/ }).first();
  await quantity.waitFor();
  const was = Number(await quantity.innerText());
  const change = async () => {
    await page.getByLabel("Change by").waitFor({ state: "detached" });
    await quantity.click();
    await page.getByLabel("Change by").fill("5");
    await page.keyboard.press("Enter");
  };
  await page.evaluate(loseAnswer("/inventory_levels/adjust.json"));
  await change();
  await page.getByText("No answer came.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await change();
  await page.getByText(/in stock now\. That was at the try before/).waitFor();
  await becomes(() => quantity.innerText(), String(was + 5));
  await change();
  await page.getByText(/in stock now\.$/).waitFor();
  await becomes(() => quantity.innerText(), String(was + 10));
  await done();
});

test("what was written of a change of stock is not lost by Escape or a click beside it", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+22");
  const quantity = page.getByRole("button", { name: /Change the stock$/ }).first();
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

test("when setting the stock anyway fails, that is said where it was asked for", async () => {
  const { page, done } = await opened("/inventory?query=Seeded+product+23");
  await page
    .getByRole("button", { name: /Change the stock$/ })
    .first()
    .click();
  await page.getByText("Set to", { exact: true }).click();
  await page.getByLabel("New quantity").fill("50");
  const history = await page.getByRole("dialog").getByRole("link").getAttribute("href");
  const [location_id, variant_id] = history?.split("/").toReversed().map(Number) ?? [];
  await meanwhile("PUT", "inventory_levels/set.json", { variant_id, location_id, quantity: 3 });
  await page.keyboard.press("Enter");
  const anyway = page.getByRole("button", { name: "Set it to 50 anyway" });
  await anyway.waitFor();
  await page.evaluate(loseAnswer("/inventory_levels/set.json"));
  await anyway.click();
  await page.getByText("No answer came.").waitFor();
  await anyway.click();
  await page.getByText(/50 in stock now\. That was at the try before/).waitFor();
  await done();
});

test("an export that begins at a narrowed list of products holds what the list does", async () => {
  const { page, done } = await opened("/products?query=Seeded+product+12");
  await page.getByRole("link", { name: "Export" }).click();
  await page.getByText("Only the products of the list you came from").waitFor();
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
  const link = page.getByRole("link", { name: "Download a small example" });
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
