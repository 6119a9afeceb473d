import { type StoreClient, walkCursor } from "@souk/app-sdk";
import type { Level } from "../live/change-feed.ts";

/** A page of products with the stock of each variant at each location. */
export interface Stock {
  locations: { id: number; name: string }[];
  products: {
    id: number;
    title: string;
    variants: { id: number; name: string | null; sku: string; levels: Record<number, VariantLevel> }[];
  }[];
  page: number;
  page_count: number;
}

/** The stock of one variant at one location. */
export interface VariantLevel {
  quantity: number;
  updated_at: string;
}

const productsPerPage = 8;
// The maximum number of ids in one request's URL.
const maxIdsPerRequest = 200;

/** Load a page of products, all locations, and the levels of the products' variants. */
export async function loadStock(
  api: StoreClient,
  { page, query, selectedIds }: { page: number; query: string; selectedIds: readonly number[] },
): Promise<Stock> {
  const search = {
    ...(query === "" ? {} : { query }),
    ...(selectedIds.length === 0 ? {} : { ids: selectedIds }),
  };
  const [productPage, { locations }] = await Promise.all([
    api.products.list({ query: { page, limit: productsPerPage, sort: "id.asc", ...search } }),
    api.locations.list({ query: { limit: 250 } }),
  ]);
  const variantIds = productPage.products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const levels = groupByVariant(await loadLevels(api, variantIds));
  return {
    locations: locations.map(({ id, name }) => ({ id, name })),
    products: productPage.products.map(({ id, title, variants }) => ({
      id,
      title,
      variants: variants.map(({ id, name, sku }) => ({ id, name, sku, levels: levels.get(id) ?? {} })),
    })),
    page: productPage.page,
    page_count: productPage.page_count,
  };
}

function groupByVariant(levels: readonly Level[]): Map<number, Record<number, VariantLevel>> {
  const levelsByVariant = new Map<number, Record<number, VariantLevel>>();
  for (const { variant_id, location_id, quantity, updated_at } of levels)
    levelsByVariant.set(variant_id, {
      ...levelsByVariant.get(variant_id),
      [location_id]: { quantity, updated_at },
    });
  return levelsByVariant;
}

/** Load the levels of variants at all locations. */
export async function loadLevels(api: StoreClient, variantIds: readonly number[]): Promise<Level[]> {
  const levels: Level[] = [];
  for (let offset = 0; offset < variantIds.length; offset += maxIdsPerRequest) {
    const variant_ids = variantIds.slice(offset, offset + maxIdsPerRequest);
    const listPage = (cursor: string | undefined) =>
      api.inventory_levels.list({
        query: { variant_ids, limit: 250, ...(cursor === undefined ? {} : { cursor }) },
      });
    for await (const { inventory_levels } of walkCursor(listPage))
      for (const { variant_id, location_id, inventory_quantity: quantity, updated_at } of inventory_levels)
        levels.push({ variant_id, location_id, quantity, updated_at });
  }
  return levels;
}
