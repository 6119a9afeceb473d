import { defineStatement, type Queryable } from "@souk/database";

/** A delivery that has no number yet: an event for a subscription, or an uninstall notice. */
export interface DeliveryDraft {
  lane_id: number;
  store_id: number;
  installation_id: number;
  app_id: number;
  subscription_id: number | null;
  topic: string;
  event_sequence: number;
  /** The time at which the event was numbered, if that was before this transaction. */
  event_created_at?: Date;
  /** Whether only ids, status and times are sent, because the installation lacks the topic's scope. */
  reduced: boolean;
  /** Fields of the record that the installation lacks the scope for. */
  withheld: readonly string[];
  /** The URL of a delivery without a subscription; otherwise null. */
  url: string | null;
}

/** A lane with a new delivery, and the process that leased the lane or its endpoint, if any. */
export interface WokenLane {
  id: number;
  owner: string | null;
}

/**
 * Create the deliveries of events that this transaction has numbered, or of past events, and wake their lanes.
 *
 * Delivery numbers are gapless per installation, so this locks the installations' number rows until the transaction ends,
 * which must be soon. Number rows are locked by installation id, then lanes by id.
 *
 * @param time the `created_at` of the numbered events; the current time for past events
 * @returns the lanes that were woken
 */
export async function fanOut(
  tx: Queryable,
  drafts: readonly DeliveryDraft[],
  time: Date,
): Promise<WokenLane[]> {
  if (drafts.length === 0) return [];
  const nextNumbers = await reserveNumbers(tx, drafts);
  const deliveries = drafts.map((draft) => {
    const number = nextNumbers.get(draft.installation_id) ?? 0;
    nextNumbers.set(draft.installation_id, number + 1);
    return { ...draft, number };
  });
  await tx.query(insertStatement, [time, JSON.stringify(deliveries)]);
  const laneIds = [...new Set(drafts.map(({ lane_id }) => lane_id))];
  return await tx.many<WokenLane>(wakeStatement, [time, laneIds]);
}

/** Reserve a number for each draft. @returns the first reserved number of each installation */
async function reserveNumbers(tx: Queryable, drafts: readonly DeliveryDraft[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { installation_id } of drafts)
    counts.set(installation_id, (counts.get(installation_id) ?? 0) + 1);
  const ids = [...counts.keys()].sort((a, b) => a - b);
  const heads = await tx.many<{ installation_id: number; last_number: number }>(reserveNumbersStatement, [
    ids,
    ids.map((id) => counts.get(id)),
  ]);
  return new Map(
    heads.map(({ installation_id, last_number }) => [
      installation_id,
      last_number - (counts.get(installation_id) ?? 0) + 1,
    ]),
  );
}

const reserveNumbersStatement = defineStatement(
  "delivery_numbers_take",
  `
    insert into delivery_heads (installation_id, last_number)
    select id, number_count from unnest($1::bigint[], $2::bigint[]) as requested(id, number_count) order by id
    on conflict (installation_id) do update set last_number = delivery_heads.last_number + excluded.last_number
    returning installation_id, last_number`,
);

const insertStatement = defineStatement(
  "deliveries_insert",
  `
    insert into deliveries (created_at, due_at, lane_id, store_id, installation_id, app_id, subscription_id, topic, number,
      event_sequence, event_created_at, reduced, withheld, url)
    select $1, $1, lane_id, store_id, installation_id, app_id, subscription_id, topic, number,
      event_sequence, coalesce(event_created_at, $1), reduced, withheld, url
    from json_to_recordset($2::json) as draft(lane_id bigint, store_id bigint, installation_id bigint, app_id bigint,
      subscription_id bigint, topic text, number bigint, event_sequence bigint, event_created_at timestamptz, reduced boolean,
      withheld text[], url text)`,
);

// wake_count also increases for a leased lane, so that its holder does not release it before reading the new delivery. A
// lane in its endpoint's queue stays there.
const wakeStatement = defineStatement(
  "lanes_wake",
  `
    with woken as materialized (select id, endpoint_id from lanes where id = any($2) order by id for no key update)
    update lanes set wake_at = case when queued_at is null then least(wake_at, $1) end, wake_count = wake_count + 1
    from woken left join endpoints e on e.id = woken.endpoint_id where lanes.id = woken.id
    returning lanes.id, case when lanes.leased_until > $1 then lanes.owner when e.leased_until > $1 then e.owner end as owner`,
);
