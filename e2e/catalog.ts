import assert from "node:assert/strict";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";
import { type OpenedPage, openPage } from "./open-page.ts";

/** Product, with the fields that these tests read. */
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

/** Store whose products are changed in the admin and read through the API. */
export interface Catalog {
  store: SeededStore;
  /** Open a page of the store as its owner. */
  opened(path: string): Promise<OpenedPage>;
  /** Read the API's response at a path below `/api/`. */
  read<A>(path: string): Promise<A>;
  productCalled(title: string): Promise<Product | undefined>;
  /** Load the nth seeded product; even ones have the sizes S and M. */
  seeded(n: number): Promise<Product>;
}

export async function openCatalog(fixture: E2eFixture): Promise<Catalog> {
  const store = await seedStore(fixture.testing, { products: 12, locations: 1 });
  const { browser } = store.owner;
  async function read<A>(path: string): Promise<A> {
    const answer = await browser.call("GET", `${store.host_url}/api/${path}`);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as A;
  }
  async function productCalled(title: string): Promise<Product | undefined> {
    const { products } = await read<{ products: Product[] }>("3.0/products.json?limit=250");
    return products.find((product) => product.title === title);
  }
  return {
    store,
    opened: (path) => openPage(fixture, browser, `${store.host_url}${path}`),
    read,
    productCalled,
    seeded: async (n) => {
      const found = await productCalled(`Seeded product ${n}`);
      assert.ok(found, `there is no seeded product ${n}`);
      return found;
    },
  };
}

/** Locate the cell of a sheet at a column and row. */
export function findCell(page: Page, column: string, row: string): Locator {
  return page.getByRole("textbox", { name: `${column} of ${row}`, exact: true });
}

/** Press the save button of the unsaved-changes bar. */
export function save(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Save", exact: true }).click();
}
