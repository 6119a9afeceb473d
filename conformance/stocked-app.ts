import assert from "node:assert/strict";
import { registerApp } from "./apps.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { type Installed, install } from "./installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "./people.ts";
import {
  adjustStock,
  listShelfProducts,
  loadLocations,
  type Product,
  type Shelf,
  type Variant,
} from "./stock.ts";

/**
 * An app with the product scopes in the store that has stock, and products that no other test file touches.
 */
export interface StockedApp {
  partner: Person;
  merchant: Merchant;
  installed: Installed;
  product: Product;
  variant: Variant;
  /** The primary location. */
  primary: number;
  others: number[];
  /** Return a variant of the shelf that was not taken before. */
  takeVariant(fits?: (variant: Variant) => boolean): Variant;
  /** Add one to the stock of the variant at the primary location, and return the new quantity. */
  changeStock(): Promise<number>;
  /** Install a further app of the same partner in the same store. */
  installAnother(scopes: readonly string[]): Promise<Installed>;
}

/**
 * Install an app in the store that has stock, with the products of one shelf.
 * @param more scopes beside those of products
 */
export async function installStockedApp(
  fixture: ConformanceFixture,
  shelf: Shelf,
  more: readonly string[] = [],
): Promise<StockedApp> {
  const partner = await createPartner(fixture);
  const merchant = await signInStockedMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products", ...more];
  const installed = await install(fixture, merchant, { app, scopes });
  const products = await listShelfProducts(installed.api, shelf);
  const [product] = products;
  const variant = product?.variants[0];
  assert.ok(product && variant, "the product has no variant");
  const { primary, others } = await loadLocations(installed.api);
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
      install(fixture, merchant, { app: await registerApp(fixture, partner), scopes: granted }),
  };
}
