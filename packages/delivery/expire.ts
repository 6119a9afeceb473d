import { buildNotLeasedCondition, type Database, type Transaction } from "@souk/database";
import { type DatabaseClock, databaseClock, momentCte } from "./database-clock.ts";
import { maxFirstWaitMs, retryWindowMs } from "./schedule.ts";

/** The maximum number of deliveries that one transaction expires, so that no process waits long for their lanes. */
const defaultBatchSize = 1_000;

/**
 * Expire deliveries that have waited too long in lanes without an owner: 48 hours after the first attempt, or 7 days
 * without an attempt. So a delivery expires even while its endpoint's breaker is open or its app is disabled or suspended.
 * An expired delivery can be replayed.
 *
 * Leased or locked lanes are skipped, because the process that holds a lane expires its overdue deliveries.
 *
 * @param stopping the signal after which no further transaction starts
 * @returns the number of expired deliveries
 */
export async function expireDeliveries(
  database: Database,
  clock: DatabaseClock = databaseClock,
  { batchSize = defaultBatchSize, stopping }: { batchSize?: number; stopping?: AbortSignal } = {},
): Promise<number> {
  let expiredCount = 0;
  let next: Position | null = { lane_id: 0, due_at: new Date(0), id: 0 };
  while (next !== null && !stopping?.aborted) {
    const position: Position = next;
    const batch = await database.transaction((tx) => expireBatch(tx, clock, position, batchSize));
    expiredCount += batch.expiredCount;
    next = batch.next;
  }
  return expiredCount;
}

/** A position in the index of pending deliveries, after which the next batch continues. */
interface Position {
  lane_id: number;
  due_at: Date;
  id: number;
}

async function expireBatch(
  tx: Transaction,
  clock: DatabaseClock,
  after: Position,
  batchSize: number,
): Promise<{ expiredCount: number; next: Position | null }> {
  const windowsMs = [retryWindowMs, maxFirstWaitMs];
  const values = [clock.getTestTime(), ...windowsMs, after.lane_id, after.due_at, after.id, batchSize];
  const rows = await tx.many<Position & { created_at: Date }>(findOverdueSql, values);
  const laneIds = [...new Set(rows.map(({ lane_id }) => lane_id))];
  const lockedLaneIds = await lockAvailableLanes(tx, clock, laneIds);
  const rowsToExpire = rows.filter(({ lane_id }) => lockedLaneIds.has(lane_id));
  const next = rows.length === batchSize ? (rows.at(-1) ?? null) : null;
  if (rowsToExpire.length === 0) return { expiredCount: 0, next };
  const creationTimes = rowsToExpire.map(({ created_at }) => created_at.getTime());
  const creationRange = [new Date(Math.min(...creationTimes)), new Date(Math.max(...creationTimes))];
  const { rowCount } = await tx.query(expireSql, [
    clock.getTestTime(),
    ...windowsMs,
    rowsToExpire.map(({ id }) => id),
    ...creationRange,
  ]);
  await tx.query(leaveQueuesSql, [[...lockedLaneIds]]);
  return { expiredCount: rowCount, next };
}

const overdueCondition = `(d.state = 'pending' and case when d.first_attempt_at is null
  then coalesce(d.replayed_at, d.created_at) < moment.now - $3 * interval '1 ms'
  else d.first_attempt_at < moment.now - $2 * interval '1 ms' end)`;

// An overdue delivery was created more than 48 hours ago, because its first attempt is never earlier than its creation. The
// comparison of `created_at` with now() excludes the newer partitions from the scan.
const findOverdueSql = `
  with ${momentCte}
  select d.lane_id, d.due_at, d.id, d.created_at from deliveries d, moment
  where ${overdueCondition} and d.created_at < coalesce($1::timestamptz, now()) - $2 * interval '1 ms'
    and (d.lane_id, d.due_at, d.id) > ($4, $5, $6)
  order by d.lane_id, d.due_at, d.id limit $7`;

/** Lock those of the given lanes that are neither leased nor locked, in the order of their ids. @returns the ids of these lanes */
async function lockAvailableLanes(
  tx: Transaction,
  clock: DatabaseClock,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  // guard expiry-of-leased: without `and ${buildNotLeasedCondition("", "(select now from moment)")}`, expire.test.ts fails
  const text = `
    with ${momentCte}
    select lanes.id from lanes
    where id = any($2::bigint[]) and closed_at is null and ${buildNotLeasedCondition("", "(select now from moment)")}
    order by id for no key update skip locked`;
  const rows = await tx.many<{ id: number }>(text, [clock.getTestTime(), ids]);
  return new Set(rows.map(({ id }) => id));
}

// $5 and $6 prune the partitions when the statement starts, not by a join at run time (docs/decisions/0005).
const expireSql = `
  with ${momentCte}
  update deliveries d set state = 'expired', finished_at = moment.now
  from moment
  where d.id = any($4::bigint[]) and d.created_at >= $5 and d.created_at <= $6 and ${overdueCondition}`;

// A lane without pending deliveries leaves its queue. Otherwise it could be leased for a probe instead of a lane that has
// pending deliveries.
const leaveQueuesSql = `
  update lanes set queued_at = null
  where id = any($1::bigint[]) and queued_at is not null
    and not exists (select from deliveries where lane_id = lanes.id and state = 'pending')`;
