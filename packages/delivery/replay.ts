import type { Queryable } from "@souk/database";
import { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
import { pastTime } from "./lane-states.ts";

/** The result of resending one delivery. `changed` is false if the delivery was already due or nearly due. */
export type ReplayResult =
  | { ok: true; changed: boolean; number: number }
  | { ok: false; reason: "not_found" | "lane_gone" | "event_gone" };

/**
 * Resend one delivery, in any state. It becomes due now and keeps its numbers. Its retry window and retry waits restart.
 *
 * A due delivery is not changed, because a process may be sending it and could not store the outcome if the due time had changed.
 * The lane is locked before the delivery, as when an outcome is stored.
 */
export async function replayDelivery(
  tx: Queryable,
  { installation_id, delivery_id }: { installation_id: number; delivery_id: number },
  clock: DatabaseClock = databaseClock,
): Promise<ReplayResult> {
  const delivery = await tx.maybeOne<FoundDelivery & { event_exists: boolean }>(findDeliverySql, [
    installation_id,
    delivery_id,
  ]);
  if (!delivery) return { ok: false, reason: "not_found" };
  if (!delivery.event_exists) return { ok: false, reason: "event_gone" };
  const laneIds = await lockLanes(tx, [delivery.lane_id]);
  if (laneIds.length === 0) return { ok: false, reason: "lane_gone" };
  const changedCount = await makeDue(tx, clock, laneIds, [delivery], anyStateCondition);
  await wakeLanes(tx, laneIds);
  return { ok: true, changed: changedCount > 0, number: delivery.number };
}

/** Selects the failed deliveries of an installation to resend. */
export interface ReplayFilter {
  installation_id: number;
  /** Of the expired deliveries, only those that expired at or after this time are resent. */
  since: Date;
  topic: string | undefined;
  /** Only deliveries with a higher number are resent. */
  after: number;
}

export interface ReplayBatch {
  /** The number of deliveries that were made due again. */
  replayed: number;
  /** The `after` of the next batch; null if all deliveries have been read. */
  next_after: number | null;
}

/**
 * The maximum numbers of deliveries read and resent in one transaction. They limit how long engines wait for locked lanes.
 */
export interface ReplayBounds {
  maxExamined: number;
  maxReplayed: number;
}

const defaultBounds: ReplayBounds = { maxExamined: 10_000, maxReplayed: 2_000 };

/**
 * Resend a batch of an installation's failed deliveries: those that expired since a time, and those that wait for a retry.
 * Deliveries are read in the order of their numbers, and the caller continues after `next_after`. Deliveries
 * whose subscription has ended or whose event has left the log are skipped.
 */
export async function replayFailed(
  tx: Queryable,
  filter: ReplayFilter,
  { clock = databaseClock, bounds = defaultBounds }: { clock?: DatabaseClock; bounds?: ReplayBounds } = {},
): Promise<ReplayBatch> {
  const { installation_id, since, topic, after } = filter;
  const values = [
    clock.getTestTime(),
    installation_id,
    after,
    bounds.maxExamined,
    since,
    topic ?? null,
    bounds.maxReplayed,
  ];
  const rows = await tx.many<FoundDelivery & { examined: number; last: number; id: number | null }>(
    findFailedSql,
    values,
  );
  const deliveries = rows.filter(({ id }) => id !== null);
  const laneIds = await lockLanes(tx, [...new Set(deliveries.map(({ lane_id }) => lane_id))]);
  const replayed = await makeDue(tx, clock, laneIds, deliveries, failedCondition);
  if (replayed > 0) await wakeLanes(tx, laneIds);
  return { replayed, next_after: computeNextAfter(rows, deliveries, bounds) };
}

function computeNextAfter(
  rows: readonly { examined: number; last: number }[],
  deliveries: readonly FoundDelivery[],
  bounds: ReplayBounds,
): number | null {
  const [{ examined, last } = { examined: 0, last: 0 }] = rows;
  if (deliveries.length === bounds.maxReplayed) return deliveries.at(-1)?.number ?? last;
  return examined === bounds.maxExamined ? last : null;
}

interface FoundDelivery {
  id: number;
  created_at: Date;
  number: number;
  lane_id: number;
}

// Events are deleted from the log by their own age, so a delivery of a past event may exist longer than its event.
const eventExistsCondition = `exists (select from events
  where store_id = d.store_id and sequence = d.event_sequence and created_at = d.event_created_at)`;

// guard replay-of-its-own: with `$1::bigint is not null` instead of `d.installation_id = $1`, replay.test.ts fails
const findDeliverySql = `
  select d.id, d.created_at, d.number, d.lane_id, ${eventExistsCondition} as event_exists
  from deliveries d where d.id = $2 and d.installation_id = $1`;

// A delivery that is due within a second may be read and sent before this transaction commits.
// guard replay-of-what-is-due: with `true` instead of `d.due_at > moment.now + interval '1 second'`, replay.test.ts fails
const notDueCondition = "d.due_at > moment.now + interval '1 second'";

const anyStateCondition = `(d.state <> 'pending' or ${notDueCondition})`;

// A pending delivery must have failed since its last replay. Otherwise a caller that starts over would replay it again and again.
const failedCondition = `(d.state = 'expired' or (d.state = 'pending' and d.attempts > d.attempts_before and ${notDueCondition}))`;

const findFailedSql = `
  with ${momentCte},
    page as materialized (
      select * from deliveries where installation_id = $2 and number > $3 order by number limit $4),
    chosen as (
      select d.id, d.created_at, d.number, d.lane_id from page d, moment
      where ${failedCondition} and (d.state = 'pending' or d.finished_at >= $5) and ($6::text is null or d.topic = $6)
        and ${eventExistsCondition}
      order by d.number limit $7)
  select totals.examined, totals.last, chosen.*
  from (select count(*) as examined, coalesce(max(number), 0) as last from page) totals left join chosen on true
  order by chosen.number`;

/** Lock those of the given lanes that are still open, in the order of their ids. @returns the ids of these lanes */
async function lockLanes(tx: Queryable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const text = `select id from lanes where id = any($1::bigint[]) and kind = 'subscription' and closed_at is null
    order by id for no key update`;
  return (await tx.many<{ id: number }>(text, [ids])).map(({ id }) => id);
}

/**
 * Make deliveries due again. @returns how many changed; deliveries replayed or attempted in the meantime do not change
 */
async function makeDue(
  tx: Queryable,
  clock: DatabaseClock,
  laneIds: readonly number[],
  deliveries: readonly FoundDelivery[],
  condition: string,
): Promise<number> {
  const deliveriesInLanes = deliveries.filter(({ lane_id }) => laneIds.includes(lane_id));
  if (deliveriesInLanes.length === 0) return 0;
  const creationTimes = deliveriesInLanes.map(({ created_at }) => created_at.getTime());
  const ids = deliveriesInLanes.map(({ id }) => id);
  const values = [
    clock.getTestTime(),
    ids,
    new Date(Math.min(...creationTimes)),
    new Date(Math.max(...creationTimes)),
  ];
  return (await tx.query(buildMakeDueSql(condition), values)).rowCount;
}

// $3 and $4 prune the partitions when the statement starts, not by a join at run time (docs/decisions/0005).
const buildMakeDueSql = (condition: string): string => `
  with ${momentCte}
  update deliveries d set state = 'pending', due_at = moment.now, finished_at = null, first_attempt_at = null,
    attempts_before = d.attempts, replays = d.replays + 1, replayed_at = moment.now
  from moment
  where d.id = any($2::bigint[]) and d.created_at >= $3 and d.created_at <= $4 and ${condition}`;

/** Make lanes due now. Probe endpoints whose breaker is open, because a requested replay suggests that they were repaired. */
async function wakeLanes(tx: Queryable, laneIds: readonly number[]): Promise<void> {
  await tx.query(
    `update lanes set wake_at = case when queued_at is null then ${pastTime} end, wake_count = wake_count + 1
     where id = any($1::bigint[])`,
    [laneIds],
  );
  await tx.query(
    `with open_endpoints as materialized (
       select e.id from endpoints e where e.breaker = 'open'
         and e.id in (select endpoint_id from lanes where id = any($1::bigint[])) order by e.id for no key update of e)
     update endpoints e set probe_at = ${pastTime} from open_endpoints where e.id = open_endpoints.id`,
    [laneIds],
  );
}

/** Load an installation's last delivery number; 0 if it has no deliveries. */
export async function loadLastDeliveryNumber(db: Queryable, installationId: number): Promise<number> {
  const text = "select last_number from delivery_heads where installation_id = $1";
  return (await db.maybeOne<{ last_number: number }>(text, [installationId]))?.last_number ?? 0;
}
