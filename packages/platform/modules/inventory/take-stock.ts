import { monotonicUpdatedAt, type Statement } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { LevelPlace } from "./level-store.ts";
import { manyLevelsStatement, stockValues } from "./stock-statement.ts";

/** Units that an order takes from a level: they are committed and no longer available there. */
export interface TakenUnits extends LevelPlace {
  quantity: number;
  /** Whether units are taken only from a level that has enough. */
  is_guarded: boolean;
}

/** A level that an order could not take its units from; it is missing, or has too few. */
export interface ShortLevel extends LevelPlace {
  left_over: number;
}

/** The records written in one statement with the stock that an order takes. */
export interface WrittenWithStock {
  /** Table expressions before any level is locked, each with its comma; conditions on their results. */
  first: { expressions: string; locked: string; holds: string };
  /** Build table expressions that write, each under the condition given. */
  written(when: string): string;
  /** Columns of the result beside `short`, as SQL. */
  answer: string;
}

/** The first placeholder that is free for the records written with the stock. */
export const firstFree = 15;

// guard: order-deny-check without `or line.is_guarded and before.inventory_quantity < line.quantity`: last-units.test.ts
// guard: order-level-lock without `order by l.variant_id, l.location_id for no key update of l`: last-units.test.ts
const taken = ({ expressions, locked, holds }: WrittenWithStock["first"]): string => `
  ${expressions}
  line as materialized (
    select * from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::boolean[])
      as line (variant_id, location_id, quantity, is_guarded)),
  before as materialized (
    select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
    join line on l.variant_id = line.variant_id and l.location_id = line.location_id
    where l.store_id = $1 and ${locked} order by l.variant_id, l.location_id for no key update of l),
  short as materialized (
    select line.variant_id, line.location_id, coalesce(before.inventory_quantity, 0) as left_over
    from line left join before on before.variant_id = line.variant_id and before.location_id = line.location_id
    where before.variant_id is null or line.is_guarded and before.inventory_quantity < line.quantity),
  may as materialized (select not exists (select from short) and ${holds} as take),
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity - line.quantity,
      committed_inventory_quantity = l.committed_inventory_quantity + line.quantity, updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from before join line on before.variant_id = line.variant_id and before.location_id = line.location_id
    where l.store_id = $1 and l.variant_id = before.variant_id and l.location_id = before.location_id and (select take from may)
    returning l.*, -line.quantity as change, 'DECREASE'::text as adjustment)`;

const movement = `
  movement as (
    insert into inventory_movements (store_id, created_at, variant_id, location_id, field, change, resulting_quantity,
      reason, reference, actor_kind, actor_id, request_id, order_id)
    select $1, level.updated_at, level.variant_id, level.location_id, moved.field, moved.change, moved.resulting,
      $8::text, $9::text, $3::text, $4::text, $5::text, $14::bigint
    from level cross join lateral (values
      ('inventory_quantity', level.change, level.inventory_quantity),
      ('committed_inventory_quantity', -level.change, level.committed_inventory_quantity)) as moved (field, change, resulting)
    order by level.variant_id, level.location_id, moved.field desc)`;

/**
 * Build a statement that takes an order's units from levels and writes the order with them, or nothing at all where a
 * level has too few. Locks are taken in the order: those of `first`, levels, variants, products.
 */
export function takeStockStatement(name: string, { first, written, answer }: WrittenWithStock): Statement {
  const parts = {
    level: taken(first),
    movement: `${movement},${written("(select take from may)")}`,
    answer: `
      select (select json_agg(short) from short) as short, (select take from may) as taken, ${answer}`,
  };
  return manyLevelsStatement(name, parts, "levels and products");
}

/** Return the values of its placeholders up to `firstFree`. */
export function takenValues(
  store: Store,
  { cause, number, order_id }: { cause: Cause; number: number; order_id: number },
  units: readonly TakenUnits[],
): unknown[] {
  const why = { context: "order/create", reason: "order placed", reference: `#${number}` };
  return [
    ...stockValues(store, cause, why),
    units.map(({ variant_id }) => variant_id),
    units.map(({ location_id }) => location_id),
    units.map(({ quantity }) => quantity),
    units.map(({ is_guarded }) => is_guarded),
    order_id,
  ];
}
