/**
 * SQL of a store's activity: `$1` is the store, `$2` the earliest moment, `$3` whether the reader may see
 * products.
 */

/** Changes of stock: lines of the ledger. */
export const movements = "inventory_movements r where r.store_id = $1 and r.created_at >= $2 and $3::boolean";

/**
 * SQL condition: events `e` that are not about stock, whose changes are in the ledger, also where they change
 * a product's totals. Keep these exact words, since the index `events_activity` contains no other events.
 */
const shownCondition = `e.topic not like 'inventory_level/%'
  and (e.topic not like 'product/%' or e.context is null or e.context like 'product/%')`;

/** SQL condition: events of orders and their parts. */
const ofOrder = `(e.topic like 'order/%' or e.topic like 'fulfillment/%' or e.topic like 'refund/%'
  or e.topic like 'order\\_returns/%')`;

/**
 * Build the SQL of the listed events, with their kind. Those of apps are in the history of installations.
 * @param hidden the placeholder of the topics that the reader may not see
 */
export const events = (hidden: string): string => `(
  select e.*, case when e.topic like 'product/%' then 'product' when ${ofOrder} then 'order' else 'other' end as kind
  from events e
  where e.store_id = $1 and e.created_at >= $2 and ${shownCondition}
    and e.topic not like 'app/%' and e.topic <> all(${hidden}::text[])) r`;

/** SQL of the events of uninstalling. */
export const uninstalls = `(
  select e.* from events e where e.store_id = $1 and e.created_at >= $2 and ${shownCondition} and e.topic = 'app/uninstall')`;

/**
 * SQL of the history of installations. Of repeated changes of one installation, only the last is included.
 */
export const installationHistory = `(
  select i.id, i.app_id, happened.topic, happened.at
  from installations i
  cross join lateral (values
    ('app/install', i.installed_at),
    ('app/disable', i.disabled_at),
    ('app/uninstall', coalesce(i.uninstall_requested_at, i.uninstalled_at))) as happened (topic, at)
  where i.store_id = $1 and happened.at >= $2) r`;
