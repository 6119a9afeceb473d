import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertBecomes, eventually } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture, findCell, type Product, saveChanges } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: CatalogFixture;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await createCatalogFixture(fixture);
});
after(() => fixture.close());

test("a merchant can create a collection, change its products and delete the collection", async () => {
  const { page, closePage } = await catalog.openStorePage("/collections");
  await page.getByRole("link", { name: "New collection" }).first().click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Gifts");
  await page.getByRole("button", { name: "Save collection" }).click();
  await page.getByRole("heading", { level: 1, name: "Gifts" }).waitFor();
  await page.getByRole("button", { name: "Add products" }).click();
  const dialog = page.getByRole("dialog");
  for (const n of [1, 3]) {
    await dialog.getByLabel("Search products").fill(`seeded-${n}`);
    await dialog.getByRole("button", { name: `Add Seeded product ${n}`, exact: true }).click();
    await page.getByText(`Seeded product ${n} added to the collection`).waitFor({ state: "attached" });
  }
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Move Seeded product 3 up" }).click();
  await page.getByText("Seeded product 3 moved to position 1").waitFor();
  await page.getByLabel("Search").fill("seeded-1");
  await page.getByRole("button", { name: "Remove Seeded product 3" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove Seeded product 1" }).click();
  await page.getByText("Seeded product 1 removed from the collection").waitFor();
  assert.deepEqual((await catalog.loadSeededProduct(1)).collections, []);
  assert.deepEqual(
    (await catalog.loadSeededProduct(3)).collections.map(({ title }) => title),
    ["Gifts"],
  );
  await page.getByRole("button", { name: "Delete collection" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Gifts deleted").waitFor();
  await page.getByRole("heading", { level: 1, name: "Collections" }).waitFor();
  assert.deepEqual((await catalog.loadSeededProduct(3)).collections, []);
  await closePage();
});

test("selected products can be unpublished, tagged, added to a collection and deleted", async () => {
  const { store } = catalog;
  const { browser } = store.owner;
  const response = await browser.call("POST", `${store.host_url}/api/3.0/collections.json`, {
    title: "Sale",
  });
  assert.equal(response.status, 200, response.text);
  const { page, closePage } = await catalog.openStorePage("/products");
  const dialog = page.getByRole("dialog");
  const selectProducts = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
    await page.getByText(`${numbers.length} products selected`).waitFor();
  };
  /** Open the dialog of a bulk action. @returns a function that confirms the dialog */
  const openActionDialog = async (action: string, confirmButton: string) => {
    await page.getByRole("button", { name: action, exact: true }).click();
    return async () => dialog.getByRole("button", { name: confirmButton }).click();
  };
  await selectProducts(9, 11);
  const confirmUnpublishing = await openActionDialog("Unpublish", "Unpublish");
  await confirmUnpublishing();
  await page.getByText("2 products unpublished").waitFor();
  await selectProducts(9, 11);
  const confirmTag = await openActionDialog("Add tag", "Add tag");
  await dialog.getByRole("combobox", { name: "Tag" }).fill("clearance");
  await confirmTag();
  await page.getByText("Tag added to 2 products").waitFor();
  await selectProducts(9, 11);
  const confirmCollection = await openActionDialog("Add to collection", "Add to collection");
  await dialog.getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Sale" }).click();
  await confirmCollection();
  await page.getByText("2 products added to the collection").waitFor();
  const productNine = await catalog.loadSeededProduct(9);
  assert.equal(productNine.is_published, false);
  assert.ok(productNine.tags.includes("clearance"));
  assert.deepEqual(
    productNine.collections.map(({ title }) => title),
    ["Sale"],
  );
  await selectProducts(9, 11);
  const confirmDeletion = await openActionDialog("Delete", "Delete products");
  // Another person deletes one of the two products first.
  await browser.call("DELETE", `${store.host_url}/api/3.0/products/${productNine.id}.json`);
  await confirmDeletion();
  await dialog.getByText("1 of 2 products updated").waitFor();
  await dialog.getByText(/^Seeded product 9: /).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  // Only the product that failed stays selected, for another try.
  await page.getByText("1 product selected").waitFor();
  assert.equal(await catalog.findProductByTitle("Seeded product 11"), undefined);
  await closePage();
});

test("products can be sorted by title, with the URL and with the column header", async () => {
  const { products } = await catalog.readApi<{ products: Product[] }>(
    "3.0/products.json?query=seeded&limit=250",
  );
  const titles = products.map(({ title }) => title).toSorted();
  const { page, closePage } = await catalog.openStorePage("/products?query=seeded&sort=title.asc");
  const readFirstTitle = () => page.getByRole("row").nth(1).getByRole("link").innerText();
  await eventually(async () => (await readFirstTitle()).startsWith(`${titles.at(0)}\n`));
  await page.getByRole("button", { name: "Product", exact: true }).click();
  await eventually(async () => (await readFirstTitle()).startsWith(`${titles.at(-1)}\n`));
  await page.waitForURL((url) => url.searchParams.get("sort") === "title.desc");
  await assertBecomes(() => page.getByRole("combobox", { name: "Sort by" }).inputValue(), "Title (Z–A)");
  await closePage();
});

test("prices and SKUs of several products can be edited in one sheet", async () => {
  const { page, closePage } = await catalog.openStorePage("/products");
  for (const n of [1, 3]) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
  await page.getByRole("link", { name: "Edit prices and SKUs" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit products" }).waitFor();
  await findCell(page, "Price", "Seeded product 1").fill("3.10");
  await findCell(page, "SKU", "Seeded product 3").fill("THREE");
  await saveChanges(page);
  await page.getByText("2 variants saved").waitFor();
  assert.equal((await catalog.loadSeededProduct(1)).variants[0]?.price, "3.10");
  assert.equal((await catalog.loadSeededProduct(3)).variants[0]?.sku, "THREE");
  await closePage();
});

test("a product can be edited, found by its new tag and deleted", async () => {
  const product = await catalog.loadSeededProduct(5);
  const { page, closePage } = await catalog.openStorePage(`/products/${product.id}`);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Renamed product");
  await page.getByRole("combobox", { name: "Tags" }).fill("rare");
  await page.keyboard.press("Enter");
  await saveChanges(page);
  await page.getByRole("heading", { level: 1, name: "Renamed product" }).waitFor();
  await page.goto(`${catalog.store.host_url}/products?tag=rare`);
  await page.getByText("1 result").waitFor();
  await page.getByRole("link", { name: /Renamed product/ }).click();
  await page.getByRole("button", { name: "Delete product" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete product" }).click();
  await page.getByText("Renamed product deleted").waitFor();
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  assert.equal(await catalog.findProductByTitle("Renamed product"), undefined);
  await closePage();
});
