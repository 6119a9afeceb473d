import type { OperationResponse, operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { events, installationHistory, movements } from "./sources.ts";

type Activity = OperationResponse<typeof operations.getActivity>["activity"];
type Bucket = Activity["buckets"][number];

/** The period that is counted, and what the reader may see. */
export interface ActivityQuestion {
  store: Store;
  /** The beginnings of the buckets, the oldest first. */
  starts: readonly Date[];
  /** Whether the reader may see products and their stock. */
  sees_products: boolean;
  /** The topics that the reader may not see. */
  hidden: readonly string[];
}

export interface Counted {
  buckets: Bucket[];
  totals: Activity["totals"];
}

// Each source is read once; what is not there counts as 0 in every bucket.
const statement = defineStatement(
  "activity_counts",
  `
    with counted as (
      select width_bucket(r.created_at, $4::timestamptz[]) as n, 'stock' as kind, count(*) as count
      from ${movements} group by 1
      union all
      select width_bucket(r.occurred_at, $4::timestamptz[]), r.kind, count(*) from ${events("$6")} group by 1, 2
      union all
      select width_bucket(r.at, $4::timestamptz[]), 'app', count(*) from ${installationHistory} group by 1),
    bucket as (
      select souk_time(start.at, $5) as start,
        coalesce(sum(count) filter (where kind = 'stock'), 0)::bigint as stock,
        coalesce(sum(count) filter (where kind = 'product'), 0)::bigint as products,
        coalesce(sum(count) filter (where kind = 'app'), 0)::bigint as apps,
        coalesce(sum(count) filter (where kind = 'order'), 0)::bigint as orders,
        coalesce(sum(count) filter (where kind = 'other'), 0)::bigint as other
      from unnest($4::timestamptz[]) with ordinality as start (at, n) left join counted using (n)
      group by start.n, start.at order by start.n)
    select (select json_agg(bucket) from bucket) as buckets, json_build_object(
      'products', case when $3 then (
        select coalesce(sum(delta), 0)::bigint from resource_counts where store_id = $1 and resource = 'products') end,
      'variants', case when $3 then (select count(*) from variants where store_id = $1) end,
      'units_in_stock', case when $3 then (
        select coalesce(sum(total_quantity), 0)::bigint from products where store_id = $1) end,
      'apps_enabled', (select count(*) from installations where store_id = $1 and status = 'enabled')) as totals`,
);

/** Count the events of each bucket, and the store's current totals. */
export async function countActivity(
  db: Queryable,
  { store, starts, sees_products, hidden }: ActivityQuestion,
): Promise<Counted> {
  const values = [store.id, starts[0], sees_products, starts, store.timezone, hidden];
  const row = await db.maybeOne<Counted>(statement, values);
  if (!row) throw new Error("Counting answered no row.");
  return row;
}
