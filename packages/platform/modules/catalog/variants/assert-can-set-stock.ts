import { assertAccess } from "@souk/contract";
import type { Actor } from "../../../infrastructure/routing/actor.ts";

// An app that may write products may also set their stock.
const setStockAccess = { scopes: [], rights: [["stock.set"]] } as const;

/**
 * Assert that a person who sends stock with variants may set stock.
 * @throws ApiError `right_missing`
 */
export function assertCanSetStock(
  actor: Actor,
  variants: readonly { inventory_quantity?: number | undefined }[],
): void {
  // guard stock-with-products: without it, rights-of-people.test.ts fails
  if (variants.some((variant) => variant.inventory_quantity !== undefined))
    assertAccess(setStockAccess, actor);
}
