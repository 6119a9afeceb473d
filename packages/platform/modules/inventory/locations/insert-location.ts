import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";
import { locationJson } from "./location-json.ts";
import { type LocationInput, locationFields, type WrittenLocation } from "./location-store.ts";

/** A location to be written as it stands; what is not given is empty. */
export interface NewLocation extends LocationInput {
  code: string;
  name: string;
}

const blank: LocationInput = {
  address1: "",
  address2: "",
  city: "",
  province_code: "",
  country_code: "",
  zip: "",
  phone: "",
  email: "",
  is_primary: false,
  enabled_pickup: false,
  is_active: true,
};

const statement = {
  name: "location_insert",
  text: `
    insert into locations as r (store_id, ${locationFields.join(", ")})
    select $1, ${locationFields.map((field) => `asked.${field}`).join(", ")}
    from jsonb_populate_record(null::locations, $2::jsonb) asked
    returning r.id, ${locationJson("$3")} as text`,
};

/** Writes a location of a store, without telling anybody. */
export async function insertLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
  location: NewLocation,
): Promise<WrittenLocation> {
  const values = [store.id, JSON.stringify({ ...blank, ...location }), store.timezone];
  const { rows } = await tx.query<WrittenLocation>(statement, values);
  if (!rows[0]) throw new Error("The location was not made.");
  return rows[0];
}

/** Makes the primary location that every store has from its first moment (INV-9). */
export async function createPrimaryLocation(
  tx: Queryable,
  store: Pick<Store, "id" | "timezone">,
): Promise<void> {
  await insertLocation(tx, store, { code: "main", name: "Main location", is_primary: true });
}
