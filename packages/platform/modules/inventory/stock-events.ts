/**
 * Build the select of `inventory_level/inventory_quantity_update`, one event a level, with exactly five fields (WHK-10).
 * @param source the table expression of the changed levels
 */
export function selectLevelEvents(source: string): string {
  return `
  select 'inventory_level/inventory_quantity_update'::text as topic, level_id as resource_id,
    row_to_json((select x from (select variant_id, location_id, inventory_quantity, adjustment,
      souk_time(updated_at, timezone) as inventory_level_updated_at) x))::text as payload,
    context, trigger_by_app, updated_at
  from ${source}`;
}

/**
 * Build the select of `product/update`, one event a product, since stock is part of its product (WHK-13). The event is a stub:
 * a product's snapshot is large, and a change of stock must stay small.
 * @param source the table expression of the changed levels
 */
export function selectProductEvents(source: string): string {
  return `
  select 'product/update'::text as topic, product_id as resource_id, null::text as payload, context, trigger_by_app,
    max(updated_at) as updated_at
  from ${source} group by product_id, context, trigger_by_app`;
}
