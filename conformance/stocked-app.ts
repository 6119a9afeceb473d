import assert from "node:assert/strict";
import { registerApp } from "./apps.ts";
import { type Installed, install } from "./installing.ts";
import { type Merchant, newPartner, type Person, stockedMerchant } from "./people.ts";
import { locationsOf, type Product, type Shelf, shelfOf, type Variant } from "./stock.ts";
import type { World } from "./world.ts";

/** An app with the scopes of products in the shop that has stock, and a product that no other test file touches. */
export interface StockedApp {
  partner: Person;
  merchant: Merchant;
  installed: Installed;
  product: Product;
  variant: Variant;
  /** The primary location. */
  primary: number;
}

export async function stockedApp(world: World, shelf: Shelf): Promise<StockedApp> {
  const partner = await newPartner(world);
  const merchant = await stockedMerchant(world);
  const app = await registerApp(world, partner);
  const installed = await install(world, merchant, { app, scopes: ["read_products", "write_products"] });
  const [product] = await shelfOf(installed.api, shelf);
  const variant = product?.variants[0];
  assert.ok(product && variant, "the product has no variant");
  const { primary } = await locationsOf(installed.api);
  return { partner, merchant, installed, product, variant, primary: primary.id };
}
