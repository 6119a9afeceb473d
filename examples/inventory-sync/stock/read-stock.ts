import { type StoreClient, walkCursor } from "@souk/app-sdk";
import type { Level } from "../live/board.ts";

/** Page of products with the stock of each variant at each location, as the app's page shows it. */
export interface Stock {
  locations: { id: number; name: string }[];
  products: {
    id: number;
    title: string;
    variants: { id: number; name: string | null; sku: string; levels: Record<number, ShownLevel> }[];
  }[];
  page: number;
  page_count: number;
}

export interface ShownLevel {
  quantity: number;
  updated_at: string;
}

const productsAPage = 8;
// So many ids fit into an address.
const idsAtOnce = 200;

/** Load a page of stock: the products, the locations, and then the levels of the products' variants. */
export async function readStock(
  api: StoreClient,
  { page, query, chosen }: { page: number; query: string; chosen: readonly number[] },
): Promise<Stock> {
  const search = { ...(query === "" ? {} : { query }), ...(chosen.length === 0 ? {} : { ids: chosen }) };
  const [list, { locations }] = await Promise.all([
    api.products.list({ query: { page, limit: productsAPage, sort: "id.asc", ...search } }),
    api.locations.list({ query: { limit: 250 } }),
  ]);
  const ids = list.products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const levels = byVariant(await readLevels(api, ids));
  return {
    locations: locations.map(({ id, name }) => ({ id, name })),
    products: list.products.map(({ id, title, variants }) => ({
      id,
      title,
      variants: variants.map(({ id, name, sku }) => ({ id, name, sku, levels: levels.get(id) ?? {} })),
    })),
    page: list.page,
    page_count: list.page_count,
  };
}

function byVariant(levels: readonly Level[]): Map<number, Record<number, ShownLevel>> {
  const found = new Map<number, Record<number, ShownLevel>>();
  for (const { variant_id, location_id, quantity, updated_at } of levels)
    found.set(variant_id, { ...found.get(variant_id), [location_id]: { quantity, updated_at } });
  return found;
}

/** Load the levels of variants at all locations. */
export async function readLevels(api: StoreClient, variantIds: readonly number[]): Promise<Level[]> {
  const found: Level[] = [];
  for (let at = 0; at < variantIds.length; at += idsAtOnce) {
    const variant_ids = variantIds.slice(at, at + idsAtOnce);
    const list = (cursor: string | undefined) =>
      api.inventory_levels.list({
        query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
      });
    for await (const { inventory_levels } of walkCursor(list))
      for (const { variant_id, location_id, inventory_quantity: quantity, updated_at } of inventory_levels)
        found.push({ variant_id, location_id, quantity, updated_at });
  }
  return found;
}
