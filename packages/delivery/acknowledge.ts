import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";

export type DeliveryState = "pending" | "delivered" | "expired" | "cancelled" | "poison";

/** What a request was answered, for the delivery log. */
export interface AttemptRecord {
  number: number;
  started_at: Date;
  status: number | null;
  failure: string | null;
  duration_ms: number;
  /** The first 1 KB of the answer. */
  answer: string | null;
}

/** What became of a delivery: its next state, and the attempt that led there, if one was made. */
export interface Acknowledgement {
  lane_id: number;
  epoch: number;
  delivery_id: number;
  delivery_created_at: Date;
  /** When it was due, as it was read. */
  delivery_due_at: Date;
  state: DeliveryState;
  /** When it is due next; unchanged when left out. */
  due_at?: Date;
  attempt?: AttemptRecord;
}

/**
 * Writes down what became of deliveries, in one statement.
 *
 * The lanes are locked and must still be this owner's at this epoch: what another process has taken since is left as that
 * process finds it (P6).
 *
 * @returns the lanes that are still held, by their ids, and their epochs: what was told under another changed nothing
 */
export async function acknowledge(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  acknowledgements: readonly Acknowledgement[],
): Promise<Map<number, number>> {
  const created = acknowledgements.map(({ delivery_created_at }) => delivery_created_at.getTime());
  const values = [
    clock.at(),
    owner,
    JSON.stringify(acknowledgements),
    new Date(Math.min(...created)),
    new Date(Math.max(...created)),
  ];
  const held = await run.query<{ id: number; epoch: number }>(write, values);
  return new Map(held.rows.map(({ id, epoch }) => [id, epoch]));
}

// The partitions are chosen by $4 and $5 when the statement begins, never by a join while it runs: with PostgreSQL 18.4
// that, together with a row lock that had to wait, ends the server (docs/decisions/0005).
//
// A delivery is found by its id. The index of what is pending must not serve here, as `state = 'pending'` would let it: read
// when nothing was pending, its statistics promise a row, and then each of 500 acknowledgements reads all of it. Nor has the
// statement a name, which would keep a plan from before the tables grew.
const write = `
  with ${momentOfClock},
    told as materialized (
      select * from json_to_recordset($3::json) as told(lane_id bigint, epoch bigint, delivery_id bigint,
        delivery_due_at timestamptz, state text, due_at timestamptz, attempt json)),
    held as materialized (
      select lanes.id, lanes.epoch from lanes
      where owner = $2 and id in (select lane_id from told) order by id for no key update),
    valid as (select told.* from told join held on held.id = told.lane_id and held.epoch = told.epoch),
    changed as (
      update deliveries d set state = told.state, due_at = coalesce(told.due_at, d.due_at),
        attempts = coalesce((told.attempt ->> 'number')::integer, d.attempts),
        first_attempt_at = coalesce(d.first_attempt_at, (told.attempt ->> 'started_at')::timestamptz),
        finished_at = case when told.state <> 'pending' then moment.now end
      from moment, valid told
      where d.id = told.delivery_id and d.lane_id = told.lane_id and d.due_at = told.delivery_due_at
        and d.finished_at is null and d.created_at >= $4 and d.created_at <= $5
      returning d.id, told.attempt),
    logged as (
      insert into delivery_attempts (delivery_id, created_at, number, status, failure, duration_ms, answer)
      select changed.id, started_at, number, status, failure, duration_ms, answer
      from changed, json_to_record(changed.attempt) as made(number integer, started_at timestamptz, status integer,
        failure text, duration_ms integer, answer text)
      where changed.attempt is not null)
  select distinct lane_id as id, epoch from valid`;
