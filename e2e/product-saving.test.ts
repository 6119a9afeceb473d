import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes } from "@souk/testkit";
import { type Catalog, findCell, openCatalog, type Product, save } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: Catalog;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await openCatalog(fixture);
});
after(() => fixture.close());

/** Change a product, or one of its variants, as another person in the meantime. */
async function changeElsewhere({ id }: Product, body: object, variant?: number): Promise<void> {
  const { store } = catalog;
  const path = variant === undefined ? `products/${id}` : `products/${id}/variants/${variant}`;
  const answer = await store.owner.browser.call("PUT", `${store.host_url}/api/3.0/${path}.json`, body);
  assert.equal(answer.status, 200, answer.text);
}

test("another person's changes are named before they are overwritten; the rest stays", async () => {
  const product = await catalog.seeded(1);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Mine");
  await changeElsewhere(product, { title: "Theirs", vendor: "Elsewhere" });
  await save(page);
  await page.getByText(/^Not saved: someone else changed Title \(now "Theirs"\)/).waitFor();
  assert.ok(await catalog.productCalled("Theirs"));
  await becomes(() => page.getByLabel("Vendor").inputValue(), "Elsewhere");
  assert.equal(await title.inputValue(), "Mine");
  await save(page);
  await page.getByText("Product saved").waitFor();
  const mine = await catalog.read<{ product: { title: string; vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.deepEqual([mine.product.title, mine.product.vendor], ["Mine", "Elsewhere"]);
  await done();
});

test("another person's change of a different field blocks no one", async () => {
  const product = await catalog.seeded(2);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await findCell(page, "SKU", "S").fill("MY-S");
  await changeElsewhere(product, { vendor: "Elsewhere" });
  await save(page);
  await page.getByText("Product saved").waitFor();
  assert.equal((await catalog.seeded(2)).variants[0]?.sku, "MY-S");
  await done();
});

test("a price that another person changed is named with its variant", async () => {
  const product = await catalog.seeded(4);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await findCell(page, "Price", "M").fill("7.00");
  const [, second] = product.variants;
  await changeElsewhere(product, { price: "8.00" }, second?.id);
  await save(page);
  await page.getByText(/someone else changed Price, M \(now "8.00"\)/).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await becomes(() => findCell(page, "Price", "M").inputValue(), "8.00");
  await done();
});

test("when a later step fails after the details were saved, the page names both", async () => {
  const { store } = catalog;
  const product = await catalog.seeded(6);
  const collections = `${store.host_url}/api/3.0/collections`;
  const made = await store.owner.browser.call("POST", `${collections}.json`, { title: "Short-lived" });
  const { collection } = JSON.parse(made.text) as { collection: { id: number } };
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByLabel("Vendor").fill("Saved vendor");
  await page.getByRole("combobox", { name: "Collections" }).click();
  await page.getByRole("option", { name: "Short-lived" }).click();
  await page.keyboard.press("Escape");
  await findCell(page, "SKU", "S").fill("LATER");
  await store.owner.browser.call("DELETE", `${collections}/${collection.id}.json`);
  await save(page);
  await page.getByText(/^Saved: details\. Not saved: collections\./).waitFor();
  const half = await catalog.read<{ product: Product & { vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.equal(half.product.vendor, "Saved vendor");
  assert.notEqual(half.product.variants[0]?.sku, "LATER");
  await page.getByRole("button", { name: "Discard" }).click();
  await findCell(page, "SKU", "S").fill("LATER");
  await save(page);
  await page.getByText("Product saved").waitFor();
  assert.equal((await catalog.seeded(6)).variants[0]?.sku, "LATER");
  await done();
});

test("a failed save moves the focus to the first faulty cell, however far down it is", async () => {
  const product = await catalog.seeded(8);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await findCell(page, "Price", "M").fill("1.234");
  await page.getByLabel("Vendor").focus();
  await save(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
  await findCell(page, "Price", "M").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Use an amount such as 12.50").waitFor({ state: "detached" });
  await done();
});

test("discarding a new product also discards what was entered before it had options", async () => {
  const { page, done } = await catalog.opened("/products/new");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Option name", { exact: true }).fill("Size");
  await page.getByRole("combobox", { name: "Values", exact: true }).fill("S");
  await page.keyboard.press("Enter");
  await findCell(page, "Price", "S").fill("6");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await becomes(() => page.getByRole("textbox", { name: "Price", exact: true }).inputValue(), "");
  await done();
});
