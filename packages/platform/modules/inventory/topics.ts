import type { FactRegistry, SqlTopicBuilder } from "../../events/facts.ts";

// WHK-10: exactly these five fields.
const quantityUpdate: SqlTopicBuilder = (source) => `
  select 'inventory_level/inventory_quantity_update'::text as topic, level_id as resource_id,
    row_to_json((select x from (select variant_id, location_id, inventory_quantity, adjustment,
      souk_time(updated_at, timezone) as inventory_level_updated_at) x))::text as payload,
    context, trigger_by_app, updated_at
  from ${source}`;

/** Registers what a change of stock tells: one inventory_level/inventory_quantity_update a level (WHK-10). */
export function registerInventoryTopics(facts: FactRegistry): void {
  facts.onStockChanged(quantityUpdate);
}
