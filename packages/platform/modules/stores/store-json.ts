/**
 * Build the SQL expression for the JSON text of a row of `stores` with the alias `r`. In the `returning` clause of an update, the
 * JSON has the store's new values, and its times are in the new time zone. But its list of currencies is from before the statement.
 * @param domain the placeholder of the store's hostname
 */
export function buildStoreJson(domain: string): string {
  return `row_to_json((select x from (select r.id, r.name, r.handle, ${domain}::text as domain, r.email, r.phone,
    r.address1, r.address2, r.city, r.province_code, r.zip, r.country_code, r.currency_code,
    (select json_agg(c.code order by c.code <> r.currency_code, c.id) from currencies c where c.store_id = r.id)
      as currencies, r.timezone, r.locale, r.plan_name,
    souk_time(r.created_at, r.timezone) as created_at, souk_time(r.updated_at, r.timezone) as updated_at) x))::text`;
}
