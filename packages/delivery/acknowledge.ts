import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";

export type DeliveryState = "pending" | "delivered" | "expired" | "cancelled" | "poison";

/** One attempt, as stored in the delivery log. */
export interface AttemptRecord {
  number: number;
  started_at: Date;
  status: number | null;
  failure: string | null;
  duration_ms: number;
  /** The first 1 KB of the response body. */
  answer: string | null;
}

/** The outcome of processing a delivery: its new state, and the attempt that led to it, if there was one. */
export interface Acknowledgement {
  lane_id: number;
  epoch: number;
  delivery_id: number;
  delivery_created_at: Date;
  /** The due time of the delivery when it was read. */
  delivery_due_at: Date;
  state: DeliveryState;
  /** The next due time. If omitted, the due time stays unchanged. */
  due_at?: Date;
  attempt?: AttemptRecord;
}

/**
 * Store the outcomes of deliveries in one statement.
 *
 * An acknowledgement is valid only if `owner` still holds the lane at the acknowledgement's epoch. If the lane was leased again
 * in the meantime, the delivery stays unchanged (P6).
 *
 * @returns a map from lane id to epoch, with the lanes that have a valid acknowledgement
 */
export async function acknowledge(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  acknowledgements: readonly Acknowledgement[],
): Promise<Map<number, number>> {
  const creationTimes = acknowledgements.map(({ delivery_created_at }) => delivery_created_at.getTime());
  const values = [
    clock.getTestTime(),
    owner,
    JSON.stringify(acknowledgements),
    new Date(Math.min(...creationTimes)),
    new Date(Math.max(...creationTimes)),
  ];
  const leasedLanes = await db.many<{ id: number; epoch: number }>(acknowledgeSql, values);
  return new Map(leasedLanes.map(({ id, epoch }) => [id, epoch]));
}

// $4 and $5 prune the partitions when the statement starts. Pruning by a join at run time, together with a row lock that
// had to wait, crashes the server with PostgreSQL 18.4 (docs/decisions/0005).
//
// Deliveries are looked up by id. With a condition `state = 'pending'`, the planner could choose the index of pending deliveries
// instead. It would do so if its statistics are from a time when nothing was pending, and then each of 500 acknowledgements would
// scan the whole index. The statement is not prepared, because PostgreSQL would keep using a plan from before the tables grew.
// guard fencing-epoch: without `and held.epoch = reported.epoch`, lane-leases.test.ts fails at `P6`
// guard fencing: with `$2 <> ''` instead of `owner = $2`, several-engines.slow.test.ts fails at `P6`
// guard fencing, another part: the test fails only if `and held.epoch = reported.epoch` is missing too
const acknowledgeSql = `
  with ${momentCte},
    reported as materialized (
      select * from json_to_recordset($3::json) as reported(lane_id bigint, epoch bigint, delivery_id bigint,
        delivery_due_at timestamptz, state text, due_at timestamptz, attempt json)),
    held as materialized (
      select lanes.id, lanes.epoch from lanes
      where owner = $2 and id in (select lane_id from reported) order by id for no key update),
    valid as (select reported.* from reported join held on held.id = reported.lane_id and held.epoch = reported.epoch),
    changed as (
      update deliveries d set state = reported.state, due_at = coalesce(reported.due_at, d.due_at),
        attempts = coalesce((reported.attempt ->> 'number')::integer, d.attempts),
        first_attempt_at = coalesce(d.first_attempt_at, (reported.attempt ->> 'started_at')::timestamptz),
        finished_at = case when reported.state <> 'pending' then moment.now end
      from moment, valid reported
      where d.id = reported.delivery_id and d.lane_id = reported.lane_id and d.due_at = reported.delivery_due_at
        and d.finished_at is null and d.created_at >= $4 and d.created_at <= $5
      returning d.id, reported.attempt),
    logged as (
      insert into delivery_attempts (delivery_id, created_at, number, status, failure, duration_ms, answer)
      select changed.id, started_at, number, status, failure, duration_ms, answer
      from changed, json_to_record(changed.attempt) as attempt_fields(number integer, started_at timestamptz, status integer,
        failure text, duration_ms integer, answer text)
      where changed.attempt is not null)
  select distinct lane_id as id, epoch from valid`;
