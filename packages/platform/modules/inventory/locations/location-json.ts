import { operations } from "@souk/contract";
import { buildObjectSql, type ShownName } from "../../../infrastructure/record-columns.ts";
import { type LocationDocument, locationColumnFunctions, type locationColumns } from "./location-columns.ts";

/** SQL of the fields of a location's JSON that are not columns of `locations`. */
const derivedFieldSql: Readonly<
  Record<Exclude<keyof LocationDocument, ShownName<typeof locationColumns>>, string>
> = {
  location_id: "r.id",
};

/** Build the SQL of the JSON text of a location `r`. @param zone the SQL placeholder of the store's time zone */
export function buildLocationJson(zone: string): string {
  const { location } = operations.getLocation.response.properties;
  return `${buildObjectSql(location, {
    ...locationColumnFunctions.json("r", { zone, exponent: "" }),
    ...derivedFieldSql,
  })}::text`;
}
