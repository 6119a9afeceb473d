import assert from "node:assert/strict";
import { type SeededShop, seedShop } from "@souk/testkit";
import type { Locator, Page } from "playwright-core";
import { type OpenedPage, openPage } from "./open-page.ts";
import type { Stage } from "./stage.ts";

/** A product as these stories look at it. */
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

/** A shop whose products are changed in the admin and looked at through the API. */
export interface Catalogue {
  shop: SeededShop;
  /** A page of the shop, opened by its owner. */
  opened(path: string): Promise<OpenedPage>;
  /** What the API answers at a path below `/api/`. */
  read<A>(path: string): Promise<A>;
  productCalled(title: string): Promise<Product | undefined>;
  /** The nth seeded product; even ones have the sizes S and M. */
  seeded(n: number): Promise<Product>;
}

export async function openCatalogue(stage: Stage): Promise<Catalogue> {
  const shop = await seedShop(stage.testing, { products: 12, locations: 1 });
  const { browser } = shop.owner;
  async function read<A>(path: string): Promise<A> {
    const answer = await browser.call("GET", `${shop.host_url}/api/${path}`);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as A;
  }
  async function productCalled(title: string): Promise<Product | undefined> {
    const { products } = await read<{ products: Product[] }>("3.0/products.json?limit=250");
    return products.find((each) => each.title === title);
  }
  return {
    shop,
    opened: (path) => openPage(stage, browser, `${shop.host_url}${path}`),
    read,
    productCalled,
    seeded: async (n) => {
      const found = await productCalled(`Seeded product ${n}`);
      assert.ok(found, `there is no seeded product ${n}`);
      return found;
    },
  };
}

/** The cell of a sheet that text is written into. */
export function cellOf(page: Page, column: string, row: string): Locator {
  return page.getByRole("textbox", { name: `${column} of ${row}`, exact: true });
}

/** Presses the button of the bar for unsaved changes. */
export function save(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Save", exact: true }).click();
}
