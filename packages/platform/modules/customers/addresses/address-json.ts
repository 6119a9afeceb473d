import { addressColumns } from "./address-fields.ts";

/**
 * The JSON of an address, as SQL.
 * @param zone the placeholder of the store's time zone
 * @param of what its row is called
 */
export function addressJson(zone: string, of = "a"): string {
  const columns = addressColumns.map((column) =>
    column === "latitude" || column === "longitude"
      ? `trim_scale(${of}.${column}) as ${column}`
      : `${of}.${column}`,
  );
  return `row_to_json((select z from (select ${of}.id, ${of}.customer_id, ${columns.join(", ")}, ${of}.is_default,
    souk_time(${of}.created_at, ${zone}) as created_at, souk_time(${of}.updated_at, ${zone}) as updated_at) z))`;
}
