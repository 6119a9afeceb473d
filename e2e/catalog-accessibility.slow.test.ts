import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callConsole } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type CatalogFixture, createCatalogFixture, findCell, saveChanges } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage, type ReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let catalog: CatalogFixture;
let reusedPage: ReusedPage;

interface Ids {
  firstProductId: number;
  secondProductId: number;
  collectionId: number;
}

let ids: Ids;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await createCatalogFixture(fixture);
  ids = await seedRecords(catalog);
  reusedPage = createReusedPage(fixture, catalog.store.owner.browser);
});
after(async () => {
  await reusedPage.closePage();
  await fixture.close();
});

/** Create a collection with a very long title and add two seeded products. @returns the ids of the collection and the products */
async function seedRecords({ store, loadSeededProduct }: CatalogFixture): Promise<Ids> {
  const { browser } = store.owner;
  const url = (resource: string) => `${store.host_url}/api/3.0/${resource}.json`;
  const [firstProduct, secondProduct] = [await loadSeededProduct(1), await loadSeededProduct(2)];
  const title = "A very long title of a collection, ".repeat(6);
  const { collection } = await callConsole<{ collection: { id: number } }>(
    browser,
    ["POST", url("collections")],
    { title },
  );
  for (const { id } of [firstProduct, secondProduct])
    await callConsole(browser, ["POST", url("collects")], { product_id: id, collection_id: collection.id });
  return { firstProductId: firstProduct.id, secondProductId: secondProduct.id, collectionId: collection.id };
}

/** A state of a page, and how to reach it. */
interface PageState {
  name: string;
  path: (ids: Ids) => string;
  prepare?: (page: Page) => Promise<void>;
}

const createClick = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

/** Return an action that clicks a button and waits for its dialog. */
const createDialogClick = (name: string) => async (page: Page) => {
  await createClick(name)(page);
  await page.getByRole("dialog").waitFor();
};

/** Return an action that tries to save an invalid price. */
const createInvalidPriceSave = (row: string) => async (page: Page) => {
  await findCell(page, "Price", row).fill("x");
  await saveChanges(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
};

const pageStates: readonly PageState[] = [
  {
    name: "products with a selection and open filters",
    path: () => "/products",
    prepare: async (page) => {
      await page.getByLabel("Select Seeded product 1", { exact: true }).check();
      await createClick("Filters")(page);
    },
  },
  {
    name: "the dialog to delete products",
    path: () => "/products",
    prepare: async (page) => {
      await page.getByLabel("Select all on this page").check();
      await createDialogClick("Delete")(page);
    },
  },
  {
    name: "the sheet with an invalid price",
    path: ({ firstProductId, secondProductId }) => `/products/edit?ids=${firstProductId},${secondProductId}`,
    prepare: createInvalidPriceSave("Seeded product 1"),
  },
  { name: "an empty sheet", path: () => "/products/edit" },
  {
    name: "a new product with invalid fields",
    path: () => "/products/new",
    prepare: async (page) => {
      await createClick("Add option")(page);
      await page.getByRole("button", { name: "Save product" }).click();
      await page.getByText("Check the highlighted fields").waitFor();
    },
  },
  {
    name: "a product with an invalid price",
    path: ({ secondProductId }) => `/products/${secondProductId}`,
    prepare: createInvalidPriceSave("S"),
  },
  {
    name: "the dialog to remove an option value",
    path: ({ secondProductId }) => `/products/${secondProductId}`,
    prepare: createDialogClick("Remove value S"),
  },
  {
    name: "the dialog to add a variant",
    path: ({ secondProductId }) => `/products/${secondProductId}`,
    prepare: createDialogClick("Add variant"),
  },
  {
    name: "the bulk edit of variants",
    path: ({ secondProductId }) => `/products/${secondProductId}`,
    prepare: async (page) => {
      await createClick("Bulk edit")(page);
      await page.getByLabel("Value", { exact: true }).waitFor();
    },
  },
  {
    name: "the dialog to add a metafield",
    path: ({ firstProductId }) => `/products/${firstProductId}`,
    prepare: createDialogClick("Add metafield"),
  },
  { name: "collections", path: () => "/collections" },
  { name: "an unknown collection", path: () => "/collections/999999" },
  { name: "a new collection", path: () => "/collections/new" },
  { name: "a collection", path: ({ collectionId }) => `/collections/${collectionId}` },
  {
    name: "the dialog to add products to a collection",
    path: ({ collectionId }) => `/collections/${collectionId}`,
    prepare: createDialogClick("Add products"),
  },
];

for (const { name, path, prepare } of pageStates) {
  test(`the admin page "${name}" is accessible and does not scroll horizontally`, async () => {
    const page = await reusedPage.load(`${catalog.store.host_url}${path(ids)}`);
    await prepare?.(page);
    assert.deepEqual(
      await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name} ${mode}`)),
      [],
    );
  });
}
