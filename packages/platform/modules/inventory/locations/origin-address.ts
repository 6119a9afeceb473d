import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** The address of a location, from which a carrier picks up a parcel. */
export interface OriginAddress {
  name: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  province_code: string;
  country_code: string;
  latitude: number | null;
  longitude: number | null;
}

const statement = defineStatement(
  "location_origin_address",
  `
    select name, phone, email, address1, address2, city, zip, province_code, country_code,
      latitude::float8 as latitude, longitude::float8 as longitude
    from locations where store_id = $1 and case when $2::bigint is null then is_primary else id = $2 end`,
);

/** Load the address of a location, or of the primary location if the id is null. @returns null if the location does not exist */
export async function loadOriginAddress(
  db: Queryable,
  store: Store,
  id: number | null,
): Promise<OriginAddress | null> {
  const row = await db.maybeOne<OriginAddress>(statement, [store.id, id]);
  return row ?? null;
}
