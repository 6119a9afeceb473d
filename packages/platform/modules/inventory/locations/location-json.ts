import { operations } from "@souk/contract";
import type { ShownName } from "../../../infrastructure/record-columns.ts";
import { type LocationDocument, type locationColumns, locationColumnUses } from "./location-columns.ts";

/** SQL of what a location's JSON shows beside its columns. */
const derived: Readonly<Record<Exclude<keyof LocationDocument, ShownName<typeof locationColumns>>, string>> =
  {
    location_id: "r.id",
  };

// In the order of the contract.
const documentNames = Object.keys(
  operations.getLocation.response.properties.location.properties,
) as (keyof LocationDocument)[];

/** Build the JSON text of a location `r`, as SQL. `zone` is the placeholder of the store's time zone. */
export function locationJson(zone: string): string {
  const shown: Readonly<Record<keyof LocationDocument, string>> = {
    ...locationColumnUses.json("r", { zone, exponent: "" }),
    ...derived,
  };
  return `row_to_json((select x from (
    select ${documentNames.map((name) => `${shown[name]} as ${name}`).join(", ")}) x))::text`;
}
