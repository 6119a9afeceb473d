/** What happened, as SQL: `$1` is the store, `$2` the moment from which on, `$3` whether the reader may see products. */

/** Changes of stock: lines of the ledger. */
export const movements = "inventory_movements r where r.store_id = $1 and r.created_at >= $2 and $3::boolean";

/**
 * Those of a store's events `e` that are not about stock: changes of it stand in the ledger, also where they change a product's
 * totals. In these words, since the index `events_told` holds no others.
 */
const told = `e.topic not like 'inventory_level/%'
  and (e.topic not like 'product/%' or e.context is null or e.context like 'product/%')`;

/** Those of orders and of what belongs to them. */
const ofOrder = `(e.topic like 'order/%' or e.topic like 'fulfillment/%' or e.topic like 'refund/%'
  or e.topic like 'order\\_returns/%')`;

/**
 * Events that are told as such, with their kind. Those of apps stand in the history of installations.
 * @param hidden the placeholder of the topics that the reader is not told of
 */
export const events = (hidden: string): string => `(
  select e.*, case when e.topic like 'product/%' then 'product' when ${ofOrder} then 'order' else 'other' end as kind
  from events e
  where e.store_id = $1 and e.created_at >= $2 and ${told}
    and e.topic not like 'app/%' and e.topic <> all(${hidden}::text[])) r`;

/** Events of uninstalling. */
export const uninstalls = `(
  select e.* from events e where e.store_id = $1 and e.created_at >= $2 and ${told} and e.topic = 'app/uninstall')`;

/** What happened to installations. Of what happened to one twice, the last time is kept. */
export const installationHistory = `(
  select i.id, i.app_id, happened.topic, happened.at
  from installations i
  cross join lateral (values
    ('app/install', i.installed_at),
    ('app/disable', i.disabled_at),
    ('app/uninstall', coalesce(i.uninstall_requested_at, i.uninstalled_at))) as happened (topic, at)
  where i.store_id = $1 and happened.at >= $2) r`;
