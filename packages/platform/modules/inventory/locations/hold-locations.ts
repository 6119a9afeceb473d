import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";

export interface LockedLocation {
  id: number;
  name: string;
  /** Whether stock may be added. */
  is_active: boolean;
}

const statement = defineStatement(
  "locations_hold",
  `select id, name, is_active from locations where store_id = $1 and id = ${anyIds("$2")} order by id for key share`,
);

/**
 * Load locations and keep them from being deleted until the transaction ends, for records that name them.
 * @returns those that exist, by id; ids of no location of the store are missing
 */
export async function holdLocations(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedLocation>> {
  const rows = await tx.many<LockedLocation>(statement, [store.id, [...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}
