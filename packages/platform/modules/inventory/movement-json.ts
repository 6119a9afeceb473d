/**
 * The JSON text of a movement `r`, as SQL, with the name of who made it.
 * @param zone the placeholder of the store's time zone
 */
export function movementJson(zone: string): string {
  return `row_to_json((select x from (select r.id, r.variant_id, r.location_id, r.field, r.change, r.resulting_quantity,
    r.reason, r.reference, json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', ${actorName("r")}) as actor,
    r.order_id, r.purchase_order_id, r.transfer_id,
    souk_time(r.created_at, ${zone}) as created_at, souk_time(r.created_at, ${zone}) as updated_at) x))::text`;
}

/**
 * What the actor of a row is called, as SQL: an app by its handle, an account by its id; null where nothing is known. An
 * e-mail address is nobody's name: apps read this.
 */
function actorName(row: string): string {
  return `case ${row}.actor_kind
    when 'app' then (select app.name from apps app where app.handle = ${row}.actor_id)
    when 'account' then (
      select nullif(account.name, '') from accounts account
      where account.id = case when ${row}.actor_id ~ '^[0-9]{1,18}$' then ${row}.actor_id::bigint end)
    end`;
}
