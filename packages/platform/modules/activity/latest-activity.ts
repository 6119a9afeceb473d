import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { ActivityQuestion } from "./count-activity.ts";
import { events, installationHistory, movements, uninstalls } from "./sources.ts";

type Entry = OperationResponse<typeof operations.getActivity>["activity"]["entries"][number];

const maxEntries = 50;
/** The maximum number of ledger lines within which those of one request are combined. */
const maxMovements = 500;

const moved = `
  select 'm' || one.id as id, one.created_at as at, 'stock' as kind,
    'inventory_level/inventory_quantity_update' as topic, null::bigint as sequence, one.variant_id as resource_id,
    v.product_id, null::bigint as order_id, p.title || coalesce(' · ' || nullif(form.name, ''), '') as title, null as client_id,
    json_build_object('location_name', place.name, 'change', one.change, 'resulting_quantity', one.resulting_quantity,
      'reason', one.reason, 'count', one.count) as stock,
    one.actor_kind, one.actor_id
  from (
    select distinct on (r.request_id) r.*, count(*) over (partition by r.request_id) as count
    from (select r.* from ${movements} order by r.created_at desc, r.id desc limit ${maxMovements}) r
    order by r.request_id, r.created_at desc, r.id desc) one
  left join variants v on v.store_id = $1 and v.id = one.variant_id
  left join products p on p.store_id = $1 and p.id = v.product_id
  left join locations place on place.store_id = $1 and place.id = one.location_id
  left join lateral (
    select string_agg(o.name, ' / ' order by t.position, t.id) as name
    from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
    where o.store_id = $1 and o.id = any(v.option_ids)) form on true`;

const eventsSql = `
  select 'e' || r.sequence, r.occurred_at, r.kind, r.topic, r.sequence, r.resource_id,
    case when r.kind = 'product' then r.resource_id end, sold.id,
    case when r.kind = 'order' then '#' || sold.number when r.kind = 'product' then (select title from products where store_id = $1 and id = r.resource_id)
      when r.topic = 'store/update' then (select name from stores where id = $1)
      when r.topic like 'location/%' then (select name from locations where store_id = $1 and id = r.resource_id) end,
    null, null::json, r.actor_kind, r.actor_id
  from (select r.* from ${events("$5")} order by r.created_at desc, r.sequence desc limit ${maxEntries}) r
  left join orders sold on r.kind = 'order' and sold.store_id = $1 and sold.id = case
    when r.topic like 'order/%' then r.resource_id
    when r.topic like 'fulfillment/%' then (select order_id from fulfillments where store_id = $1 and id = r.resource_id)
    when r.topic like 'refund/%' then (select order_id from refunds where store_id = $1 and id = r.resource_id)
    else (select order_id from order_returns where store_id = $1 and id = r.resource_id) end`;

// Who installed is known from the approval, who uninstalled from the event, both as long as these are kept.
const switched = `
  select 'i' || r.id || r.topic, r.at, 'app', r.topic, gone.sequence, r.id, null::bigint, null::bigint, app.name, app.client_id,
    null::json,
    case when approved.account_id is null then gone.actor_kind else 'account' end,
    coalesce(approved.account_id::text, gone.actor_id)
  from (select r.* from ${installationHistory} order by r.at desc limit ${maxEntries}) r
  join apps app on app.id = r.app_id
  left join lateral (
    select c.account_id from authorization_codes c
    where r.topic = 'app/install' and c.installation_id = r.id order by c.created_at limit 1) approved on true
  left join ${uninstalls} gone on gone.resource_id = r.id and r.topic = gone.topic`;

const statement = defineStatement(
  "activity_latest",
  `
    select r.id, souk_time(r.at, $4) as at, r.kind, r.topic, r.sequence, r.resource_id, r.product_id, r.order_id,
      r.title,
      r.client_id, r.stock, case when r.actor_kind is not null then json_build_object(
        'kind', r.actor_kind, 'id', r.actor_id, 'name', coalesce(actor_app.name, nullif(person.name, ''), person.email))
      end as actor
    from (
      select * from ((${moved}) union all (${eventsSql}) union all (${switched})) every
      order by every.at desc, every.id desc limit ${maxEntries}) r
    left join apps actor_app on r.actor_kind = 'app' and actor_app.handle = r.actor_id
    left join accounts person on person.id =
      case when r.actor_kind = 'account' and r.actor_id ~ '^[0-9]{1,18}$' then r.actor_id::bigint end
    order by r.at desc, r.id desc`,
);

/** List the latest activity as data for sentences, the newest first. */
export async function latestActivity(
  db: Queryable,
  { store, starts, sees_products, hidden }: ActivityQuestion,
): Promise<Entry[]> {
  const values = [store.id, starts[0], sees_products, store.timezone, hidden];
  return await db.many<Entry>(statement, values);
}
