import { refuse } from "@souk/contract";
import { laterThan, type Queryable, type Statement } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { levelJson } from "./level-json.ts";
import { stockStatement } from "./stock-statement.ts";

/** The place of a level: which variant, where. */
export interface LevelPlace {
  variant_id: number;
  location_id: number;
}

/** What is known of a level that a statement did not change. */
export interface LevelState {
  inventory_policy: "deny" | "continue";
  /** Null where the variant is not stocked. */
  inventory_quantity: number | null;
  /** The level as JSON text. */
  text: string | null;
}

// A variant with policy deny is never taken below 0; raising one that is below is allowed.
const adjusted = `
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity + $12::bigint, updated_at = ${laterThan("l.updated_at")}
    from variants v
    where l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1 and v.id = l.variant_id
      and ($12::bigint > 0 or v.inventory_policy = 'continue' or l.inventory_quantity + $12::bigint >= 0)
    returning l.*, $12::bigint as change, case when $12::bigint > 0 then 'INCREASE' else 'DECREASE' end as adjustment)`;

// The old quantity is read under the row's lock, or the difference in the ledger could be another's.
const set = `
  wanted as (
    select * from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
      as w (variant_id, location_id, quantity, expected)),
  before as materialized (
    select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
    join wanted on l.variant_id = wanted.variant_id and l.location_id = wanted.location_id
    where l.store_id = $1 order by l.variant_id, l.location_id for no key update of l),
  level as (
    update inventory_levels l set inventory_quantity = wanted.quantity, updated_at = ${laterThan("l.updated_at")}
    from before join wanted on before.variant_id = wanted.variant_id and before.location_id = wanted.location_id
    where l.store_id = $1 and l.variant_id = before.variant_id and l.location_id = before.location_id
      and before.inventory_quantity <> wanted.quantity
      and (wanted.expected is null or before.inventory_quantity = wanted.expected)
    returning l.*, l.inventory_quantity - before.inventory_quantity as change, 'SET'::text as adjustment)`;

/** The statements that change stock. */
export interface StockStatements {
  /** Adds to one level: `$10` variant, `$11` location, `$12` change. */
  adjust(): Statement;
  /** Sets levels: arrays of `$10` variants, `$11` locations, `$12` quantities, `$13` expected quantities or null. */
  set(): Statement;
}

/** Makes the statements at their first use, when every module has registered its topics. */
export function createStockStatements(facts: FactRegistry): StockStatements {
  const once = (name: string, level: string) => {
    let made: Statement | undefined;
    return () => {
      made ??= stockStatement(name, level, facts.stockChangedBuilders());
      return made;
    };
  };
  return { adjust: once("stock_adjust", adjusted), set: once("stock_set", set) };
}

const stateStatement = {
  name: "stock_state",
  text: `
    select v.inventory_policy, o.id is not null as located, l.inventory_quantity, ${levelJson("l", "$2")} as text
    from (select) one
    left join variants v on v.store_id = $1 and v.id = $3
    left join locations o on o.store_id = $1 and o.id = $4
    left join inventory_levels l on l.store_id = $1 and l.variant_id = $3 and l.location_id = $4`,
};

/** Reads a level that a statement left as it was. @throws Refusal not_found naming variant_id, location_id or both */
export async function readState(run: Queryable, store: Store, place: LevelPlace): Promise<LevelState> {
  const values = [store.id, store.timezone, place.variant_id, place.location_id];
  const { rows } = await run.query<LevelState & { located: boolean }>(stateStatement, values);
  const state = rows[0];
  if (state?.inventory_policy && state.located) {
    return state.inventory_quantity === null ? { ...state, text: null } : state;
  }
  const fields = [
    ...(state?.inventory_policy ? [] : [{ path: "variant_id", message: "is no variant of this store" }]),
    ...(state?.located ? [] : [{ path: "location_id", message: "is no location of this store" }]),
  ];
  return refuse("not_found", { fields });
}

const openText = `
  insert into inventory_levels (store_id, variant_id, location_id)
  select $1, v.id, o.id from variants v join locations o on o.store_id = v.store_id
  where v.store_id = $1 and v.id = ${anyOf("$2")} and o.id = $3
  order by v.id on conflict do nothing`;

/** Gives variants a level of 0 at a location where they have none. */
export async function openLevels(
  run: Queryable,
  store: Store,
  { variant_ids, location_id }: { variant_ids: number[]; location_id: number },
): Promise<void> {
  await run.query({ name: "stock_open", text: openText }, [store.id, variant_ids, location_id]);
}
