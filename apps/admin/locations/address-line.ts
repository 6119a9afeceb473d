import { countryName } from "@souk/contract";
import type { Location } from "./location-queries.ts";

/** An address in one line; empty when nothing is known of it. */
export function addressLine(location: Location): string {
  const { address1, address2, zip, city, province_code, country_code } = location;
  const parts = [address1, address2, `${zip} ${city}`.trim(), province_code, countryName(country_code)];
  return parts.filter((part) => part !== "").join(", ");
}
