import { buildActorJson } from "../../infrastructure/actor-json.ts";

/**
 * Build the SQL of the JSON text of a movement `r`, with its actor's name.
 * @param zone the SQL placeholder of the store's time zone
 */
export function buildMovementJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.variant_id, r.location_id, r.field, r.change, r.resulting_quantity,
    r.reason, r.reference, ${buildActorJson("r")} as actor,
    r.order_id, r.purchase_order_id, r.transfer_id,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.created_at, ${zone}) as updated_at) x))::text`;
}
