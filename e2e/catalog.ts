import assert from "node:assert/strict";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";
import { type OpenedPage, openPage } from "./open-page.ts";

/** The fields of a product that these tests read. */
export interface Product {
  id: number;
  title: string;
  is_published: boolean;
  tags: string[];
  images: { id: number; title: string; position: number }[];
  collections: { title: string }[];
  variants: {
    id: number;
    name: string | null;
    price: string;
    sku: string;
    inventory_quantity: number;
    image_id: number;
  }[];
}

/** A store whose products the tests change in the admin and read through the API. */
export interface CatalogFixture {
  store: SeededStore;
  /** Open a page of the store as its owner. */
  openStorePage(path: string): Promise<OpenedPage>;
  /** Call GET on the API. @param path relative to `/api/` */
  readApi<A>(path: string): Promise<A>;
  findProductByTitle(title: string): Promise<Product | undefined>;
  /** Load the nth seeded product. Products with even numbers have the sizes S and M. */
  loadSeededProduct(n: number): Promise<Product>;
}

/** Create a store with 12 products. */
export async function createCatalogFixture(fixture: E2eFixture): Promise<CatalogFixture> {
  const store = await seedStore(fixture.testPlatform, { products: 12, locations: 1 });
  const { browser } = store.owner;
  async function readApi<A>(path: string): Promise<A> {
    const response = await browser.call("GET", `${store.host_url}/api/${path}`);
    assert.equal(response.status, 200, response.text);
    return JSON.parse(response.text) as A;
  }
  async function findProductByTitle(title: string): Promise<Product | undefined> {
    const { products } = await readApi<{ products: Product[] }>("3.0/products.json?limit=250");
    return products.find((product) => product.title === title);
  }
  return {
    store,
    openStorePage: (path) => openPage(fixture, browser, `${store.host_url}${path}`),
    readApi,
    findProductByTitle,
    loadSeededProduct: async (n) => {
      const product = await findProductByTitle(`Seeded product ${n}`);
      assert.ok(product, `there is no seeded product ${n}`);
      return product;
    },
  };
}

/** Find the cell of a sheet in this column and row. */
export function findCell(page: Page, column: string, row: string): Locator {
  return page.getByRole("textbox", { name: `${column} of ${row}`, exact: true });
}

/** Click the save button of the unsaved-changes bar. */
export function saveChanges(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Save", exact: true }).click();
}
