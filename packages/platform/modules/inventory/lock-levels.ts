import { type QuantityField, quantityFields } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { levelJson } from "./level-json.ts";
import type { LevelPlace } from "./level-store.ts";

/** A level as it is now; where a variant is not stocked its quantities are 0 and it has no text. */
export interface LevelNow extends LevelPlace, Record<QuantityField, number> {
  /** Null: there is no such variant. */
  inventory_policy: "deny" | "continue" | null;
  /** Whether the location is active. Null: there is no such location. */
  is_active: boolean | null;
  /** The level as JSON text; null where it is not open. */
  text: string | null;
}

/** The levels of places, each of which has one. */
export type LevelsNow = ReadonlyMap<string, LevelNow>;

/** The key of a place in `LevelsNow`. */
export function placeKey({ variant_id, location_id }: LevelPlace): string {
  return `${variant_id} ${location_id}`;
}

const quantities = (row: string) => quantityFields.map((field) => `${row}.${field}`).join(", ");

const lockStatement = {
  name: "stock_lock_levels",
  text: `
    select l.variant_id, l.location_id, ${quantities("l")}, v.inventory_policy, o.is_active,
      ${levelJson("l", "$4")} as text
    from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
    join inventory_levels l on l.store_id = $1 and l.variant_id = place.variant_id and l.location_id = place.location_id
    join variants v on v.store_id = $1 and v.id = l.variant_id
    join locations o on o.store_id = $1 and o.id = l.location_id
    order by l.variant_id, l.location_id for no key update of l`,
};

const missingStatement = {
  name: "stock_missing_levels",
  text: `
    select place.variant_id, place.location_id, ${quantityFields.map((field) => `0 as ${field}`).join(", ")},
      v.inventory_policy, o.is_active, null as text
    from unnest($2::bigint[], $3::bigint[]) as place (variant_id, location_id)
    left join variants v on v.store_id = $1 and v.id = place.variant_id
    left join locations o on o.store_id = $1 and o.id = place.location_id`,
};

/**
 * Locks the levels of places in the order that all changes of stock keep, before their variants and products. What they
 * hold stays so until the transaction ends; a place without a level is told as such, and others may open it.
 */
export async function lockLevels(
  tx: Transaction,
  store: Store,
  places: readonly LevelPlace[],
): Promise<LevelsNow> {
  const wanted = new Map(places.map((place) => [placeKey(place), place]));
  const levels = new Map<string, LevelNow>();
  const idsOf = (of: Iterable<LevelPlace>) => {
    const each = [...of];
    return [each.map(({ variant_id }) => variant_id), each.map(({ location_id }) => location_id)];
  };
  const locked = [store.id, ...idsOf(wanted.values()), store.timezone];
  for (const level of (await tx.query<LevelNow>(lockStatement, locked)).rows) {
    levels.set(placeKey(level), level);
    wanted.delete(placeKey(level));
  }
  if (wanted.size === 0) return levels;
  const missing = await tx.query<LevelNow>(missingStatement, [store.id, ...idsOf(wanted.values())]);
  for (const level of missing.rows) levels.set(placeKey(level), level);
  return levels;
}
