import assert from "node:assert/strict";
import { assertDone } from "./refusals.ts";
import type { ShopApi } from "./shop-api.ts";

export interface Variant {
  id: number;
  product_id: number;
  sku: string;
  price: string;
  inventory_quantity: number;
  inventory_policy: string;
  updated_at: string;
}

export interface Product {
  id: number;
  title: string;
  total_quantity: number;
  variants: Variant[];
  created_at: string;
  updated_at: string;
}

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

export interface Location {
  id: number;
  location_id: number;
  name: string;
  is_primary: boolean;
}

/** Which products of the shop, in the order of their ids, a test file may touch: files run side by side on one platform. */
const shelves = {
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

export type Shelf = keyof typeof shelves;

/** The products that are one test file's own. */
export async function shelfOf(api: ShopApi, shelf: Shelf): Promise<Product[]> {
  const all = assertDone<{ products: Product[] }>(await api.get("/3.0/products.json?sort=id.asc&limit=250"));
  const [from, to] = shelves[shelf];
  const products = all.products.slice(from, to);
  assert.equal(
    products.length,
    to - from,
    `the shop has ${all.products.length} products, too few to test with`,
  );
  return products;
}

export async function locationsOf(api: ShopApi): Promise<{ primary: Location; others: Location[] }> {
  const { locations } = assertDone<{ locations: Location[] }>(await api.get("/3.0/locations.json?limit=250"));
  const primary = locations.find(({ is_primary }) => is_primary) ?? assert.fail("no primary location");
  return { primary, others: locations.filter(({ is_primary }) => !is_primary) };
}

export async function levelsOf(api: ShopApi, variantId: number): Promise<Level[]> {
  const path = `/4.0/inventory_levels.json?variant_ids=${variantId}&limit=250`;
  return assertDone<{ inventory_levels: Level[] }>(await api.get(path)).inventory_levels;
}

/** The available quantity of a variant at a location; 0 where it is not stocked. */
export async function quantityAt(api: ShopApi, variantId: number, locationId: number): Promise<number> {
  const levels = await levelsOf(api, variantId);
  return levels.find(({ location_id }) => location_id === locationId)?.inventory_quantity ?? 0;
}

export async function variantOf(api: ShopApi, { id, product_id }: Variant): Promise<Variant> {
  const path = `/3.0/products/${product_id}/variants/${id}.json`;
  return assertDone<{ variant: Variant }>(await api.get(path)).variant;
}

export async function setStock(
  api: ShopApi,
  variant_id: number,
  { location_id, quantity }: { location_id: number; quantity: number },
): Promise<Level> {
  const body = { variant_id, location_id, quantity };
  const answer = await api.put("/4.0/inventory_levels/set.json", body);
  return assertDone<{ inventory_level: Level }>(answer).inventory_level;
}

/** Adds to stock; `change` is never 0. */
export async function adjustStock(
  api: ShopApi,
  variant_id: number,
  { location_id, change }: { location_id: number; change: number },
): Promise<Level> {
  const body = { variant_id, location_id, adjustment_quantity: change };
  const answer = await api.put("/4.0/inventory_levels/adjust.json", body);
  return assertDone<{ inventory_level: Level }>(answer).inventory_level;
}
