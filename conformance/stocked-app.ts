import assert from "node:assert/strict";
import { registerApp } from "./apps.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { type InstalledApp, installApp } from "./installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "./people.ts";
import {
  adjustStock,
  listProductsInRange,
  loadLocations,
  type Product,
  type ProductRangeName,
  type Variant,
} from "./stock.ts";

/** An app that is installed with the product scopes in the store that has stock, and products that no other test file changes. */
export interface StockedApp {
  partner: Person;
  merchant: Merchant;
  installedApp: InstalledApp;
  product: Product;
  variant: Variant;
  primaryLocationId: number;
  otherLocationIds: number[];
  /** Return a variant that was not taken before and fulfills the condition. */
  takeVariant(isSuitable?: (variant: Variant) => boolean): Variant;
  /** Add one unit to the stock of the variant at the primary location. @returns the new quantity */
  addStock(): Promise<number>;
  /** Register another app of the same partner and install it in the same store. */
  installAnotherApp(scopes: readonly string[]): Promise<InstalledApp>;
}

/**
 * Install an app with the product scopes in the store that has stock.
 * @param rangeName the products that the test file may change
 * @param extraScopes scopes in addition to those of products
 */
export async function installStockedApp(
  fixture: ConformanceFixture,
  rangeName: ProductRangeName,
  extraScopes: readonly string[] = [],
): Promise<StockedApp> {
  const partner = await createPartner(fixture);
  const merchant = await signInStockedMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products", ...extraScopes];
  const installedApp = await installApp(fixture, merchant, { app, scopes });
  const products = await listProductsInRange(installedApp.api, rangeName);
  const [product] = products;
  const variant = product?.variants[0];
  assert.ok(product && variant, "the product has no variant");
  const { primary, otherLocations } = await loadLocations(installedApp.api);
  const variants = new Set(products.flatMap((candidate) => candidate.variants));
  return {
    partner,
    merchant,
    installedApp,
    product,
    variant,
    primaryLocationId: primary.id,
    otherLocationIds: otherLocations.map(({ id }) => id),
    takeVariant(isSuitable = () => true) {
      const foundVariant = [...variants].find(isSuitable) ?? assert.fail("no suitable variant is left");
      variants.delete(foundVariant);
      return foundVariant;
    },
    addStock: async () =>
      (await adjustStock(installedApp.api, variant.id, { location_id: primary.id, change: 1 }))
        .inventory_quantity,
    installAnotherApp: async (grantedScopes) =>
      installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes: grantedScopes }),
  };
}
