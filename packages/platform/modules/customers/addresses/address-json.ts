import { addressColumns } from "./address-fields.ts";

/**
 * Build the SQL expression for the JSON of an address.
 * @param zone the placeholder of the store's time zone
 * @param alias the alias of the address's row in the query
 */
export function buildAddressJson(zone: string, alias = "a"): string {
  const columns = addressColumns.map((column) =>
    column === "latitude" || column === "longitude"
      ? `trim_scale(${alias}.${column}) as ${column}`
      : `${alias}.${column}`,
  );
  return `row_to_json((select z from (select ${alias}.id, ${alias}.customer_id, ${columns.join(", ")}, ${alias}.is_default,
    souk_time(${alias}.created_at, ${zone}) as created_at, souk_time(${alias}.updated_at, ${zone}) as updated_at) z))`;
}
