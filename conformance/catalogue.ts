import { registerApp } from "./apps.ts";
import { type Installed, install } from "./installing.ts";
import { newMerchant, newPartner } from "./people.ts";
import { assertDone } from "./refusals.ts";
import type { ShopApi } from "./shop-api.ts";
import type { World } from "./world.ts";

export interface CatalogueVariant {
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

/** A product in the parts that are looked at. */
export interface CatalogueProduct {
  id: number;
  title: string;
  name: string;
  handle: string;
  tags: string[];
  min_price: string;
  max_price: string;
  total_quantity: number;
  visibility: string;
  variants: CatalogueVariant[];
  variant_types: { id: number; name: string }[];
  variant_options: { id: number; variant_type_id: number; name: string }[];
  images: { id: number; url: string }[];
  collections: { id: number; title: string; handle: string }[];
  created_at: string;
  updated_at: string;
}

/** An app with the scopes of products in a shop of its own, which has no products yet. */
export async function emptyShop(world: World): Promise<Installed> {
  const merchant = await newMerchant(world);
  const app = await registerApp(world, await newPartner(world));
  return install(world, merchant, { app, scopes: ["read_products", "write_products"] });
}

export async function createProduct(api: ShopApi, product: object): Promise<CatalogueProduct> {
  return assertDone<{ product: CatalogueProduct }>(await api.post("/3.0/products.json", { product })).product;
}

export async function readProduct(api: ShopApi, id: number): Promise<CatalogueProduct> {
  return assertDone<{ product: CatalogueProduct }>(await api.get(`/3.0/products/${id}.json`)).product;
}

/** The names of a product's variants, in their order. */
export function variantNames({ variants }: CatalogueProduct): (string | null)[] {
  return variants.map(({ name }) => name);
}
