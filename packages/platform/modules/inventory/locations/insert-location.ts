import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, locationColumnUses } from "./location-columns.ts";
import { locationJson } from "./location-json.ts";
import type { WrittenLocation } from "./location-store.ts";

/** A location to be written as it stands; missing fields are empty. */
export type NewLocation = Partial<LocationFields> & Pick<LocationFields, "code" | "name">;

const { createInitial, list } = locationColumnUses;

const statement = defineStatement(
  "location_insert",
  `
    insert into locations as r (store_id, ${list()})
    select $1, ${list("asked")}
    from jsonb_populate_record(null::locations, $2::jsonb) asked
    returning r.id, ${locationJson("$3")} as text`,
);

/** Write a location of a store, without publishing events. */
export async function insertLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
  location: NewLocation,
): Promise<WrittenLocation> {
  const values = [store.id, JSON.stringify({ ...createInitial(), ...location }), store.timezone];
  const row = await tx.maybeOne<WrittenLocation>(statement, values);
  if (!row) throw new Error("The location was not made.");
  return row;
}

/** Create the primary location that every store has from its creation on (INV-9). */
export async function createPrimaryLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
): Promise<void> {
  await insertLocation(tx, store, { code: "main", name: "Main location", is_primary: true });
}
