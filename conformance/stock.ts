import assert from "node:assert/strict";
import { assertOk } from "./assertions.ts";
import type { StoreApi } from "./store-api.ts";

/** The fields of a variant that the stock tests read. */
export interface Variant {
  id: number;
  product_id: number;
  sku: string;
  price: string;
  inventory_quantity: number;
  inventory_policy: string;
  updated_at: string;
}

/** The fields of a product that the stock tests read. */
export interface Product {
  id: number;
  title: string;
  total_quantity: number;
  variants: Variant[];
  created_at: string;
  updated_at: string;
}

/** The stock of one variant at one location. */
export interface Level {
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  committed_inventory_quantity: number;
  incoming_inventory_quantity: number;
  reserved_inventory_quantity: number;
  updated_at: string;
}

/** The fields of a location that the tests read. */
export interface Location {
  id: number;
  location_id: number;
  name: string;
  is_primary: boolean;
}

/**
 * The products that each test file may change, as a range `[from, to]` of positions in the store's product list sorted by id.
 * The product at position `to` does not belong to the range. The ranges do not overlap, because test files run in parallel on one platform.
 */
const productRanges = {
  access: [0, 1],
  bodies: [22, 23],
  tenants: [23, 24],
  "installed app": [1, 2],
  lists: [2, 3],
  variants: [3, 6],
  inventory: [6, 14],
  batches: [14, 18],
  subscriptions: [18, 19],
  delivery: [19, 20],
  retries: [20, 21],
  "retry window": [21, 22],
  purchasing: [24, 29],
  collections: [29, 31],
  tags: [31, 33],
  metafields: [33, 34],
  "event log": [34, 35],
} as const;

/** The name of a range of products that one test file may change. */
export type ProductRangeName = keyof typeof productRanges;

/** Return the products that one test file may change. */
export async function listProductsInRange(api: StoreApi, rangeName: ProductRangeName): Promise<Product[]> {
  const allProducts = assertOk<{ products: Product[] }>(
    await api.get("/3.0/products.json?sort=id.asc&limit=250"),
  );
  const [from, to] = productRanges[rangeName];
  const products = allProducts.products.slice(from, to);
  assert.equal(
    products.length,
    to - from,
    `the store has only ${allProducts.products.length} products, too few for these tests`,
  );
  return products;
}

export async function loadLocations(
  api: StoreApi,
): Promise<{ primary: Location; otherLocations: Location[] }> {
  const { locations } = assertOk<{ locations: Location[] }>(await api.get("/3.0/locations.json?limit=250"));
  const primary = locations.find(({ is_primary }) => is_primary) ?? assert.fail("no primary location");
  return { primary, otherLocations: locations.filter(({ is_primary }) => !is_primary) };
}

export async function loadLevels(api: StoreApi, variantId: number): Promise<Level[]> {
  const path = `/4.0/inventory_levels.json?variant_ids=${variantId}&limit=250`;
  return assertOk<{ inventory_levels: Level[] }>(await api.get(path)).inventory_levels;
}

/** Return the available quantity of a variant at a location; 0 if it is not stocked there. */
export async function readQuantity(api: StoreApi, variantId: number, locationId: number): Promise<number> {
  const levels = await loadLevels(api, variantId);
  return levels.find(({ location_id }) => location_id === locationId)?.inventory_quantity ?? 0;
}

export async function loadVariant(api: StoreApi, { id, product_id }: Variant): Promise<Variant> {
  const path = `/3.0/products/${product_id}/variants/${id}.json`;
  return assertOk<{ variant: Variant }>(await api.get(path)).variant;
}

export async function setStock(
  api: StoreApi,
  variant_id: number,
  { location_id, quantity }: { location_id: number; quantity: number },
): Promise<Level> {
  const body = { variant_id, location_id, quantity };
  const response = await api.put("/4.0/inventory_levels/set.json", body);
  return assertOk<{ inventory_level: Level }>(response).inventory_level;
}

/** Adjust the stock of a variant at a location. @param change units to add, or a negative number; not 0 */
export async function adjustStock(
  api: StoreApi,
  variant_id: number,
  { location_id, change }: { location_id: number; change: number },
): Promise<Level> {
  const body = { variant_id, location_id, adjustment_quantity: change };
  const response = await api.put("/4.0/inventory_levels/adjust.json", body);
  return assertOk<{ inventory_level: Level }>(response).inventory_level;
}
