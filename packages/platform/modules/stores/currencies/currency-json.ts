/**
 * Build the SQL expression for the JSON text of a row of `currencies` with the alias `r`.
 * @param zone the placeholder of the store's time zone
 */
export function buildCurrencyJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.code, trim_scale(r.rate)::text as rate,
    (select own.currency_code = r.code from stores own where own.id = r.store_id) as is_default,
    r.rounding::text as rounding, souk_time(r.created_at, ${zone}) as created_at,
    souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
