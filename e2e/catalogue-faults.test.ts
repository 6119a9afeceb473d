import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { consoleCall } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type Catalogue, cellOf, openCatalogue, save } from "./catalogue.ts";
import { type OneWindow, oneWindow } from "./one-window.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let catalogue: Catalogue;
let view: OneWindow;

interface Ids {
  one: number;
  two: number;
  collection: number;
}

let ids: Ids;

before(async () => {
  stage = await openStage();
  catalogue = await openCatalogue(stage);
  ids = await seedIds(catalogue);
  view = oneWindow(stage, catalogue.shop.owner.browser);
});
after(async () => {
  await view.done();
  await stage.close();
});

/** Two products, and a collection of both with a very long title. */
async function seedIds({ shop, seeded }: Catalogue): Promise<Ids> {
  const { browser } = shop.owner;
  const url = (resource: string) => `${shop.host_url}/api/3.0/${resource}.json`;
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

/** A page in one of its states, and how it is brought there. */
interface State {
  name: string;
  path: (ids: Ids) => string;
  act?: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

/** Opens a dialog. */
const ask = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole("dialog").waitFor();
};

/** Saves a price that is none. */
const refusePrice = (row: string) => async (page: Page) => {
  await cellOf(page, "Price", row).fill("x");
  await save(page);
  await page.getByText("An amount such as 12.50").waitFor();
};

const states: readonly State[] = [
  {
    name: "products, some chosen, filters open",
    path: () => "/products",
    act: async (page) => {
      await page.getByLabel("Choose Seeded product 1", { exact: true }).check();
      await press("Filters")(page);
    },
  },
  {
    name: "deleting products",
    path: () => "/products",
    act: async (page) => {
      await page.getByLabel("Choose all on this page").check();
      await ask("Delete")(page);
    },
  },
  {
    name: "several products in a sheet",
    path: ({ one, two }) => `/products/edit?ids=${one},${two}`,
    act: refusePrice("Seeded product 1"),
  },
  { name: "a sheet of nothing", path: () => "/products/edit" },
  {
    name: "a new product, refused",
    path: () => "/products/new",
    act: async (page) => {
      await press("Add an option")(page);
      await page.getByRole("button", { name: "Make the product" }).click();
      await page.getByText("Something needs your attention").waitFor();
    },
  },
  {
    name: "a product with a refused cell",
    path: ({ two }) => `/products/${two}`,
    act: refusePrice("S"),
  },
  { name: "removing a value", path: ({ two }) => `/products/${two}`, act: ask("Remove the value S") },
  { name: "adding a variant", path: ({ two }) => `/products/${two}`, act: ask("Add a variant") },
  {
    name: "setting a value for several",
    path: ({ two }) => `/products/${two}`,
    act: async (page) => {
      await press("Set for several")(page);
      await page.getByLabel("To", { exact: true }).waitFor();
    },
  },
  { name: "adding a metafield", path: ({ one }) => `/products/${one}`, act: ask("Add a metafield") },
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
  test(`axe finds no serious fault in ${name}, and nothing scrolls sideways, in light, in dark, or 380 pixels wide`, async () => {
    const page = await view.at(`${catalogue.shop.host_url}${path(ids)}`);
    await act?.(page);
    assert.deepEqual(await faultsInEveryLook(page, (look) => takePicture(page, `${name} ${look}`)), []);
  });
}
