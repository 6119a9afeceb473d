/**
 * SQL of a record's name: its name at the time; else the app of an installation, or a member's email address.
 */
const name = `case when r.resource = 'order' then '#' || r.label else coalesce(r.label, case r.resource
  when 'installation' then (select app.name from apps app where app.id = r.parent_id)
  when 'member' then (select account.email from accounts account where account.id = r.resource_id) end) end`;

/**
 * Build the SQL for the JSON text of an entry `r`, with the name of the actor.
 * @param zone the placeholder of the store's time zone
 */
export function entryJson(zone: string): string {
  return `row_to_json((select x from (select r.id, souk_time(r.created_at, ${zone}) as created_at, r.action, r.resource,
    r.resource_id, r.parent_id, ${name} as label, r.before, r.after,
    json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', case r.actor_kind
      when 'app' then (select app.name from apps app where app.handle = r.actor_id)
      when 'account' then (
        select coalesce(nullif(account.name, ''), account.email) from accounts account
        where account.id = case when r.actor_id ~ '^[0-9]{1,18}$' then r.actor_id::bigint end)
      end) as actor,
    r.request_id) x))::text`;
}
