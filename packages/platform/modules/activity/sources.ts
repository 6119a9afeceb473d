/**
 * The sources of a store's activity. Each is SQL that follows `from` and includes the alias `r` unless noted. In all of them `$1` is the
 * id of the store and `$2` the start of the period. `$3` is whether the person may see products and changes of their stock.
 */

/** The changes of stock, from the stock ledger. */
export const movementsSource =
  "inventory_movements r where r.store_id = $1 and r.created_at >= $2 and $3::boolean";

/**
 * The SQL condition that leaves out events `e` about stock, because changes of stock come from the ledger. Events about a product's
 * total stock are left out, too. The text must stay equal to the condition of the index `events_activity`, or the index cannot be used.
 */
const notStockCondition = `e.topic not like 'inventory_level/%'
  and (e.topic not like 'product/%' or e.context is null or e.context like 'product/%')`;

/** The SQL condition for events `e` of orders and of their fulfillments, refunds and returns. */
const orderCondition = `(e.topic like 'order/%' or e.topic like 'fulfillment/%' or e.topic like 'refund/%'
  or e.topic like 'order\\_returns/%')`;

/**
 * Build the source of all events with their kind, except events of stock and of apps, which the other sources contain.
 * @param hiddenTopics the placeholder of the topics that the person may not see
 */
export const buildEventsSource = (hiddenTopics: string): string => `(
  select e.*, case when e.topic like 'product/%' then 'product' when ${orderCondition} then 'order' else 'other' end as kind
  from events e
  where e.store_id = $1 and e.created_at >= $2 and ${notStockCondition}
    and e.topic not like 'app/%' and e.topic <> all(${hiddenTopics}::text[])) r`;

/** The events about uninstalled apps. This source has no alias. */
export const uninstallsSource = `(
  select e.* from events e where e.store_id = $1 and e.created_at >= $2 and ${notStockCondition} and e.topic = 'app/uninstall')`;

/**
 * The times at which apps were installed, disabled or uninstalled. If an installation was disabled several times, only the latest
 * time is included.
 */
export const installationHistorySource = `(
  select i.id, i.app_id, change.topic, change.at
  from installations i
  cross join lateral (values
    ('app/install', i.installed_at),
    ('app/disable', i.disabled_at),
    ('app/uninstall', coalesce(i.uninstall_requested_at, i.uninstalled_at))) as change (topic, at)
  where i.store_id = $1 and change.at >= $2) r`;
