import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type Catalogue, cellOf, openCatalogue, save } from "./catalogue.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let catalogue: Catalogue;

before(async () => {
  stage = await openStage();
  catalogue = await openCatalogue(stage);
});
after(() => stage.close());

/** A page in one of its states: its name, its path, and how it is brought there. */
type State = [name: string, path: string, act?: (page: Page) => Promise<void>];

async function states(): Promise<State[]> {
  const { shop, seeded } = catalogue;
  const [one, two] = [await seeded(1), await seeded(2)];
  const made = await shop.owner.browser.call("POST", `${shop.host_url}/api/3.0/collections.json`, {
    title: "A very long title of a collection, ".repeat(6),
  });
  const { collection } = JSON.parse(made.text) as { collection: { id: number } };
  for (const { id } of [one, two])
    await shop.owner.browser.call("POST", `${shop.host_url}/api/3.0/collects.json`, {
      product_id: id,
      collection_id: collection.id,
    });
  const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
  return [
    [
      "products, some chosen, filters open",
      "/products",
      async (page) => {
        await page.getByLabel("Choose Seeded product 1", { exact: true }).check();
        await press("Filters")(page);
      },
    ],
    [
      "deleting products",
      "/products",
      async (page) => {
        await page.getByLabel("Choose all on this page").check();
        await press("Delete")(page);
        await page.getByRole("dialog").waitFor();
      },
    ],
    [
      "several products in a sheet",
      `/products/edit?ids=${one.id},${two.id}`,
      async (page) => {
        await cellOf(page, "Price", "Seeded product 1").fill("x");
        await save(page);
        await page.getByText("An amount such as 12.50").waitFor();
      },
    ],
    ["a sheet of nothing", "/products/edit"],
    [
      "a new product, refused",
      "/products/new",
      async (page) => {
        await press("Add an option")(page);
        await page.getByRole("button", { name: "Make the product" }).click();
        await page.getByText("Something needs your attention").waitFor();
      },
    ],
    [
      "a product with a refused cell",
      `/products/${two.id}`,
      async (page) => {
        await cellOf(page, "Price", "S").fill("x");
        await save(page);
        await page.getByText("An amount such as 12.50").waitFor();
      },
    ],
    ["removing a value", `/products/${two.id}`, press("Remove the value S")],
    ["adding a variant", `/products/${two.id}`, press("Add a variant")],
    ["setting a value for several", `/products/${two.id}`, press("Set for several")],
    ["adding a metafield", `/products/${one.id}`, press("Add a metafield")],
    ["collections", "/collections"],
    ["no such collection", "/collections/999999"],
    ["a new collection", "/collections/new"],
    ["a collection", `/collections/${collection.id}`],
    ["adding products", `/collections/${collection.id}`, press("Add products")],
  ];
}

test("no page of the catalogue has a serious fault for axe-core or scrolls sideways, in light, in dark, or 380 pixels wide", async () => {
  const faults: string[] = [];
  for (const [name, path, act] of await states()) {
    const { page, done } = await catalogue.opened(path);
    await act?.(page);
    const found = await faultsInEveryLook(page, (look) => takePicture(page, `${name} ${look}`));
    faults.push(...found.map((fault) => `${name}, ${fault}`));
    await done();
  }
  assert.deepEqual(faults, []);
});
