import { registerApp } from "./apps.ts";
import { assertOk } from "./assertions.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { type InstalledApp, installApp } from "./installing.ts";
import { createMerchant, createPartner } from "./people.ts";
import type { StoreApi } from "./store-api.ts";

/** The fields of a variant that the tests read. */
export interface CatalogVariant {
  id: number;
  product_id: number;
  name: string | null;
  options: { name: string; value: string }[];
  sku: string;
  price: string;
  compare_at_price: string | null;
  inventory_quantity: number;
  image_id: number;
  weight: number;
  grams: number;
  updated_at: string;
}

/** The fields of a product that the tests read. */
export interface CatalogProduct {
  id: number;
  title: string;
  name: string;
  handle: string;
  tags: string[];
  min_price: string;
  max_price: string;
  total_quantity: number;
  visibility: string;
  variants: CatalogVariant[];
  variant_types: { id: number; name: string }[];
  variant_options: { id: number; variant_type_id: number; name: string }[];
  images: { id: number; url: string }[];
  collections: { id: number; title: string; handle: string }[];
  created_at: string;
  updated_at: string;
}

/** Install an app with the product scopes in a new store, which has no products yet. */
export async function installInEmptyStore(fixture: ConformanceFixture): Promise<InstalledApp> {
  const merchant = await createMerchant(fixture);
  const app = await registerApp(fixture, await createPartner(fixture));
  return installApp(fixture, merchant, { app, scopes: ["read_products", "write_products"] });
}

export async function createProduct(api: StoreApi, product: object): Promise<CatalogProduct> {
  return assertOk<{ product: CatalogProduct }>(await api.post("/3.0/products.json", { product })).product;
}

export async function readProduct(api: StoreApi, id: number): Promise<CatalogProduct> {
  return assertOk<{ product: CatalogProduct }>(await api.get(`/3.0/products/${id}.json`)).product;
}

/** Return the names of a product's variants, in the response's order. */
export function listVariantNames({ variants }: CatalogProduct): (string | null)[] {
  return variants.map(({ name }) => name);
}
