import type { Queryable } from "@souk/database";
import type { DeliveryState } from "./acknowledge.ts";
import type { BreakerState } from "./breaker.ts";

/** One logged attempt; `at` is ISO 8601 in UTC. */
export interface LoggedAttempt {
  number: number;
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The first 1 KB of the response body. */
  answer: string | null;
}

/** A delivery as shown to the app's partner, without its payload. */
export interface LoggedDelivery {
  id: number;
  /** Null if the event is no longer in the log. */
  event_id: number | null;
  topic: string;
  delivery_sequence: number;
  event_sequence: number;
  state: DeliveryState;
  created_at: Date;
  due_at: Date | null;
  finished_at: Date | null;
  replays: number;
  replayed_at: Date | null;
  attempts: LoggedAttempt[];
}

/** Which deliveries of an installation are loaded. */
export interface DeliveryFilter {
  installation_id: number;
  state: DeliveryState | undefined;
  topic: string | undefined;
  /** Only deliveries with a lower number are returned. */
  before: number | undefined;
  limit: number;
}

/** Load the deliveries to an installation that match a filter, newest first. */
export async function readDeliveryLog(db: Queryable, filter: DeliveryFilter): Promise<LoggedDelivery[]> {
  const { installation_id, state, topic, before, limit } = filter;
  const values = [installation_id, state ?? null, topic ?? null, before ?? null, limit];
  return await db.many<LoggedDelivery>(readLogSql, values);
}

const readLogSql = `
  with page as materialized (
    select * from deliveries
    where installation_id = $1 and ($2::text is null or state = $2) and ($3::text is null or topic = $3)
      and ($4::bigint is null or number < $4)
    order by number desc limit $5)
  select page.id, event.id as event_id, page.topic, page.number as delivery_sequence, page.event_sequence, page.state,
    page.created_at, case when page.state = 'pending' then page.due_at end as due_at, page.finished_at,
    page.replays, page.replayed_at,
    coalesce(logged.attempts, '[]') as attempts
  from page
    left join lateral (
      select id from events
      where store_id = page.store_id and sequence = page.event_sequence and created_at = page.event_created_at
      limit 1) event on true
    left join lateral (
      select json_agg(json_build_object('number', number, 'status', status, 'duration_ms', duration_ms,
        'error', failure, 'answer', answer,
        'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by number) as attempts
      from delivery_attempts where delivery_id = page.id) logged on true
  order by page.number desc`;

/** The health of sending to one subscription. */
export interface LaneHealth {
  subscription_id: number;
  /** At most `maxCounted`. */
  pending_count: number;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  /** Null when the lane has no endpoint. */
  origin: string | null;
  breaker: BreakerState | null;
  failing_since: Date | null;
  last_failure: string | null;
  probe_at: Date | null;
  rate: number | null;
}

/**
 * The maximum number of recent deliveries that are read per installation, and of pending deliveries that are counted per
 * lane. It keeps the query fast.
 */
const maxCounted = 10_000;

/** Load the health of the lanes of an installation's subscriptions. */
export async function readLaneHealth(
  db: Queryable,
  installationId: number,
  subscriptionIds: readonly number[],
): Promise<Map<number, LaneHealth>> {
  const rows = await db.many<LaneHealth>(readHealthSql, [installationId, subscriptionIds, maxCounted]);
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

const readHealthSql = `
  with recent as materialized (
    select subscription_id, max(finished_at) filter (where state = 'delivered') as last_success_at,
      max(id) filter (where attempts > 1 or (attempts = 1 and state <> 'delivered')) as failed_id
    from deliveries
    where installation_id = $1
      and number > (select last_number from delivery_heads where installation_id = $1) - $3::integer
    group by subscription_id)
  select lanes.subscription_id, waiting.pending_count, recent.last_success_at, failed.at as last_failure_at,
    e.origin, e.breaker, e.failing_since, e.last_failure, e.probe_at, e.rate
  from lanes
    left join endpoints e on e.id = lanes.endpoint_id
    left join recent using (subscription_id)
    cross join lateral (
      select count(*) as pending_count from (
        select from deliveries where lane_id = lanes.id and state = 'pending' limit $3::integer) as counted_deliveries) waiting
    left join lateral (
      select max(created_at) as at from delivery_attempts
      where delivery_id = recent.failed_id and status is distinct from 200) failed on true
  where lanes.installation_id = $1 and lanes.subscription_id = any($2::bigint[])`;
