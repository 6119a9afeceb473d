import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes } from "@souk/testkit";
import { type Catalogue, cellOf, openCatalogue, type Product, save } from "./catalogue.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let catalogue: Catalogue;

before(async () => {
  stage = await openStage();
  catalogue = await openCatalogue(stage);
});
after(() => stage.close());

/** Somebody else changes a product, or one of its variants, in the meantime. */
async function changeElsewhere({ id }: Product, body: object, variant?: number): Promise<void> {
  const { shop } = catalogue;
  const path = variant === undefined ? `products/${id}` : `products/${id}/variants/${variant}`;
  const answer = await shop.owner.browser.call("PUT", `${shop.host_url}/api/3.0/${path}.json`, body);
  assert.equal(answer.status, 200, answer.text);
}

test("what somebody else has changed meanwhile is named before it is written over, and the rest of it stays", async () => {
  const product = await catalogue.seeded(1);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Mine");
  await changeElsewhere(product, { title: "Theirs", vendor: "Elsewhere" });
  await save(page);
  await page.getByText(/^Not saved yet: somebody else has changed Title \(“Theirs” now\)/).waitFor();
  assert.ok(await catalogue.productCalled("Theirs"));
  await becomes(() => page.getByLabel("Vendor").inputValue(), "Elsewhere");
  assert.equal(await title.inputValue(), "Mine");
  await save(page);
  await page.getByText("The product is saved.").waitFor();
  const mine = await catalogue.read<{ product: { title: string; vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.deepEqual([mine.product.title, mine.product.vendor], ["Mine", "Elsewhere"]);
  await done();
});

test("a change of something else by somebody else stops nobody", async () => {
  const product = await catalogue.seeded(2);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await cellOf(page, "SKU", "S").fill("MY-S");
  await changeElsewhere(product, { vendor: "Elsewhere" });
  await save(page);
  await page.getByText("The product is saved.").waitFor();
  assert.equal((await catalogue.seeded(2)).variants[0]?.sku, "MY-S");
  await done();
});

test("a price that somebody else has changed is named with its variant", async () => {
  const product = await catalogue.seeded(4);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await cellOf(page, "Price", "M").fill("7.00");
  const [, second] = product.variants;
  await changeElsewhere(product, { price: "8.00" }, second?.id);
  await save(page);
  await page.getByText(/somebody else has changed Price, M \(“8.00” now\)/).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await becomes(() => cellOf(page, "Price", "M").inputValue(), "8.00");
  await done();
});

test("when a later step is refused after the details were saved, the page says which is which", async () => {
  const { shop } = catalogue;
  const product = await catalogue.seeded(6);
  const collections = `${shop.host_url}/api/3.0/collections`;
  const made = await shop.owner.browser.call("POST", `${collections}.json`, { title: "Short-lived" });
  const { collection } = JSON.parse(made.text) as { collection: { id: number } };
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await page.getByLabel("Vendor").fill("Saved vendor");
  await page.getByRole("combobox", { name: "Collections" }).click();
  await page.getByRole("option", { name: "Short-lived" }).click();
  await page.keyboard.press("Escape");
  await cellOf(page, "SKU", "S").fill("LATER");
  await shop.owner.browser.call("DELETE", `${collections}/${collection.id}.json`);
  await save(page);
  await page.getByText(/^Saved: its details\. Not saved: its collections\./).waitFor();
  const half = await catalogue.read<{ product: Product & { vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.equal(half.product.vendor, "Saved vendor");
  assert.notEqual(half.product.variants[0]?.sku, "LATER");
  await page.getByRole("button", { name: "Take back" }).click();
  await cellOf(page, "SKU", "S").fill("LATER");
  await save(page);
  await page.getByText("The product is saved.").waitFor();
  assert.equal((await catalogue.seeded(6)).variants[0]?.sku, "LATER");
  await done();
});

test("a vain try leads the focus to the first faulty cell, however far down it is", async () => {
  const product = await catalogue.seeded(8);
  const { page, done } = await catalogue.opened(`/products/${product.id}`);
  await cellOf(page, "Price", "M").fill("1.234");
  await page.getByLabel("Vendor").focus();
  await save(page);
  await page.getByText("An amount such as 12.50").waitFor();
  await cellOf(page, "Price", "M").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("An amount such as 12.50").waitFor({ state: "detached" });
  await done();
});

test("taking back a new product takes back what was written before it had options too", async () => {
  const { page, done } = await catalogue.opened("/products/new");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  await page.getByRole("button", { name: "Add an option" }).click();
  await page.getByLabel("Option", { exact: true }).fill("Size");
  await page.getByRole("combobox", { name: "Values", exact: true }).fill("S");
  await page.keyboard.press("Enter");
  await cellOf(page, "Price", "S").fill("6");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Take back" }).waitFor({ state: "detached" });
  await becomes(() => page.getByRole("textbox", { name: "Price", exact: true }).inputValue(), "");
  await done();
});
