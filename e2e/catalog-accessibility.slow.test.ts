import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { consoleCall } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type Catalog, findCell, openCatalog, save } from "./catalog.ts";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type OneWindow, oneWindow } from "./one-window.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let catalog: Catalog;
let view: OneWindow;

interface Ids {
  one: number;
  two: number;
  collection: number;
}

let ids: Ids;

before(async () => {
  fixture = await createE2eFixture();
  catalog = await openCatalog(fixture);
  ids = await seedIds(catalog);
  view = oneWindow(fixture, catalog.store.owner.browser);
});
after(async () => {
  await view.done();
  await fixture.close();
});

/** Create two products and a collection of both with a very long title; returns their ids. */
async function seedIds({ store, seeded }: Catalog): Promise<Ids> {
  const { browser } = store.owner;
  const url = (resource: string) => `${store.host_url}/api/3.0/${resource}.json`;
  const [one, two] = [await seeded(1), await seeded(2)];
  const title = "A very long title of a collection, ".repeat(6);
  const { collection } = await consoleCall<{ collection: { id: number } }>(
    browser,
    ["POST", url("collections")],
    { title },
  );
  for (const { id } of [one, two])
    await consoleCall(browser, ["POST", url("collects")], { product_id: id, collection_id: collection.id });
  return { one: one.id, two: two.id, collection: collection.id };
}

/** State of a page, and how to reach it. */
interface State {
  name: string;
  path: (ids: Ids) => string;
  act?: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

/** Return an action that opens a dialog. */
const ask = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole("dialog").waitFor();
};

/** Return an action that saves an invalid price. */
const rejectPrice = (row: string) => async (page: Page) => {
  await findCell(page, "Price", row).fill("x");
  await save(page);
  await page.getByText("Use an amount such as 12.50").waitFor();
};

const states: readonly State[] = [
  {
    name: "products, some chosen, filters open",
    path: () => "/products",
    act: async (page) => {
      await page.getByLabel("Select Seeded product 1", { exact: true }).check();
      await press("Filters")(page);
    },
  },
  {
    name: "deleting products",
    path: () => "/products",
    act: async (page) => {
      await page.getByLabel("Select all on this page").check();
      await ask("Delete")(page);
    },
  },
  {
    name: "several products in a sheet",
    path: ({ one, two }) => `/products/edit?ids=${one},${two}`,
    act: rejectPrice("Seeded product 1"),
  },
  { name: "a sheet of nothing", path: () => "/products/edit" },
  {
    name: "a new product, refused",
    path: () => "/products/new",
    act: async (page) => {
      await press("Add option")(page);
      await page.getByRole("button", { name: "Save product" }).click();
      await page.getByText("Check the highlighted fields").waitFor();
    },
  },
  {
    name: "a product with a refused cell",
    path: ({ two }) => `/products/${two}`,
    act: rejectPrice("S"),
  },
  { name: "removing a value", path: ({ two }) => `/products/${two}`, act: ask("Remove value S") },
  { name: "adding a variant", path: ({ two }) => `/products/${two}`, act: ask("Add variant") },
  {
    name: "setting a value for several",
    path: ({ two }) => `/products/${two}`,
    act: async (page) => {
      await press("Bulk edit")(page);
      await page.getByLabel("Value", { exact: true }).waitFor();
    },
  },
  { name: "adding a metafield", path: ({ one }) => `/products/${one}`, act: ask("Add metafield") },
  { name: "collections", path: () => "/collections" },
  { name: "no such collection", path: () => "/collections/999999" },
  { name: "a new collection", path: () => "/collections/new" },
  { name: "a collection", path: ({ collection }) => `/collections/${collection}` },
  {
    name: "adding products",
    path: ({ collection }) => `/collections/${collection}`,
    act: ask("Add products"),
  },
];

for (const { name, path, act } of states) {
  test(`axe finds no serious error in ${name}, and no look scrolls sideways`, async () => {
    const page = await view.at(`${catalog.store.host_url}${path(ids)}`);
    await act?.(page);
    assert.deepEqual(
      await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `${name} ${look}`)),
      [],
    );
  });
}
