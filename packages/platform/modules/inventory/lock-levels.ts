import { type QuantityField, quantityFields } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { levelJson } from "./level-json.ts";
import type { LevelPlace } from "./level-store.ts";

/** The present state of a level; where a variant is not stocked its quantities are 0 and it has no text. */
export interface LevelNow extends LevelPlace, Record<QuantityField, number> {
  /** The variant's policy. Null: there is no such variant. */
  inventory_policy: "deny" | "continue" | null;
  /** Whether the location is active. Null: there is no such location. */
  is_active: boolean | null;
  /** The level as JSON text; null where it is not open. */
  text: string | null;
}

/** The levels of places, each of which has one. */
export type LevelsNow = ReadonlyMap<string, LevelNow>;

/** Return the key of a place in `LevelsNow`. */
export function placeKey({ variant_id, location_id }: LevelPlace): string {
  return `${variant_id} ${location_id}`;
}

const quantities = (row: string) => quantityFields.map((field) => `${row}.${field}`).join(", ");

const lockStatement = defineStatement(
  "stock_lock_levels",
  `
    select l.variant_id, l.location_id, ${quantities("l")}, v.inventory_policy, o.is_active,
      ${levelJson("l", "$4")} as text
    from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
    join inventory_levels l on l.store_id = $1 and l.variant_id = place.variant_id and l.location_id = place.location_id
    join variants v on v.store_id = $1 and v.id = l.variant_id
    join locations o on o.store_id = $1 and o.id = l.location_id
    order by l.variant_id, l.location_id for no key update of l`,
);

const missingStatement = defineStatement(
  "stock_missing_levels",
  `
    select place.variant_id, place.location_id, ${quantityFields.map((field) => `0 as ${field}`).join(", ")},
      v.inventory_policy, o.is_active, null as text
    from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
    left join variants v on v.store_id = $1 and v.id = place.variant_id
    left join locations o on o.store_id = $1 and o.id = place.location_id`,
);

/**
 * Lock the levels of places in the order that all changes of stock keep, before their variants and products. Their
 * quantities stay unchanged until the transaction ends; a place without a level is returned as unstocked, and others
 * may open it.
 */
export async function lockLevels(
  tx: Transaction,
  store: Store,
  places: readonly LevelPlace[],
): Promise<LevelsNow> {
  const placeByKey = new Map(places.map((place) => [placeKey(place), place]));
  const levels = new Map<string, LevelNow>();
  const toIdColumns = (levelPlaces: Iterable<LevelPlace>) => {
    const each = [...levelPlaces];
    return [each.map(({ variant_id }) => variant_id), each.map(({ location_id }) => location_id)];
  };
  const locked = [store.id, ...toIdColumns(placeByKey.values()), store.timezone];
  for (const level of await tx.many<LevelNow>(lockStatement, locked)) {
    levels.set(placeKey(level), level);
    placeByKey.delete(placeKey(level));
  }
  if (placeByKey.size === 0) return levels;
  const missing = await tx.many<LevelNow>(missingStatement, [store.id, ...toIdColumns(placeByKey.values())]);
  for (const level of missing) levels.set(placeKey(level), level);
  return levels;
}
