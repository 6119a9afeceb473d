import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { levelJson } from "./level-json.ts";
import { stockStatement } from "./stock-statement.ts";

/** The place of a level: its variant and location. */
export interface LevelPlace {
  variant_id: number;
  location_id: number;
}

/** The state of a level that a statement did not change. */
export interface LevelState {
  inventory_policy: "deny" | "continue";
  /** Whether the location takes more stock. */
  is_active: boolean;
  /** The available quantity; null where the variant is not stocked. */
  inventory_quantity: number | null;
  /** The level as JSON text. */
  text: string | null;
}

const locationIsActive =
  "exists (select from locations o where o.store_id = $1 and o.id = l.location_id and o.is_active)";

// A variant with policy deny is never taken below 0; raising one that is below is allowed, at an active location.
// guard: store-predicate-of-adjust with `l.variant_id = $10 and l.location_id = $11` for `l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1`: access-matrix.slow.test.ts
const adjusted = `
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity + $12::bigint, updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from variants v
    where l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1 and v.id = l.variant_id
      and ($12::bigint < 0 or ${locationIsActive})
      and ($12::bigint > 0 or v.inventory_policy = 'continue' or l.inventory_quantity + $12::bigint >= 0)
    returning l.*, $12::bigint as change, case when $12::bigint > 0 then 'INCREASE' else 'DECREASE' end as adjustment)`;

// The old quantity is read under the row's lock, or the difference in the ledger could be another's.
// guard: expected-quantity without `and (wanted.expected is null or before.inventory_quantity = wanted.expected)`: set-level.test.ts
// guard: delta-under-the-lock without `for no key update of l`: set-level.test.ts
const set = `
  wanted as (
    select * from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
      as w (variant_id, location_id, quantity, expected)),
  before as materialized (
    select l.variant_id, l.location_id, l.inventory_quantity from inventory_levels l
    join wanted on l.variant_id = wanted.variant_id and l.location_id = wanted.location_id
    where l.store_id = $1 order by l.variant_id, l.location_id for no key update of l),
  level as (
    update inventory_levels l set inventory_quantity = wanted.quantity, updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from before join wanted on before.variant_id = wanted.variant_id and before.location_id = wanted.location_id
    where l.store_id = $1 and l.variant_id = before.variant_id and l.location_id = before.location_id
      and before.inventory_quantity <> wanted.quantity
      and (wanted.quantity < before.inventory_quantity or ${locationIsActive})
      and (wanted.expected is null or before.inventory_quantity = wanted.expected)
    returning l.*, l.inventory_quantity - before.inventory_quantity as change, 'SET'::text as adjustment)`;

/** The statements that change one level, or set many. */
export const stockStatements = {
  /** Adjust a level: `$10` the variant, `$11` the location, `$12` the change. */
  adjust: stockStatement("stock_adjust", adjusted, "levels and products"),
  /** Set levels: arrays of `$10` variants, `$11` locations, `$12` quantities, `$13` expected quantities or null. */
  set: stockStatement("stock_set", set, "levels and products"),
  /** Set levels as above, for a caller that publishes the changed product itself. */
  setLevelsOnly: stockStatement("stock_set_levels_only", set, "levels only"),
};

const stateStatement = defineStatement(
  "stock_state",
  `
    select v.inventory_policy, o.is_active, l.inventory_quantity, ${levelJson("l", "$2")} as text
    from (select) one
    left join variants v on v.store_id = $1 and v.id = $3
    left join locations o on o.store_id = $1 and o.id = $4
    left join inventory_levels l on l.store_id = $1 and l.variant_id = $3 and l.location_id = $4`,
);

/** Load a level that a statement left unchanged. @throws ApiError `not_found` naming variant_id, location_id or both */
export async function readState(db: Queryable, store: Store, place: LevelPlace): Promise<LevelState> {
  const values = [store.id, store.timezone, place.variant_id, place.location_id];
  const state = await db.maybeOne<LevelState>(stateStatement, values);
  if (state && isKnown(state)) {
    return state.inventory_quantity === null ? { ...state, text: null } : state;
  }
  return throwApiError("not_found", { fields: unknownPlace(state) });
}

/** The state of a variant and a location; null where it does not exist. */
interface PlaceState {
  inventory_policy: "deny" | "continue" | null;
  is_active: boolean | null;
}

function isKnown({ inventory_policy, is_active }: PlaceState): boolean {
  return inventory_policy !== null && is_active !== null;
}

/** List the errors of a variant and a location: one for each that this store does not have. */
export function unknownPlace(state: PlaceState | undefined): FieldError[] {
  const { inventory_policy = null, is_active = null } = state ?? {};
  return [
    ...(inventory_policy === null ? [fieldError("variant_id", "not_found", { resource: "variant" })] : []),
    ...(is_active === null ? [fieldError("location_id", "not_found", { resource: "location" })] : []),
  ];
}

export const inactiveMessage = "The location is not active: stock can be removed from it, but not added.";

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

const stockOpenStatement = defineStatement("stock_open", openText);

/** Open levels of 0 for variants at locations where they have none; unknown variants and locations are left out. */
export async function openLevels(db: Queryable, store: Store, places: readonly LevelPlace[]): Promise<void> {
  const variants = places.map(({ variant_id }) => variant_id);
  const locations = places.map(({ location_id }) => location_id);
  await db.query(stockOpenStatement, [store.id, variants, locations]);
}
