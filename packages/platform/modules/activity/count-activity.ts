import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { events, installationHistory, movements } from "./sources.ts";

type Activity = AnswerOf<typeof operations.getActivity>["activity"];
type Bucket = Activity["buckets"][number];

/** What is counted, and for whom. */
export interface ActivityQuestion {
  store: Store;
  /** When each bucket begins, the oldest first. */
  starts: readonly Date[];
  /** Whether the reader may see products and their stock. */
  sees_products: boolean;
  /** Topics of what the reader may not see. */
  hidden: readonly string[];
}

export interface Counted {
  buckets: Bucket[];
  totals: Activity["totals"];
}

// Each source is read once; what is not there counts as 0 in every bucket.
const statement = {
  name: "activity_counts",
  text: `
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
};

/** How much happened in each bucket, and what the shop has now. */
export async function countActivity(
  run: Queryable,
  { store, starts, sees_products, hidden }: ActivityQuestion,
): Promise<Counted> {
  const values = [store.id, starts[0], sees_products, starts, store.timezone, hidden];
  const { rows } = await run.query<Counted>(statement, values);
  if (!rows[0]) throw new Error("Counting answered no row.");
  return rows[0];
}
