import type { Statement, Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import type { Store } from "../../routing/call.ts";
import { type ChangeReason, createChangeOpenLevels, type LevelLine } from "./change-levels.ts";
import { type LevelPlace, openLevels } from "./level-store.ts";
import { lockLevels, placeKey } from "./lock-levels.ts";
import { openedLevelsStatement, stockValues } from "./stock-statement.ts";

/** What is to be available at a place. */
export interface WantedStock extends LevelPlace {
  quantity: number;
}

/** Stock that is set at many places for one reason. */
export interface StockSetting {
  stock: readonly WantedStock[];
  why: ChangeReason;
}

/**
 * Sets what is available at any number of places, and tells each level that really changes. The products are told by the
 * caller, together with what else it changes, so that one change is told once. Whether a location may take stock is asked
 * before.
 */
export interface SetStock {
  /** Of variants that were there before. */
  known(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /** Of variants that this transaction has made: nobody else has them, and they have none yet. */
  made(tx: Transaction, store: Store, setting: StockSetting): Promise<void>;
  /** Of variants that this transaction has made with this as their total and in that of their product, at held locations. */
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

/** Makes the functions that set stock at many places. */
export function createSetStock(facts: FactRegistry): SetStock {
  const changeLevels = createChangeOpenLevels({ stockChangedBuilders: facts.levelChangedBuilders });
  const lineOf = ({ quantity, ...place }: WantedStock, now: number): LevelLine[] =>
    quantity === now ? [] : [{ ...place, field: "inventory_quantity", change: quantity - now, is_set: true }];
  let opened: Statement | undefined;
  return {
    async known(tx, store, { stock, why }) {
      if (stock.length === 0) return;
      await openLevels(tx, store, stock);
      const levels = await lockLevels(tx, store, stock);
      const lines = stock.flatMap((wanted) =>
        lineOf(wanted, levels.get(placeKey(wanted))?.inventory_quantity ?? 0),
      );
      await changeLevels(tx, store, { lines, why });
    },
    async made(tx, store, { stock, why }) {
      if (stock.length === 0) return;
      await openLevels(tx, store, stock);
      await changeLevels(tx, store, { lines: stock.flatMap((wanted) => lineOf(wanted, 0)), why });
    },
    async counted(tx, store, { stock, why }) {
      if (stock.length === 0) return;
      // At the first use, when every module has registered its topics.
      opened ??= openedLevelsStatement("stock_counted", openedLevel, facts.levelChangedBuilders());
      await tx.query(opened, [
        ...stockValues(store, why.cause, { ...why, reference: why.reference ?? null }),
        stock.map(({ variant_id }) => variant_id),
        stock.map(({ location_id }) => location_id),
        stock.map(({ quantity }) => quantity),
      ]);
    },
  };
}
