import { type QuantityField, quantityFields } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildLevelJson } from "./level-json.ts";
import type { LevelKey } from "./level-store.ts";

/** The current state of a level. If the level does not exist, its quantities are 0 and its text is null. */
export interface CurrentLevel extends LevelKey, Record<QuantityField, number> {
  /** The variant's policy; null if the variant does not exist. */
  inventory_policy: "deny" | "continue" | null;
  /** Whether the location is active; null if the location does not exist. */
  is_active: boolean | null;
  /** The level as JSON text; null if the level does not exist. */
  text: string | null;
}

/** Current levels by the key that `formatLevelKey` returns. */
export type CurrentLevels = ReadonlyMap<string, CurrentLevel>;

/** Format the key of a level in `CurrentLevels`. */
export function formatLevelKey({ variant_id, location_id }: LevelKey): string {
  return `${variant_id} ${location_id}`;
}

const listQuantityColumns = (row: string) => quantityFields.map((field) => `${row}.${field}`).join(", ");

const lockStatement = defineStatement(
  "stock_lock_levels",
  `
    select l.variant_id, l.location_id, ${listQuantityColumns("l")}, v.inventory_policy, o.is_active,
      ${buildLevelJson("l", "$4")} as text
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
 * Lock levels in the order of variant and location. Call this before locking any variant or product. The quantities of the levels
 * cannot change until the transaction ends. A missing level is returned with quantities of 0, and another transaction may still
 * create it.
 */
export async function lockLevels(
  tx: Transaction,
  store: Store,
  levelKeys: readonly LevelKey[],
): Promise<CurrentLevels> {
  const missingKeys = new Map(levelKeys.map((levelKey) => [formatLevelKey(levelKey), levelKey]));
  const levels = new Map<string, CurrentLevel>();
  const toIdArrays = (listedKeys: Iterable<LevelKey>) => {
    const keys = [...listedKeys];
    return [keys.map(({ variant_id }) => variant_id), keys.map(({ location_id }) => location_id)];
  };
  const lockValues = [store.id, ...toIdArrays(missingKeys.values()), store.timezone];
  for (const level of await tx.many<CurrentLevel>(lockStatement, lockValues)) {
    levels.set(formatLevelKey(level), level);
    missingKeys.delete(formatLevelKey(level));
  }
  if (missingKeys.size === 0) return levels;
  const missingLevels = await tx.many<CurrentLevel>(missingStatement, [
    store.id,
    ...toIdArrays(missingKeys.values()),
  ]);
  for (const level of missingLevels) levels.set(formatLevelKey(level), level);
  return levels;
}
