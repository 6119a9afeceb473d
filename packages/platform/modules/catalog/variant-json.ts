/** Placeholders of what the JSON of a store's records is written with. */
export interface Writing {
  /** The store's IANA time zone. */
  zone: string;
  /** Decimals of the store's currency. */
  exponent: string;
}

/** A price as text with the currency's decimals, as SQL; null stays null. */
export function moneyText(amount: string, { exponent }: Writing): string {
  return `round(${amount}, ${exponent}::integer)::text`;
}

/** The JSON of a variant `v`, as SQL (PRD-4). */
export function variantJson(writing: Writing): string {
  const { zone } = writing;
  const own = `from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
      where o.store_id = v.store_id and o.id = any(v.option_ids)`;
  return `row_to_json((select x from (select v.id, v.product_id, v.image_id,
    (select string_agg(o.name, ' / ' order by t.position, t.id) ${own}) as name,
    array_to_json(array(
      select row_to_json((select y from (select t.id as variant_type_id, o.id as variant_option_id, t.name, o.name as value) y))
      ${own} order by t.position, t.id)) as options,
    v.sku, v.barcode, ${moneyText("v.price", writing)} as price,
    ${moneyText("v.compare_at_price", writing)} as compare_at_price,
    ${moneyText("v.cost_price", writing)} as cost_price,
    v.inventory_quantity, v.inventory_policy, v.taxable, v.shipping_required,
    trim_scale(v.weight) as weight, v.weight_unit, v.grams,
    trim_scale(v.width) as width, trim_scale(v.height) as height, trim_scale(v.length) as length,
    v.position, v.is_enabled,
    souk_time(v.created_at, ${zone}) as created_at, souk_time(v.updated_at, ${zone}) as updated_at) x))`;
}
