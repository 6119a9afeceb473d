import { type FieldError, fieldError, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildLevelJson } from "./level-json.ts";
import { buildStockStatement } from "./stock-statement.ts";

/** Identifies a level by its variant and location. */
export interface LevelKey {
  variant_id: number;
  location_id: number;
}

/** The current state of a level, with the settings of its variant and location that can prevent a change. */
export interface LevelState {
  inventory_policy: "deny" | "continue";
  /** Whether stock can be added at the location. */
  is_active: boolean;
  /** The available quantity; null if there is no level. */
  inventory_quantity: number | null;
  /** The level as JSON text; null if there is no level. */
  text: string | null;
}

const isActiveLocationSql =
  "exists (select from locations o where o.store_id = $1 and o.id = l.location_id and o.is_active)";

// A decrease must not make the quantity of a variant with the policy `deny` negative. At an active location, an increase is allowed even
// if the quantity stays negative.
// guard store-predicate-of-adjust: with `l.variant_id = $10 and l.location_id = $11` instead of `l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1`, access-matrix.slow.test.ts fails
const adjustSql = `
  level as (
    update inventory_levels l set inventory_quantity = l.inventory_quantity + $12::bigint, updated_at = ${monotonicUpdatedAt("l.updated_at")}
    from variants v
    where l.store_id = $1 and l.variant_id = $10 and l.location_id = $11 and v.store_id = $1 and v.id = l.variant_id
      and ($12::bigint < 0 or ${isActiveLocationSql})
      and ($12::bigint > 0 or v.inventory_policy = 'continue' or l.inventory_quantity + $12::bigint >= 0)
    returning l.*, $12::bigint as change, case when $12::bigint > 0 then 'INCREASE' else 'DECREASE' end as adjustment)`;

// The old quantity is read while the row is locked, so that the movement's change is exactly the new quantity minus the old one.
// guard expected-quantity: without `and (wanted.expected is null or before.inventory_quantity = wanted.expected)`, set-level.test.ts fails
// guard delta-under-the-lock: without `for no key update of l`, set-level.test.ts fails
const setSql = `
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
      and (wanted.quantity < before.inventory_quantity or ${isActiveLocationSql})
      and (wanted.expected is null or before.inventory_quantity = wanted.expected)
    returning l.*, l.inventory_quantity - before.inventory_quantity as change, 'SET'::text as adjustment)`;

/** The statements that adjust one level or set several levels. */
export const stockStatements = {
  /** Adjust a level: `$10` the variant, `$11` the location, `$12` the change. */
  adjust: buildStockStatement("stock_adjust", adjustSql, "levels and products"),
  /** Set levels: arrays of `$10` variants, `$11` locations, `$12` quantities, `$13` expected quantities or null. */
  set: buildStockStatement("stock_set", setSql, "levels and products"),
  /** Set levels like `set`, without publishing products. The caller publishes them. */
  setLevelsOnly: buildStockStatement("stock_set_levels_only", setSql, "levels only"),
};

const stateStatement = defineStatement(
  "stock_state",
  `
    select v.inventory_policy, o.is_active, l.inventory_quantity, ${buildLevelJson("l", "$2")} as text
    from (select) one
    left join variants v on v.store_id = $1 and v.id = $3
    left join locations o on o.store_id = $1 and o.id = $4
    left join inventory_levels l on l.store_id = $1 and l.variant_id = $3 and l.location_id = $4`,
);

/** Load the state of a level. @throws ApiError `not_found` for variant_id, location_id or both */
export async function loadLevelState(db: Queryable, store: Store, levelKey: LevelKey): Promise<LevelState> {
  const values = [store.id, store.timezone, levelKey.variant_id, levelKey.location_id];
  const state = await db.maybeOne<LevelState>(stateStatement, values);
  if (state && hasVariantAndLocation(state)) {
    return state.inventory_quantity === null ? { ...state, text: null } : state;
  }
  return throwApiError("not_found", { fields: findUnknownIdErrors(state) });
}

/** A variant's policy and a location's status; null if the variant or the location does not exist. */
interface VariantAndLocationState {
  inventory_policy: "deny" | "continue" | null;
  is_active: boolean | null;
}

function hasVariantAndLocation({ inventory_policy, is_active }: VariantAndLocationState): boolean {
  return inventory_policy !== null && is_active !== null;
}

/** Return an error for a variant that the store does not have, and one for a location that it does not have. */
export function findUnknownIdErrors(state: VariantAndLocationState | undefined): FieldError[] {
  const { inventory_policy = null, is_active = null } = state ?? {};
  return [
    ...(inventory_policy === null ? [fieldError("variant_id", "not_found", { resource: "variant" })] : []),
    ...(is_active === null ? [fieldError("location_id", "not_found", { resource: "location" })] : []),
  ];
}

/** The error message for stock that would be added at an inactive location. */
export const inactiveMessage = "The location is not active. Stock can be removed from it, but not added.";

// `for key share` waits for a concurrent deletion of a variant or location. A deleted variant or location then gets no level.
const createLevelsSql = `
  insert into inventory_levels (store_id, variant_id, location_id)
  select $1, v.id, o.id
  from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
  join variants v on v.store_id = $1 and v.id = place.variant_id
  join locations o on o.store_id = $1 and o.id = place.location_id
  where not exists (
    select from inventory_levels l where l.store_id = $1 and l.variant_id = v.id and l.location_id = o.id)
  order by v.id, o.id for key share of v, o
  on conflict do nothing`;

const createLevelsStatement = defineStatement("stock_create_levels", createLevelsSql);

/** Create missing levels with quantities of 0. Unknown variants and locations are ignored. */
export async function createMissingLevels(
  db: Queryable,
  store: Store,
  levelKeys: readonly LevelKey[],
): Promise<void> {
  const variants = levelKeys.map(({ variant_id }) => variant_id);
  const locations = levelKeys.map(({ location_id }) => location_id);
  await db.query(createLevelsStatement, [store.id, variants, locations]);
}
