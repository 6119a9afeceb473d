/**
 * Build the SQL of the JSON text of an inventory level (INV-1).
 * @param row the SQL alias of the level's row
 * @param zone the SQL placeholder of the store's time zone
 */
export function buildLevelJson(row: string, zone: string): string {
  return `row_to_json((select x from (select ${row}.id, ${row}.variant_id, ${row}.location_id,
    ${row}.inventory_quantity, ${row}.committed_inventory_quantity, ${row}.incoming_inventory_quantity,
    ${row}.reserved_inventory_quantity, souk_time(${row}.created_at, ${zone}) as created_at,
    souk_time(${row}.updated_at, ${zone}) as updated_at) x))::text`;
}
