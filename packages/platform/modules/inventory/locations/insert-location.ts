import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type LocationFields, locationColumnFunctions } from "./location-columns.ts";
import { buildLocationJson } from "./location-json.ts";
import type { WrittenLocation } from "./location-store.ts";

/** A location to insert, whose fields have been checked. Missing fields get their initial values. */
export type NewLocation = Partial<LocationFields> & Pick<LocationFields, "code" | "name">;

const { createInitialValues, listColumns } = locationColumnFunctions;

const statement = defineStatement(
  "location_insert",
  `
    insert into locations as r (store_id, ${listColumns()})
    select $1, ${listColumns("input")}
    from jsonb_populate_record(null::locations, $2::jsonb) input
    returning r.id, ${buildLocationJson("$3")} as text`,
);

/** Insert a location of a store, without publishing events. */
export async function insertLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
  location: NewLocation,
): Promise<WrittenLocation> {
  // With this type, the code does not compile if a column other than `code` and `name` has no initial value.
  const initialValues: Omit<LocationFields, "code" | "name"> = createInitialValues();
  const values = [store.id, JSON.stringify({ ...initialValues, ...location }), store.timezone];
  const row = await tx.maybeOne<WrittenLocation>(statement, values);
  if (!row) throw new Error("The location was not inserted.");
  return row;
}

/** Insert the primary location of a new store (INV-9). */
export async function createPrimaryLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
): Promise<void> {
  await insertLocation(tx, store, { code: "main", name: "Main location", is_primary: true });
}
