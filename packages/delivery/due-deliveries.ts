import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import { mayBeSent, whoseApp } from "./lane-states.ts";
import type { DueDelivery, LeasedLane } from "./leased-lane.ts";

/** Payloads above this are read when they are sent, not ahead, so that memory stays bounded. */
const readAheadBytes = 64 * 1024;

/** What to read of a lane. */
export interface LaneQuestion {
  lane: LeasedLane;
  /** From the lane's cursor on; otherwise everything that is due. */
  fromCursor: boolean;
  /** Deliveries created before this are not looked for. */
  since: Date;
  most: number;
}

/** A lane as it is now, with what it has due. */
export interface LaneAnswer {
  lane_id: number;
  now: Date;
  wakes: number;
  sendable: boolean;
  url: string | null;
  /** Another than it was taken with once its URL leads elsewhere. */
  endpoint_id: number | null;
  shop_handle: string;
  deliveries: DueDelivery[];
}

type Row = Omit<LaneAnswer, "deliveries"> & (DueDelivery | ({ id: null } & Partial<DueDelivery>));

/**
 * Reads what is due in several lanes, each with its address and whether it may be sent to, as of one moment:
 * this is what "read at send time" means (WHK-3, WHK-8). Deliveries of an installation that is disabled, or of an app that is
 * suspended, are not read.
 *
 * @returns an answer for each lane that this process still holds
 */
export async function readDueDeliveries(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  questions: readonly LaneQuestion[],
): Promise<Map<number, LaneAnswer>> {
  const { rows } = await run.query<Row>(readDue, [
    clock.at(),
    owner,
    questions.map(({ lane }) => lane.id),
    questions.map(({ lane }) => lane.epoch),
    questions.map(({ lane, fromCursor }) => (fromCursor && lane.cursor?.due_at) || new Date(0)),
    questions.map(({ lane, fromCursor }) => (fromCursor && lane.cursor?.id) || 0),
    questions.map(({ since }) => since),
    questions.map(({ most }) => most),
    readAheadBytes,
  ]);
  const answers = new Map<number, LaneAnswer>();
  for (const row of rows) {
    const { lane_id, now, wakes, sendable, url, endpoint_id, shop_handle } = row;
    const answer = answers.get(lane_id);
    const deliveries = row.id === null ? [] : [row];
    if (answer) answer.deliveries.push(...deliveries);
    else answers.set(lane_id, { lane_id, now, wakes, sendable, url, endpoint_id, shop_handle, deliveries });
  }
  return answers;
}

// The inner selects end in a limit so that each is looked up by its index, whatever the planner thinks of the tables' size.
const readDue = {
  name: "deliveries_due",
  text: `
    with ${momentOfClock}
    select lanes.id as lane_id, moment.now, lanes.wakes, stores.handle as shop_handle, hook.url, lanes.endpoint_id,
      ${mayBeSent} as sendable,
      due.id, due.created_at, due.due_at, due.topic, due.number, due.event_sequence, due.event_created_at,
      due.url as own_url, due.reduced, due.withheld, due.attempts, due.attempts_before, due.first_attempt_at,
      due.replays, due.replayed_at,
      event.id as event_id, event.occurred_at, event.context, event.trigger_by_app,
      octet_length(event.payload) as payload_bytes,
      case when octet_length(event.payload) <= $9 then event.payload end as payload
    from moment, unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::bigint[], $7::timestamptz[], $8::integer[])
        as asked(lane_id, epoch, after_at, after_id, since, most)
      join lanes on lanes.id = asked.lane_id and lanes.epoch = asked.epoch
      join installations i on i.id = lanes.installation_id
      ${whoseApp}
      join stores on stores.id = lanes.store_id
      left join webhook_subscriptions hook on hook.id = lanes.subscription_id
      left join lateral (
        select * from deliveries d
        where d.lane_id = lanes.id and d.state = 'pending' and d.due_at <= moment.now
          and (d.due_at, d.id) > (asked.after_at, asked.after_id) and d.created_at >= asked.since
          and ${mayBeSent}
        order by d.due_at, d.id limit asked.most
      ) due on true
      left join lateral (
        select * from events e
        where e.store_id = due.store_id and e.sequence = due.event_sequence and e.created_at = due.event_created_at
        limit 1
      ) event on true
    where lanes.owner = $2
    order by lanes.id, due.due_at, due.id`,
};

/** Reads the payload of one delivery that was not read ahead; null when its event has none, undefined when that is no longer kept. */
export async function readPayload(
  run: Queryable,
  storeId: number,
  delivery: DueDelivery,
): Promise<string | null | undefined> {
  const found = await run.query<{ payload: string | null }>(onePayload, [
    storeId,
    delivery.event_sequence,
    delivery.event_created_at,
  ]);
  return found.rows[0]?.payload;
}

const onePayload = {
  name: "event_payload",
  text: "select payload from events where store_id = $1 and sequence = $2 and created_at = $3",
};
