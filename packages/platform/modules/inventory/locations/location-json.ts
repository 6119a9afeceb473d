import { operations } from "@souk/contract";
import type { ShownName } from "../../../infrastructure/record-columns.ts";
import { type LocationDocument, locationColumnFunctions, type locationColumns } from "./location-columns.ts";

/** SQL of the fields of a location's JSON that are not columns of `locations`. */
const derivedFieldSql: Readonly<
  Record<Exclude<keyof LocationDocument, ShownName<typeof locationColumns>>, string>
> = {
  location_id: "r.id",
};

// The field names in the order in which the contract lists them.
const fieldNames = Object.keys(
  operations.getLocation.response.properties.location.properties,
) as (keyof LocationDocument)[];

/** Build the SQL of the JSON text of a location `r`. @param zone the SQL placeholder of the store's time zone */
export function buildLocationJson(zone: string): string {
  const fieldSql: Readonly<Record<keyof LocationDocument, string>> = {
    ...locationColumnFunctions.json("r", { zone, exponent: "" }),
    ...derivedFieldSql,
  };
  return `row_to_json((select x from (
    select ${fieldNames.map((name) => `${fieldSql[name]} as ${name}`).join(", ")}) x))::text`;
}
