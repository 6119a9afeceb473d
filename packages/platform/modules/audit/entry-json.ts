/**
 * The SQL expression for the label of an entry: the number of an order, the name that the record had when it was changed, the name of
 * an installation's app, or the email address of a member.
 */
const labelSql = `case when r.resource = 'order' then '#' || r.label else coalesce(r.label, case r.resource
  when 'installation' then (select app.name from apps app where app.id = r.parent_id)
  when 'member' then (select account.email from accounts account where account.id = r.resource_id) end) end`;

/**
 * Build the SQL expression for the JSON text of an entry `r`, with the name of its actor.
 * @param zone the placeholder of the store's time zone
 */
export function buildEntryJson(zone: string): string {
  return `row_to_json((select x from (select r.id, souk_time(r.created_at, ${zone}) as created_at, r.action, r.resource,
    r.resource_id, r.parent_id, ${labelSql} as label, r.before, r.after,
    json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', case r.actor_kind
      when 'app' then (select app.name from apps app where app.handle = r.actor_id)
      when 'account' then (
        select coalesce(nullif(account.name, ''), account.email) from accounts account
        where account.id = case when r.actor_id ~ '^[0-9]{1,18}$' then r.actor_id::bigint end)
      end) as actor,
    r.request_id) x))::text`;
}
