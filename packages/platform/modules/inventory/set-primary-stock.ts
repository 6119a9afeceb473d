import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createMissingLevels, stockStatements } from "./level-store.ts";
import { loadPrimaryLocationId } from "./locations/primary-location.ts";
import { buildStockValues, type StockReason } from "./stock-statement.ts";

/** A variant, with the available quantity to set at the primary location. */
export interface PrimaryStock {
  variant_id: number;
  quantity: number;
}

const lockStatement = defineStatement(
  "stock_lock",
  `
    select 1 from inventory_levels where store_id = $1 and location_id = $2 and variant_id = ${buildAnyIds("$3")}
    order by variant_id for no key update`,
);

/**
 * Create missing levels and lock the variants' levels at the primary location. Call this function before locking variants and
 * products, because every change of stock locks the levels first. Otherwise, two transactions could deadlock.
 * @returns the id of the primary location
 */
export async function lockPrimaryStock(
  tx: Transaction,
  store: Store,
  variantIds: readonly number[],
): Promise<number> {
  const location_id = await loadPrimaryLocationId(tx, store);
  await createMissingLevels(
    tx,
    store,
    variantIds.map((variant_id) => ({ variant_id, location_id })),
  );
  await tx.query(lockStatement, [store.id, location_id, [...variantIds]]);
  return location_id;
}

/** Quantities to set at the primary location, whose levels `lockPrimaryStock` has locked in this transaction. */
export interface PrimaryStockChange {
  location_id: number;
  stock: readonly PrimaryStock[];
  cause: Cause;
  changeReason: StockReason;
}

/**
 * Set stock at the primary location (PRD-7) and publish each level that changes. The caller publishes the product once, together
 * with its other changes.
 * @returns the ids of the variants whose level changed
 */
export async function setPrimaryStock(
  tx: Transaction,
  store: Store,
  { location_id, stock, cause, changeReason }: PrimaryStockChange,
): Promise<number[]> {
  const values = [
    ...buildStockValues(store, cause, changeReason),
    stock.map(({ variant_id }) => variant_id),
    stock.map(() => location_id),
    stock.map(({ quantity }) => quantity),
    // The expected quantities before the change. None is checked.
    stock.map(() => null),
  ];
  const rows = await tx.many<{ variant_id: number }>(stockStatements.setLevelsOnly, values);
  return rows.map(({ variant_id }) => variant_id);
}
