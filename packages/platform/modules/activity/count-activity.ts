import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildEventsSource, installationHistorySource, movementsSource } from "./sources.ts";

type Activity = OperationResponse<typeof operations.getActivity>["activity"];
type Bucket = Activity["buckets"][number];

/** A request for a store's activity, with the access of the person who sends it. */
export interface ActivityQuery {
  store: Store;
  /** The start of each bucket, oldest first. */
  starts: readonly Date[];
  /** Whether the person may see products, with the units in stock. */
  can_read_products: boolean;
  /** Whether the person may see products and each change of their stock. */
  can_read_movements: boolean;
  /** The topics whose events the person may not see. */
  hidden_topics: readonly string[];
}

export interface ActivityCounts {
  buckets: Bucket[];
  totals: Activity["totals"];
}

// The statement reads each source once. A kind of activity without events counts as 0 in every bucket.
const statement = defineStatement(
  "activity_counts",
  `
    with counts as (
      select width_bucket(r.created_at, $4::timestamptz[]) as n, 'stock' as kind, count(*) as count
      from ${movementsSource} group by 1
      union all
      select width_bucket(r.occurred_at, $4::timestamptz[]), r.kind, count(*) from ${buildEventsSource("$6")} group by 1, 2
      union all
      select width_bucket(r.at, $4::timestamptz[]), 'app', count(*) from ${installationHistorySource} group by 1),
    bucket as (
      select souk_time(start.at, $5) as start,
        coalesce(sum(count) filter (where kind = 'stock'), 0)::bigint as stock,
        coalesce(sum(count) filter (where kind = 'product'), 0)::bigint as products,
        coalesce(sum(count) filter (where kind = 'app'), 0)::bigint as apps,
        coalesce(sum(count) filter (where kind = 'order'), 0)::bigint as orders,
        coalesce(sum(count) filter (where kind = 'other'), 0)::bigint as other
      from unnest($4::timestamptz[]) with ordinality as start (at, n) left join counts using (n)
      group by start.n, start.at order by start.n)
    select (select json_agg(bucket) from bucket) as buckets, json_build_object(
      'products', case when $7 then (
        select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products') end,
      'variants', case when $7 then (select count(*) from variants where store_id = $1) end,
      'units_in_stock', case when $7 then (
        select coalesce(sum(total_quantity), 0)::bigint from products where store_id = $1) end,
      'apps_enabled', (select count(*) from installations where store_id = $1 and status = 'enabled')) as totals`,
);

/** Count the activity in each bucket, and load the store's current totals. */
export async function countActivity(
  db: Queryable,
  { store, starts, can_read_products, can_read_movements, hidden_topics }: ActivityQuery,
): Promise<ActivityCounts> {
  const values = [
    store.id,
    starts[0],
    can_read_movements,
    starts,
    store.timezone,
    hidden_topics,
    can_read_products,
  ];
  const row = await db.maybeOne<ActivityCounts>(statement, values);
  if (!row) throw new Error("The activity counts have no row.");
  return row;
}
