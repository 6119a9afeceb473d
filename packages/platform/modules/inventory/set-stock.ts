import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type ChangeReason, changeOpenLevelsOnly, type LevelLine } from "./change-levels.ts";
import { type LevelPlace, openLevels } from "./level-store.ts";
import { lockLevels, placeKey } from "./lock-levels.ts";
import { openedLevelsStatement, stockValues } from "./stock-statement.ts";

/** The wanted available quantity at a place. */
export interface StockTarget extends LevelPlace {
  quantity: number;
}

/** Stock that is set at many places for one reason. */
export interface StockSetting {
  stock: readonly StockTarget[];
  why: ChangeReason;
}

/**
 * Set the available quantity at any number of places, and publish each level that really changes. The caller
 * publishes the products, together with its other changes, so that one change makes one event. Whether a location may
 * take stock is checked before.
 */
export interface SetStock {
  /** Set stock of variants that existed before. */
  known(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /**
   * Set stock of variants that this transaction has created: no other transaction sees them, and they have no stock
   * yet.
   */
  made(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /**
   * Set stock of variants that this transaction has created with this as their total and in that of their product, at
   * locked locations.
   */
  counted(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
}

// `$10` variants, `$11` locations, `$12` quantities.
const openedLevel = `
  level as (
    insert into inventory_levels (store_id, variant_id, location_id, inventory_quantity)
    select $1, place.variant_id, place.location_id, place.quantity
    from unnest($10::bigint[], $11::bigint[], $12::bigint[]) as place (variant_id, location_id, quantity)
    order by place.variant_id, place.location_id
    returning *, inventory_quantity as change, 'SET'::text as adjustment)`;

const setOpened = openedLevelsStatement("stock_counted", openedLevel);

function linesTo({ quantity, ...place }: StockTarget, now: number): LevelLine[] {
  return quantity === now
    ? []
    : [{ ...place, field: "inventory_quantity", change: quantity - now, is_set: true }];
}

export const setStock: SetStock = {
  async known(tx, store, { stock, why }) {
    if (stock.length === 0) return;
    await openLevels(tx, store, stock);
    const levels = await lockLevels(tx, store, stock);
    const lines = stock.flatMap((target) =>
      linesTo(target, levels.get(placeKey(target))?.inventory_quantity ?? 0),
    );
    await changeOpenLevelsOnly(tx, store, { lines, why });
  },
  async made(tx, store, { stock, why }) {
    if (stock.length === 0) return;
    await openLevels(tx, store, stock);
    await changeOpenLevelsOnly(tx, store, { lines: stock.flatMap((target) => linesTo(target, 0)), why });
  },
  async counted(tx, store, { stock, why }) {
    if (stock.length === 0) return;
    await tx.query(setOpened, [
      ...stockValues(store, why.cause, { ...why, reference: why.reference ?? null }),
      stock.map(({ variant_id }) => variant_id),
      stock.map(({ location_id }) => location_id),
      stock.map(({ quantity }) => quantity),
    ]);
  },
};
