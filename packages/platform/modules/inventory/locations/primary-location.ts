import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

const statement = defineStatement(
  "location_primary",
  "select id from locations where store_id = $1 and is_primary",
);

/** Load the id of a store's primary location, which every store has (INV-9). */
export async function loadPrimaryLocationId(db: Queryable, store: Store): Promise<number> {
  const row = await db.maybeOne<{ id: number }>(statement, [store.id]);
  if (!row) throw new Error(`Store ${store.id} has no primary location.`);
  return row.id;
}
