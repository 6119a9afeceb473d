import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, eventually } from "@souk/testkit";
import { type Catalog, findCell, openCatalog, type Product, save } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let catalog: Catalog;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await openCatalog(fixture);
});
after(() => fixture.close());

test("a collection is created, products are added to it, and one is removed", async () => {
  const { page, done } = await catalog.opened("/collections");
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
  assert.deepEqual((await catalog.seeded(1)).collections, []);
  assert.deepEqual(
    (await catalog.seeded(3)).collections.map(({ title }) => title),
    ["Gifts"],
  );
  await page.getByRole("button", { name: "Delete collection" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Gifts deleted").waitFor();
  await page.getByRole("heading", { level: 1, name: "Collections" }).waitFor();
  assert.deepEqual((await catalog.seeded(3)).collections, []);
  await done();
});

test("products are hidden, tagged, collected and deleted; failures are named", async () => {
  const { store } = catalog;
  const { browser } = store.owner;
  const made = await browser.call("POST", `${store.host_url}/api/3.0/collections.json`, {
    title: "Sale",
  });
  assert.equal(made.status, 200, made.text);
  const { page, done } = await catalog.opened("/products");
  const dialog = page.getByRole("dialog");
  const choose = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
    await page.getByText(`${numbers.length} products selected`).waitFor();
  };
  const press = async (action: string, confirm: string) => {
    await page.getByRole("button", { name: action, exact: true }).click();
    return async () => dialog.getByRole("button", { name: confirm }).click();
  };
  await choose(9, 11);
  await (await press("Unpublish", "Unpublish"))();
  await page.getByText("2 products unpublished").waitFor();
  await choose(9, 11);
  const tag = await press("Add tag", "Add tag");
  await dialog.getByRole("combobox", { name: "Tag" }).fill("clearance");
  await tag();
  await page.getByText("Tag added to 2 products").waitFor();
  await choose(9, 11);
  const collect = await press("Add to collection", "Add to collection");
  await dialog.getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Sale" }).click();
  await collect();
  await page.getByText("2 products added to the collection").waitFor();
  const nine = await catalog.seeded(9);
  assert.equal(nine.is_published, false);
  assert.ok(nine.tags.includes("clearance"));
  assert.deepEqual(
    nine.collections.map(({ title }) => title),
    ["Sale"],
  );
  await choose(9, 11);
  const remove = await press("Delete", "Delete products");
  // Another person changed one of them first.
  await browser.call("DELETE", `${store.host_url}/api/3.0/products/${nine.id}.json`);
  await remove();
  await dialog.getByText("1 of 2 products updated").waitFor();
  await dialog.getByText(/^Seeded product 9: /).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  // Only the one that did not work is left for another try.
  await page.getByText("1 product selected").waitFor();
  assert.equal(await catalog.productCalled("Seeded product 11"), undefined);
  await done();
});

test("products are sorted by title, from the list and from the column header", async () => {
  const { products } = await catalog.read<{ products: Product[] }>(
    "3.0/products.json?query=seeded&limit=250",
  );
  const titles = products.map(({ title }) => title).toSorted();
  const { page, done } = await catalog.opened("/products?query=seeded&sort=title.asc");
  const firstTitle = () => page.getByRole("row").nth(1).getByRole("link").innerText();
  await eventually(async () => (await firstTitle()).startsWith(`${titles.at(0)}\n`));
  await page.getByRole("button", { name: "Product", exact: true }).click();
  await eventually(async () => (await firstTitle()).startsWith(`${titles.at(-1)}\n`));
  await page.waitForURL((url) => url.searchParams.get("sort") === "title.desc");
  await becomes(() => page.getByRole("combobox", { name: "Sort by" }).inputValue(), "Title (Z–A)");
  await done();
});

test("prices and SKUs of several products are changed in one sheet", async () => {
  const { page, done } = await catalog.opened("/products");
  for (const n of [1, 3]) await page.getByLabel(`Select Seeded product ${n}`, { exact: true }).check();
  await page.getByRole("link", { name: "Edit prices and SKUs" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit products" }).waitFor();
  await findCell(page, "Price", "Seeded product 1").fill("3.10");
  await findCell(page, "SKU", "Seeded product 3").fill("THREE");
  await save(page);
  await page.getByText("2 variants saved").waitFor();
  assert.equal((await catalog.seeded(1)).variants[0]?.price, "3.10");
  assert.equal((await catalog.seeded(3)).variants[0]?.sku, "THREE");
  await done();
});

test("a product is changed, found by its new tag, and deleted", async () => {
  const product = await catalog.seeded(5);
  const { page, done } = await catalog.opened(`/products/${product.id}`);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Renamed product");
  await page.getByRole("combobox", { name: "Tags" }).fill("rare");
  await page.keyboard.press("Enter");
  await save(page);
  await page.getByRole("heading", { level: 1, name: "Renamed product" }).waitFor();
  await page.goto(`${catalog.store.host_url}/products?tag=rare`);
  await page.getByText("1 result").waitFor();
  await page.getByRole("link", { name: /Renamed product/ }).click();
  await page.getByRole("button", { name: "Delete product" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete product" }).click();
  await page.getByText("Renamed product deleted").waitFor();
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  assert.equal(await catalog.productCalled("Renamed product"), undefined);
  await done();
});
