import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

const statement = {
  name: "location_primary",
  text: "select id from locations where store_id = $1 and is_primary",
};

/** The id of a store's primary location; there always is one (INV-9). */
export async function primaryLocation(run: Queryable, store: Store): Promise<number> {
  const { rows } = await run.query<{ id: number }>(statement, [store.id]);
  if (!rows[0]) throw new Error(`Store ${store.id} has no primary location.`);
  return rows[0].id;
}
