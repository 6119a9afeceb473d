import { securityEventKindNames, securityEventKinds } from "@souk/contract";

const staffKinds = securityEventKindNames.filter((kind) => securityEventKinds[kind].isByStaff);

/** The SQL condition that a staff account caused an event `r` on behalf of the platform, and not as a member of the store. */
export const isByStaffSql = `(r.kind in (${staffKinds.map((kind) => `'${kind}'`).join(", ")}))`;

const actorAccountNameSql = `(select coalesce(nullif(account.name, ''), account.email) from accounts account
  where account.id = case when r.actor_id ~ '^[0-9]{1,18}$' then r.actor_id::bigint end)`;

const actorNameSql = `case r.actor_kind
  when 'app' then (select app.name from apps app where app.handle = r.actor_id)
  when 'account' then ${actorAccountNameSql} end`;

const actorJsonSql = `json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', ${actorNameSql})`;

const accountJsonSql = `(select json_build_object('id', account.id, 'name', account.name, 'email', account.email)
  from accounts account where account.id = r.account_id)`;

const buildCommonColumns = (
  zone: string,
): string => `r.id, souk_time(r.created_at, ${zone}) as created_at, r.kind,
  (select json_build_object('id', app.id, 'name', app.name) from apps app where app.id = r.app_id) as app`;

/**
 * Build the SQL expression for the JSON text of an event `r`, as the people of a store see it. They do not learn which of the
 * platform's staff acted, or from where.
 * @param zone the placeholder of the store's time zone
 */
export function buildEventJson(zone: string): string {
  return `row_to_json((select x from (select ${buildCommonColumns(zone)},
    case when not ${isByStaffSql} then ${accountJsonSql} end as account,
    case when ${isByStaffSql} then json_build_object('kind', 'system', 'id', 'staff', 'name', null) else ${actorJsonSql} end as actor,
    case when ${isByStaffSql} then '' else r.client_address end as client_address,
    case when ${isByStaffSql} then '' else r.user_agent end as user_agent, r.details, r.request_id) x))::text`;
}

/** Build the SQL expression for the JSON text of an event `r`, as the platform's staff see it. @param zone a time zone's placeholder */
export function buildStaffEventJson(zone: string): string {
  return `row_to_json((select x from (select ${buildCommonColumns(zone)}, ${accountJsonSql} as account, ${actorJsonSql} as actor, r.client_address, r.user_agent,
    r.details, r.request_id,
    (select json_build_object('id', store.id, 'name', store.name, 'handle', store.handle)
      from stores store where store.id = r.store_id) as store,
    (select json_build_object('id', partner.id, 'name', partner.name)
      from partners partner where partner.id = r.partner_id) as partner) x))::text`;
}
