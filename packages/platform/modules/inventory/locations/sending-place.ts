import type { Queryable } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

/** Where a location is, for whoever fetches something there. */
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

const statement = {
  name: "location_sending_place",
  text: `
    select name, phone, email, address1, address2, city, zip, province_code, country_code,
      latitude::float8 as latitude, longitude::float8 as longitude
    from locations where store_id = $1 and case when $2::bigint is null then is_primary else id = $2 end`,
};

/** A location's place, the primary one's without an id; null when it is none of the store's. */
export async function sendingPlace(
  run: Queryable,
  store: Store,
  id: number | null,
): Promise<SendingPlace | null> {
  const { rows } = await run.query<SendingPlace>(statement, [store.id, id]);
  return rows[0] ?? null;
}
