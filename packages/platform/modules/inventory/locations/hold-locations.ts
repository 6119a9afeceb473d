import type { Transaction } from "@souk/database";
import { anyOf } from "../../../listing/any-of.ts";
import type { Store } from "../../../routing/call.ts";

export interface HeldLocation {
  id: number;
  name: string;
  /** Where it is false, no stock may be added. */
  is_active: boolean;
}

const statement = {
  name: "locations_hold",
  text: `select id, name, is_active from locations where store_id = $1 and id = ${anyOf("$2")} order by id for key share`,
};

/**
 * Reads locations and keeps them from being deleted until the transaction ends, for records that name them.
 * @returns those that are there, by id; the ids of no location of the store are missing
 */
export async function holdLocations(
  tx: Transaction,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, HeldLocation>> {
  const { rows } = await tx.query<HeldLocation>(statement, [store.id, [...ids]]);
  return new Map(rows.map((row) => [row.id, row]));
}
