import { type FieldError, refuse } from "@souk/contract";
import { laterThan, type Queryable, type Statement } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
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
  /** Where it is false, the location takes no more stock. */
  is_active: boolean;
  /** Null where the variant is not stocked. */
  inventory_quantity: number | null;
  /** The level as JSON text. */
  text: string | null;
}

const locationIsActive =
  "exists (select from locations o where o.store_id = $1 and o.id = l.location_id and o.is_active)";

// A variant with policy deny is never taken below 0; raising one that is below is allowed, at an active location.
const adjusted = `
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity + $12::bigint, updated_at = ${laterThan("l.updated_at")}
    from variants v
    where l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1 and v.id = l.variant_id
      and ($12::bigint < 0 or ${locationIsActive})
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
      and (wanted.quantity < before.inventory_quantity or ${locationIsActive})
      and (wanted.expected is null or before.inventory_quantity = wanted.expected)
    returning l.*, l.inventory_quantity - before.inventory_quantity as change, 'SET'::text as adjustment)`;

/** The statements that change stock. */
export interface StockStatements {
  /** Adds to one level: `$10` variant, `$11` location, `$12` change. */
  adjust(): Statement;
  /** Sets levels: arrays of `$10` variants, `$11` locations, `$12` quantities, `$13` expected quantities or null. */
  set(): Statement;
  /** The same where the caller tells the change of the product. */
  setApart(): Statement;
}

/** Makes the statements at their first use, when every module has registered its topics. */
export function createStockStatements(facts: FactRegistry): StockStatements {
  const once = (name: string, level: string, builders = facts.stockChangedBuilders) => {
    let made: Statement | undefined;
    return () => {
      made ??= stockStatement(name, level, builders());
      return made;
    };
  };
  return {
    adjust: once("stock_adjust", adjusted),
    set: once("stock_set", set),
    setApart: once("stock_set_apart", set, facts.levelChangedBuilders),
  };
}

const stateStatement = {
  name: "stock_state",
  text: `
    select v.inventory_policy, o.is_active, l.inventory_quantity, ${levelJson("l", "$2")} as text
    from (select) one
    left join variants v on v.store_id = $1 and v.id = $3
    left join locations o on o.store_id = $1 and o.id = $4
    left join inventory_levels l on l.store_id = $1 and l.variant_id = $3 and l.location_id = $4`,
};

/** Reads a level that a statement left as it was. @throws Refusal not_found naming variant_id, location_id or both */
export async function readState(run: Queryable, store: Store, place: LevelPlace): Promise<LevelState> {
  const values = [store.id, store.timezone, place.variant_id, place.location_id];
  const { rows } = await run.query<LevelState>(stateStatement, values);
  const state = rows[0];
  if (state && isKnown(state)) {
    return state.inventory_quantity === null ? { ...state, text: null } : state;
  }
  return refuse("not_found", { fields: unknownPlace(state) });
}

/** What is read of a variant and a location; null where there is none. */
interface PlaceState {
  inventory_policy: "deny" | "continue" | null;
  is_active: boolean | null;
}

function isKnown({ inventory_policy, is_active }: PlaceState): boolean {
  return inventory_policy !== null && is_active !== null;
}

/** Names the variant, the location or both that are not of this store; none when both are. */
export function unknownPlace(state: PlaceState | undefined): FieldError[] {
  const { inventory_policy = null, is_active = null } = state ?? {};
  return [
    ...(inventory_policy === null ? [{ path: "variant_id", message: "is no variant of this store" }] : []),
    ...(is_active === null ? [{ path: "location_id", message: "is no location of this store" }] : []),
  ];
}

export const inactiveMessage = "is not active: stock can be taken from it, and none added";

// Locked with their keys, a variant or location that is just being deleted is waited for and then left out.
const openText = `
  insert into inventory_levels (store_id, variant_id, location_id)
  select $1, v.id, o.id
  from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
  join variants v on v.store_id = $1 and v.id = place.variant_id
  join locations o on o.store_id = $1 and o.id = place.location_id
  where not exists (
    select from inventory_levels l where l.store_id = $1 and l.variant_id = v.id and l.location_id = o.id)
  order by v.id, o.id for key share of v, o
  on conflict do nothing`;

/** Gives variants a level of 0 at locations where they have none; what is no variant or location is left out. */
export async function openLevels(run: Queryable, store: Store, places: readonly LevelPlace[]): Promise<void> {
  const variants = places.map(({ variant_id }) => variant_id);
  const locations = places.map(({ location_id }) => location_id);
  await run.query({ name: "stock_open", text: openText }, [store.id, variants, locations]);
}
