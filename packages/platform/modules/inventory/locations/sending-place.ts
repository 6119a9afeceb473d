import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

/** The address of a location, for the carrier that picks up there. */
export interface SendingPlace {
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
  "location_sending_place",
  `
    select name, phone, email, address1, address2, city, zip, province_code, country_code,
      latitude::float8 as latitude, longitude::float8 as longitude
    from locations where store_id = $1 and case when $2::bigint is null then is_primary else id = $2 end`,
);

/** Load a location's address, the primary one's without an id; null when the store has no such location. */
export async function sendingPlace(
  db: Queryable,
  store: Store,
  id: number | null,
): Promise<SendingPlace | null> {
  const row = await db.maybeOne<SendingPlace>(statement, [store.id, id]);
  return row ?? null;
}
