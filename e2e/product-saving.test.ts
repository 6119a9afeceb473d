import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture, findCell, type Product, saveChanges } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: CatalogFixture;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await createCatalogFixture(fixture);
});
after(() => fixture.close());

/** Change a product, or one of its variants, through the API, as another person would. */
async function changeAsOtherPerson({ id }: Product, body: object, variantId?: number): Promise<void> {
  const { store } = catalog;
  const path = variantId === undefined ? `products/${id}` : `products/${id}/variants/${variantId}`;
  const response = await store.owner.browser.call("PUT", `${store.host_url}/api/3.0/${path}.json`, body);
  assert.equal(response.status, 200, response.text);
}

test("saving a product field that someone else changed lists that change before overwriting it", async () => {
  const product = await catalog.loadSeededProduct(1);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Mine");
  await changeAsOtherPerson(product, { title: "Theirs", vendor: "Elsewhere" });
  await saveChanges(page);
  await page.getByText(/^Not saved: someone else changed Title \(now "Theirs"\)/).waitFor();
  assert.ok(await catalog.findProductByTitle("Theirs"));
  await assertBecomes(() => page.getByLabel("Vendor").inputValue(), "Elsewhere");
  assert.equal(await title.inputValue(), "Mine");
  await saveChanges(page);
  await page.getByText("Product saved").waitFor();
  const savedBody = await catalog.readApi<{ product: { title: string; vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.deepEqual([savedBody.product.title, savedBody.product.vendor], ["Mine", "Elsewhere"]);
  await closePage();
});

test("a product can be saved although someone else has changed another field meanwhile", async () => {
  const product = await catalog.loadSeededProduct(2);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await findCell(page, "SKU", "S").fill("MY-S");
  await changeAsOtherPerson(product, { vendor: "Elsewhere" });
  await saveChanges(page);
  await page.getByText("Product saved").waitFor();
  assert.equal((await catalog.loadSeededProduct(2)).variants[0]?.sku, "MY-S");
  await closePage();
});

test("saving a product reports a price that someone else changed, with the name of its variant", async () => {
  const product = await catalog.loadSeededProduct(4);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await findCell(page, "Price", "M").fill("7.00");
  const [, secondVariant] = product.variants;
  await changeAsOtherPerson(product, { price: "8.00" }, secondVariant?.id);
  await saveChanges(page);
  await page.getByText(/someone else changed Price, M \(now "8.00"\)/).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await assertBecomes(() => findCell(page, "Price", "M").inputValue(), "8.00");
  await closePage();
});

test("if only a part of a product can be saved, the page lists what was saved and what was not", async () => {
  const { store } = catalog;
  const product = await catalog.loadSeededProduct(6);
  const collectionsUrl = `${store.host_url}/api/3.0/collections`;
  const response = await store.owner.browser.call("POST", `${collectionsUrl}.json`, { title: "Short-lived" });
  const { collection } = JSON.parse(response.text) as { collection: { id: number } };
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await page.getByLabel("Vendor").fill("Saved vendor");
  await page.getByRole("combobox", { name: "Collections" }).click();
  await page.getByRole("option", { name: "Short-lived" }).click();
  await page.keyboard.press("Escape");
  await findCell(page, "SKU", "S").fill("LATER");
  await store.owner.browser.call("DELETE", `${collectionsUrl}/${collection.id}.json`);
  await saveChanges(page);
  await page.getByText(/^Saved: details\. Not saved: collections\./).waitFor();
  const partlySavedBody = await catalog.readApi<{ product: Product & { vendor: string } }>(
    `3.0/products/${product.id}.json`,
  );
  assert.equal(partlySavedBody.product.vendor, "Saved vendor");
  assert.notEqual(partlySavedBody.product.variants[0]?.sku, "LATER");
  await page.getByRole("button", { name: "Discard" }).click();
  await findCell(page, "SKU", "S").fill("LATER");
  await saveChanges(page);
  await page.getByText("Product saved").waitFor();
  assert.equal((await catalog.loadSeededProduct(6)).variants[0]?.sku, "LATER");
  await closePage();
});

test("a failed save of a product moves the focus to the first invalid cell", async () => {
  const product = await catalog.loadSeededProduct(8);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await findCell(page, "Price", "M").fill("1.234");
  await page.getByLabel("Vendor").focus();
  await saveChanges(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
  await findCell(page, "Price", "M").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Use an amount such as 12.50").waitFor({ state: "detached" });
  await closePage();
});

test("discarding a new product also clears the price entered before options were added", async () => {
  const { page, closePage } = await catalog.openStorePage("/products/new");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("5");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Option name", { exact: true }).fill("Size");
  await page.getByRole("combobox", { name: "Values", exact: true }).fill("S");
  await page.keyboard.press("Enter");
  await findCell(page, "Price", "S").fill("6");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await assertBecomes(() => page.getByRole("textbox", { name: "Price", exact: true }).inputValue(), "");
  await closePage();
});
