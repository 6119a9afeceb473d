import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { openLevels, stockStatements } from "./level-store.ts";
import { primaryLocation } from "./locations/primary-location.ts";
import { type StockReason, stockValues } from "./stock-statement.ts";

/** The wanted stock at the primary location. */
export interface PrimaryStock {
  variant_id: number;
  quantity: number;
}

const lockStatement = defineStatement(
  "stock_lock",
  `
    select 1 from inventory_levels where store_id = $1 and location_id = $2 and variant_id = ${anyIds("$3")}
    order by variant_id for no key update`,
);

/**
 * Open missing levels and lock the variants' levels at the primary location, so that a transaction may lock variants
 * and products afterwards: levels always come first, or two changes of stock could wait for each other.
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

/** The actor and the reason of a change of stock. */
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
 * Set stock at the primary location (PRD-7) and publish each level that changes. The caller publishes the product, together
 * with what else of it changes, so that one change makes one event.
 * @returns the variants whose level changed
 */
export async function setPrimaryStock(
  tx: Transaction,
  store: Store,
  { location_id, stock, why }: PrimaryStockChange,
): Promise<number[]> {
  const values = [
    ...stockValues(store, why.cause, why),
    stock.map(({ variant_id }) => variant_id),
    stock.map(() => location_id),
    stock.map(({ quantity }) => quantity),
    stock.map(() => null),
  ];
  const rows = await tx.many<{ variant_id: number }>(stockStatements.setLevelsOnly, values);
  return rows.map(({ variant_id }) => variant_id);
}
