import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { createStockStatements, openLevels } from "./level-store.ts";
import { primaryLocation } from "./locations/primary-location.ts";
import { type StockReason, stockValues } from "./stock-statement.ts";

/** Stock wanted at the primary location. */
export interface PrimaryStock {
  variant_id: number;
  quantity: number;
}

const lockStatement = {
  name: "stock_lock",
  text: `
    select 1 from inventory_levels where store_id = $1 and location_id = $2 and variant_id = ${anyOf("$3")}
    order by variant_id for no key update`,
};

/**
 * Opens where needed and locks the variants' levels at the primary location, so that a transaction may lock variants and
 * products afterwards: levels always come first, or two changes of stock could wait for each other.
 * @returns the primary location
 */
export async function lockPrimaryStock(
  tx: Transaction,
  store: Store,
  variantIds: readonly number[],
): Promise<number> {
  const location_id = await primaryLocation(tx, store);
  await openLevels(
    tx,
    store,
    variantIds.map((variant_id) => ({ variant_id, location_id })),
  );
  await tx.query(lockStatement, [store.id, location_id, [...variantIds]]);
  return location_id;
}

/** Who wants the stock, and why. */
export interface StockCause extends StockReason {
  cause: Cause;
}

/** Stock to be set at the primary location, after `lockPrimaryStock` in the same transaction. */
export interface PrimaryStockChange {
  location_id: number;
  stock: readonly PrimaryStock[];
  why: StockCause;
}

/**
 * Sets stock at the primary location (PRD-7) and tells each level that really changes. The product is told by the caller,
 * together with what else it changes, so that one change is told once.
 * @returns the variants whose level changed
 */
export type SetPrimaryStock = (
  tx: Transaction,
  store: Store,
  change: PrimaryStockChange,
) => Promise<number[]>;

/** Makes the function that sets stock at the primary location. */
export function createSetPrimaryStock(facts: FactRegistry): SetPrimaryStock {
  const statements = createStockStatements(facts);
  return async (tx, store, { location_id, stock, why }) => {
    const values = [
      ...stockValues(store, why.cause, why),
      stock.map(({ variant_id }) => variant_id),
      stock.map(() => location_id),
      stock.map(({ quantity }) => quantity),
      stock.map(() => null),
    ];
    const { rows } = await tx.query<{ variant_id: number }>(statements.setApart(), values);
    return rows.map(({ variant_id }) => variant_id);
  };
}
