import type { Queryable } from "@souk/database";

// What is deleted and the sum that replaces it are committed together, so a reader's sum is right before and after; rows
// that another fold has taken are skipped.
const text = `
  with crowded as materialized (
    select store_id, resource from resource_counts group by store_id, resource having count(*) > 1),
  gone as (
    delete from resource_counts c using crowded
    where c.store_id = crowded.store_id and c.resource = crowded.resource
    returning c.store_id, c.resource, c.delta)
  insert into resource_counts (store_id, resource, delta)
  select store_id, resource, sum(delta)::bigint from gone group by store_id, resource`;

/** Folds the counts of each store and resource into one row; a job runs it every few seconds. Safe at any time. */
export async function foldCounts(run: Queryable): Promise<void> {
  await run.query(text);
}
