/**
 * Build the SQL query that selects an `inventory_level/inventory_quantity_update` event for each level, with exactly five payload
 * fields (WHK-10).
 * @param source the name of the table expression with the changed levels
 */
export function buildLevelEventsSql(source: string): string {
  return `
  select 'inventory_level/inventory_quantity_update'::text as topic, level_id as resource_id,
    row_to_json((select x from (select variant_id, location_id, inventory_quantity, adjustment,
      souk_time(updated_at, timezone) as inventory_level_updated_at) x))::text as payload,
    context, trigger_by_app, updated_at
  from ${source}`;
}

/**
 * Build the SQL query that selects a `product/update` event for each product of the changed levels (WHK-13). The event has no
 * payload, because a product's snapshot is large and a stock change must stay fast. The payload is rendered later.
 * @param source the name of the table expression with the changed levels
 */
export function buildProductEventsSql(source: string): string {
  return `
  select 'product/update'::text as topic, product_id as resource_id, null::text as payload, context, trigger_by_app,
    max(updated_at) as updated_at
  from ${source} group by product_id, context, trigger_by_app`;
}
