import { defineStatement, type Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import { appJoin, sendableCondition } from "./lane-states.ts";
import type { DueDelivery, LeasedLane } from "./leased-lane.ts";

/** The size of the largest payload that is read ahead. Larger ones are read when they are sent, to limit memory. */
const readAheadBytes = 64 * 1024;

/** A request to read one lane. */
export interface LaneRead {
  lane: LeasedLane;
  /** Whether to read only deliveries after the lane's cursor; if false, all due deliveries are read. */
  fromCursor: boolean;
  /** The earliest creation time of the deliveries read. */
  since: Date;
  limit: number;
}

/** The current state of a lane, with its due deliveries. */
export interface LaneResult {
  lane_id: number;
  now: Date;
  wake_count: number;
  sendable: boolean;
  url: string | null;
  /** The lane's endpoint. It differs from the endpoint at lease time if the URL has changed since. */
  endpoint_id: number | null;
  store_handle: string;
  deliveries: DueDelivery[];
}

type Row = Omit<LaneResult, "deliveries"> & (DueDelivery | ({ id: null } & Partial<DueDelivery>));

/** The cursor before every delivery of a lane. */
const startCursor = { due_at: new Date(0), id: 0 };

/**
 * Read the due deliveries of several lanes, with each lane's URL and whether sending is allowed, in one statement.
 * WHK-3 and WHK-8 require that the URL and the permission to send are read at send time. Deliveries to a disabled installation
 * or a suspended app are not returned.
 *
 * @returns a result for each lane that this process still holds
 */
export async function readDueDeliveries(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  reads: readonly LaneRead[],
): Promise<Map<number, LaneResult>> {
  const cursors = reads.map(({ lane, fromCursor }) => (fromCursor ? lane.cursor : null) ?? startCursor);
  const rows = await db.many<Row>(readDueStatement, [
    clock.getTestTime(),
    owner,
    reads.map(({ lane }) => lane.id),
    reads.map(({ lane }) => lane.epoch),
    cursors.map(({ due_at }) => due_at),
    cursors.map(({ id }) => id),
    reads.map(({ since }) => since),
    reads.map(({ limit }) => limit),
    readAheadBytes,
  ]);
  const results = new Map<number, LaneResult>();
  for (const row of rows) {
    const { lane_id, now, wake_count, sendable, url, endpoint_id, store_handle } = row;
    const result = results.get(lane_id);
    const deliveries = row.id === null ? [] : [row];
    if (result) result.deliveries.push(...deliveries);
    else
      results.set(lane_id, {
        lane_id,
        now,
        wake_count,
        sendable,
        url,
        endpoint_id,
        store_handle,
        deliveries,
      });
  }
  return results;
}

// The lateral selects have a limit so that the planner uses an index for each, even with outdated statistics.
const readDueStatement = defineStatement(
  "deliveries_due",
  `
    with ${momentCte}
    select lanes.id as lane_id, moment.now, lanes.wake_count, stores.handle as store_handle, hook.url, lanes.endpoint_id,
      ${sendableCondition} as sendable,
      due.id, due.created_at, due.due_at, due.topic, due.number, due.event_sequence, due.event_created_at,
      due.url as own_url, due.reduced, due.withheld, due.attempts, due.attempts_before, due.first_attempt_at,
      due.replays, due.replayed_at,
      event.id as event_id, event.occurred_at, event.context, event.trigger_by_app,
      octet_length(event.payload) as payload_bytes,
      case when octet_length(event.payload) <= $9 then event.payload end as payload
    from moment, unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::bigint[], $7::timestamptz[], $8::integer[])
        as requested(lane_id, epoch, after_at, after_id, since, max_rows)
      join lanes on lanes.id = requested.lane_id and lanes.epoch = requested.epoch
      join installations i on i.id = lanes.installation_id
      ${appJoin}
      join stores on stores.id = lanes.store_id
      left join webhook_subscriptions hook on hook.id = lanes.subscription_id
      left join lateral (
        select * from deliveries d
        where d.lane_id = lanes.id and d.state = 'pending' and d.due_at <= moment.now
          and (d.due_at, d.id) > (requested.after_at, requested.after_id) and d.created_at >= requested.since
          and ${sendableCondition}
        order by d.due_at, d.id limit requested.max_rows
      ) due on true
      left join lateral (
        select * from events e
        where e.store_id = due.store_id and e.sequence = due.event_sequence and e.created_at = due.event_created_at
        limit 1
      ) event on true
    where lanes.owner = $2
    order by lanes.id, due.due_at, due.id`,
);

/**
 * Read the payload of a delivery that was too large to be read ahead.
 *
 * @returns null if the event has no payload; undefined if the event is no longer in the log
 */
export async function readPayload(
  db: Queryable,
  storeId: number,
  delivery: DueDelivery,
): Promise<string | null | undefined> {
  const row = await db.maybeOne<{ payload: string | null }>(readPayloadStatement, [
    storeId,
    delivery.event_sequence,
    delivery.event_created_at,
  ]);
  return row?.payload;
}

const readPayloadStatement = defineStatement(
  "event_payload",
  "select payload from events where store_id = $1 and sequence = $2 and created_at = $3",
);
