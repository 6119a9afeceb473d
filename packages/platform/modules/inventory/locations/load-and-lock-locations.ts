import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** A location that cannot be deleted until the transaction ends. */
export interface LockedLocation {
  id: number;
  name: string;
  /** Whether stock may be added. */
  is_active: boolean;
}

const statement = defineStatement(
  "locations_lock_rows",
  `select id, name, is_active from locations where store_id = $1 and id = ${buildAnyIds("$2")} order by id for key share`,
);

/**
 * Load locations and lock them against deletion until the transaction ends, so that records can refer to them.
 * @returns the locations that exist, by id
 */
export async function loadAndLockLocations(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedLocation>> {
  const rows = await tx.many<LockedLocation>(statement, [store.id, [...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}
