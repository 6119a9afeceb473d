import type { Queryable } from "@souk/database";
import { maskMessage } from "../failures/mask-values.ts";
import { type Part, storeSql, toTime } from "./health-deps.ts";

/** The maximum number of rows that one query counts. */
const maxCounted = 10_000;

// The index deliveries_pending has only deliveries that are not sent yet. At most 10,000 of them are read, beginning with those in
// the oldest partitions. The inbox has only events that are not numbered yet.
const queueText = `
  select waiting.count as waiting_count, waiting.oldest_at as oldest_waiting_at,
    (select min(occurred_at) from (select occurred_at from event_inbox order by id limit ${maxCounted}) inbox)
      as oldest_unnumbered_event_at
  from (
    select count(*) as count, min(created_at) as oldest_at
    from (select created_at from deliveries where state = 'pending' limit ${maxCounted}) pending) waiting`;

// With the BRIN index delivery_attempts_created, only the blocks that were written in the last hour are read.
const attemptsText = `
  select period.start, coalesce(counted.delivered, 0) as delivered, coalesce(counted.failed, 0) as failed
  from generate_series(date_bin('6 minutes', $1::timestamptz, 'epoch') - interval '54 minutes',
      date_bin('6 minutes', $1::timestamptz, 'epoch'), interval '6 minutes') as period (start)
    left join (
      select date_bin('6 minutes', created_at, 'epoch') as start, count(*) filter (where status = 200) as delivered,
        count(*) filter (where status is distinct from 200) as failed
      from delivery_attempts
      where created_at >= date_bin('6 minutes', $1::timestamptz, 'epoch') - interval '54 minutes'
      group by 1) counted using (start)
  order by period.start`;

interface QueueRow {
  waiting_count: number;
  oldest_waiting_at: Date | null;
  oldest_unnumbered_event_at: Date | null;
}

/** Read the delivery queues, and the attempts of the last hour. */
export async function readDeliveries(tx: Queryable, now: Date): Promise<Part<"deliveries">> {
  const queue = await tx.one<QueueRow>(queueText);
  const periods = await tx.many<{ start: Date; delivered: number; failed: number }>(attemptsText, [now]);
  return {
    waiting_count: queue.waiting_count,
    oldest_waiting_at: toTime(queue.oldest_waiting_at),
    oldest_unnumbered_event_at: toTime(queue.oldest_unnumbered_event_at),
    periods: periods.map((period) => ({ ...period, start: period.start.toISOString() })),
  };
}

// The index endpoints_failing has only failing endpoints. Lanes and deliveries are read only for the 50
// endpoints that are shown, and only up to a maximum.
const endpointsText = `
  select json_build_object('id', app.id, 'name', app.name, 'handle', app.handle) as app, endpoint.origin,
    endpoint.failing_since, endpoint.last_failure, endpoint.probe_at, waiting.count as waiting_count,
    coalesce(lane_stores.stores, '[]') as stores, lane_stores.count as store_count
  from (
      select * from endpoints where failing_since is not null order by failing_since, id limit 50) endpoint
    join apps app on app.id = endpoint.app_id
    cross join lateral (
      select count(*) as count from (
        select from lanes lane join deliveries delivery on delivery.lane_id = lane.id and delivery.state = 'pending'
        where lane.endpoint_id = endpoint.id limit 1000) pending) waiting
    cross join lateral (
      select count(*) as count, json_agg(${storeSql}) filter (where position <= 3) as stores
      from (
        select store_id, row_number() over (order by store_id) as position
        from (select distinct store_id from (
          select store_id from lanes where endpoint_id = endpoint.id limit 1000) lane) distinct_stores) lane_store
        join stores store on store.id = lane_store.store_id) lane_stores
  order by endpoint.failing_since, endpoint.id`;

const failingCountText = `select count(*) as count from (
  select from endpoints where failing_since is not null limit ${maxCounted}) failing`;

type FailingEndpoint = Part<"endpoints">["failing"][number];

interface EndpointRow
  extends Pick<FailingEndpoint, "app" | "origin" | "waiting_count" | "stores" | "store_count"> {
  failing_since: Date;
  last_failure: string | null;
  probe_at: Date | null;
}

/** Count the failing endpoints, and read the 50 that have been failing longest, sorted by the start of the failure. */
export async function readEndpoints(tx: Queryable): Promise<Part<"endpoints">> {
  const { count } = await tx.one<{ count: number }>(failingCountText);
  const rows = await tx.many<EndpointRow>(endpointsText);
  return {
    failing_count: count,
    failing: rows.map(({ failing_since, last_failure, probe_at, ...row }) => ({
      ...row,
      failing_since: failing_since.toISOString(),
      last_error: last_failure === null ? null : maskMessage(last_failure, 300),
      next_attempt_at: toTime(probe_at),
    })),
  };
}
