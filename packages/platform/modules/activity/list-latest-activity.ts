import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { ActivityQuery } from "./count-activity.ts";
import {
  buildEventsSource,
  installationHistorySource,
  movementsSource,
  uninstallsSource,
} from "./sources.ts";

type Entry = OperationResponse<typeof operations.getActivity>["activity"]["entries"][number];

const maxEntries = 50;
/** The maximum number of stock changes that are read. Stock changes of the same request are combined into one entry. */
const maxMovements = 500;

const stockEntriesSql = `
  select 'm' || change.id as id, change.created_at as at, 'stock' as kind,
    'inventory_level/inventory_quantity_update' as topic, null::bigint as sequence, change.variant_id as resource_id,
    v.product_id, null::bigint as order_id, p.title || coalesce(' · ' || nullif(options.names, ''), '') as title, null as client_id,
    json_build_object('location_name', location.name, 'change', change.change, 'resulting_quantity', change.resulting_quantity,
      'reason', change.reason, 'count', change.count) as stock,
    change.actor_kind, change.actor_id
  from (
    select distinct on (r.request_id) r.*, count(*) over (partition by r.request_id) as count
    from (select r.* from ${movementsSource} order by r.created_at desc, r.id desc limit ${maxMovements}) r
    order by r.request_id, r.created_at desc, r.id desc) change
  left join variants v on v.store_id = $1 and v.id = change.variant_id
  left join products p on p.store_id = $1 and p.id = v.product_id
  left join locations location on location.store_id = $1 and location.id = change.location_id
  left join lateral (
    select string_agg(o.name, ' / ' order by t.position, t.id) as names
    from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
    where o.store_id = $1 and o.id = any(v.option_ids)) options on true`;

const eventEntriesSql = `
  select 'e' || r.sequence, r.occurred_at, r.kind, r.topic, r.sequence, r.resource_id,
    case when r.kind = 'product' then r.resource_id end, o.id,
    case when r.kind = 'order' then '#' || o.number when r.kind = 'product' then (select title from products where store_id = $1 and id = r.resource_id)
      when r.topic = 'store/update' then (select name from stores where id = $1)
      when r.topic like 'location/%' then (select name from locations where store_id = $1 and id = r.resource_id) end,
    null, null::json, r.actor_kind, r.actor_id
  from (select r.* from ${buildEventsSource("$5")} order by r.created_at desc, r.sequence desc limit ${maxEntries}) r
  left join orders o on r.kind = 'order' and o.store_id = $1 and o.id = case
    when r.topic like 'order/%' then r.resource_id
    when r.topic like 'fulfillment/%' then (select order_id from fulfillments where store_id = $1 and id = r.resource_id)
    when r.topic like 'refund/%' then (select order_id from refunds where store_id = $1 and id = r.resource_id)
    else (select order_id from order_returns where store_id = $1 and id = r.resource_id) end`;

// The actor of an installation comes from its approval, and the actor of an uninstallation from its event. If the approval or the
// event is no longer stored, the entry has no actor.
const installationEntriesSql = `
  select 'i' || r.id || r.topic, r.at, 'app', r.topic, uninstall.sequence, r.id, null::bigint, null::bigint, app.name, app.client_id,
    null::json,
    case when approval.account_id is null then uninstall.actor_kind else 'account' end,
    coalesce(approval.account_id::text, uninstall.actor_id)
  from (select r.* from ${installationHistorySource} order by r.at desc limit ${maxEntries}) r
  join apps app on app.id = r.app_id
  left join lateral (
    select c.account_id from authorization_codes c
    where r.topic = 'app/install' and c.installation_id = r.id order by c.created_at limit 1) approval on true
  left join ${uninstallsSource} uninstall on uninstall.resource_id = r.id and r.topic = uninstall.topic`;

const statement = defineStatement(
  "activity_latest",
  `
    select r.id, souk_time(r.at, $4) as at, r.kind, r.topic, r.sequence, r.resource_id, r.product_id, r.order_id,
      r.title,
      r.client_id, r.stock, case when r.actor_kind is not null then json_build_object(
        'kind', r.actor_kind, 'id', r.actor_id, 'name', coalesce(actor_app.name, nullif(person.name, ''), person.email))
      end as actor
    from (
      select * from ((${stockEntriesSql}) union all (${eventEntriesSql}) union all (${installationEntriesSql})) entry
      order by entry.at desc, entry.id desc limit ${maxEntries}) r
    left join apps actor_app on r.actor_kind = 'app' and actor_app.handle = r.actor_id
    left join accounts person on person.id =
      case when r.actor_kind = 'account' and r.actor_id ~ '^[0-9]{1,18}$' then r.actor_id::bigint end
    order by r.at desc, r.id desc`,
);

/** List the latest entries of a store's activity, newest first. The panel builds the sentences that describe them. */
export async function listLatestActivity(
  db: Queryable,
  { store, starts, can_read_movements, hidden_topics }: ActivityQuery,
): Promise<Entry[]> {
  const values = [store.id, starts[0], can_read_movements, store.timezone, hidden_topics];
  return await db.many<Entry>(statement, values);
}
