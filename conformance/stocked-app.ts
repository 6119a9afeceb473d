import assert from "node:assert/strict";
import { registerApp } from "./apps.ts";
import { type Installed, install } from "./installing.ts";
import { type Merchant, newPartner, type Person, stockedMerchant } from "./people.ts";
import { adjustStock, locationsOf, type Product, type Shelf, shelfOf, type Variant } from "./stock.ts";
import type { World } from "./world.ts";

/** An app with the scopes of products in the shop that has stock, and products that no other test file touches. */
export interface StockedApp {
  partner: Person;
  merchant: Merchant;
  installed: Installed;
  product: Product;
  variant: Variant;
  /** The primary location. */
  primary: number;
  others: number[];
  /** A variant of the shelf, each once. */
  takeVariant(fits?: (variant: Variant) => boolean): Variant;
  /** Adds one to the stock of the variant at the primary location; answers the quantity it has then. */
  changeStock(): Promise<number>;
  /** Installs a further app of the same partner in the same shop. */
  installAnother(scopes: readonly string[]): Promise<Installed>;
}

/** @param more scopes that it has beside those of products */
export async function stockedApp(
  world: World,
  shelf: Shelf,
  more: readonly string[] = [],
): Promise<StockedApp> {
  const partner = await newPartner(world);
  const merchant = await stockedMerchant(world);
  const app = await registerApp(world, partner);
  const scopes = ["read_products", "write_products", ...more];
  const installed = await install(world, merchant, { app, scopes });
  const products = await shelfOf(installed.api, shelf);
  const [product] = products;
  const variant = product?.variants[0];
  assert.ok(product && variant, "the product has no variant");
  const { primary, others } = await locationsOf(installed.api);
  const variants = new Set(products.flatMap((each) => each.variants));
  return {
    partner,
    merchant,
    installed,
    product,
    variant,
    primary: primary.id,
    others: others.map(({ id }) => id),
    takeVariant(fits = () => true) {
      const taken = [...variants].find(fits) ?? assert.fail("too few variants on the shelf");
      variants.delete(taken);
      return taken;
    },
    changeStock: async () =>
      (await adjustStock(installed.api, variant.id, { location_id: primary.id, change: 1 }))
        .inventory_quantity,
    installAnother: async (granted) =>
      install(world, merchant, { app: await registerApp(world, partner), scopes: granted }),
  };
}
