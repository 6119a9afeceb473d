import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  type ChangeReason,
  changeExistingLevelsWithoutProductEvents,
  type LevelLine,
} from "./change-levels.ts";
import { createMissingLevels, type LevelKey } from "./level-store.ts";
import { formatLevelKey, lockLevels } from "./lock-levels.ts";
import { buildNewLevelsStatement, buildStockValues } from "./stock-statement.ts";

/** The available quantity to set at a level. */
export interface StockTarget extends LevelKey {
  quantity: number;
}

/** Quantities to set at many levels, with their common reason. */
export interface StockSetting {
  stock: readonly StockTarget[];
  changeReason: ChangeReason;
}

/**
 * Sets the available quantities of many levels, and publishes each level that changes. The caller publishes each product once,
 * together with its other changes. The caller has checked whether stock can be added at the locations.
 */
export interface SetStock {
  /** Set the stock of variants that existed before this transaction. */
  ofExistingVariants(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /**
   * Set the stock of variants that this transaction has created. The variants have no stock yet, and other transactions do not see
   * them.
   */
  ofNewVariants(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /**
   * Set the stock of variants that this transaction has created. The totals of these variants and of their products already
   * include this stock. The caller has locked the locations.
   */
  ofNewVariantsWithTotals(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
}

// `$10` variants, `$11` locations, `$12` quantities.
const newLevelsSql = `
  level as (
    insert into inventory_levels (store_id, variant_id, location_id, inventory_quantity)
    select $1, target.variant_id, target.location_id, target.quantity
    from unnest($10::bigint[], $11::bigint[], $12::bigint[]) as target (variant_id, location_id, quantity)
    order by target.variant_id, target.location_id
    returning *, inventory_quantity as change, 'SET'::text as adjustment)`;

const insertLevelsStatement = buildNewLevelsStatement("stock_insert_levels", newLevelsSql);

function buildLines({ quantity, ...levelKey }: StockTarget, currentQuantity: number): LevelLine[] {
  return quantity === currentQuantity
    ? []
    : [{ ...levelKey, field: "inventory_quantity", change: quantity - currentQuantity, is_set: true }];
}

/** The functions that set the stock of existing and of new variants. */
export const setStock: SetStock = {
  async ofExistingVariants(tx, store, { stock, changeReason }) {
    if (stock.length === 0) return;
    await createMissingLevels(tx, store, stock);
    const levels = await lockLevels(tx, store, stock);
    const lines = stock.flatMap((target) =>
      buildLines(target, levels.get(formatLevelKey(target))?.inventory_quantity ?? 0),
    );
    await changeExistingLevelsWithoutProductEvents(tx, store, { lines, changeReason });
  },
  async ofNewVariants(tx, store, { stock, changeReason }) {
    if (stock.length === 0) return;
    await createMissingLevels(tx, store, stock);
    await changeExistingLevelsWithoutProductEvents(tx, store, {
      lines: stock.flatMap((target) => buildLines(target, 0)),
      changeReason,
    });
  },
  async ofNewVariantsWithTotals(tx, store, { stock, changeReason }) {
    if (stock.length === 0) return;
    await tx.query(insertLevelsStatement, [
      ...buildStockValues(store, changeReason.cause, {
        ...changeReason,
        reference: changeReason.reference ?? null,
      }),
      stock.map(({ variant_id }) => variant_id),
      stock.map(({ location_id }) => location_id),
      stock.map(({ quantity }) => quantity),
    ]);
  },
};
