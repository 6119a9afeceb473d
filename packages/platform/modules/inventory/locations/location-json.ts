/** The JSON text of a location `r`, as SQL. `zone` is the placeholder of the store's time zone. */
export function locationJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.id as location_id, r.code, r.name, r.address1, r.address2, r.city,
    r.province_code, r.country_code, r.zip, r.phone, r.email, trim_scale(r.latitude) as latitude,
    trim_scale(r.longitude) as longitude, r.is_primary, r.enabled_pickup, r.is_active,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.updated_at, ${zone}) as updated_at) x))::text`;
}
