import type { Queryable } from "@souk/database";

/** A delivery before it has its number: an event that a subscription, or the notice of an uninstall, is sent. */
export interface DeliveryDraft {
  lane_id: number;
  store_id: number;
  installation_id: number;
  app_id: number;
  subscription_id: number | null;
  topic: string;
  event_sequence: number;
  /** When the event was numbered, where that was before this transaction. */
  event_created_at?: Date;
  /** Only ids, status and times are sent: the installation lacks the topic's scope. */
  reduced: boolean;
  /** Fields of the record that the installation may not see, where it sees the rest. */
  withheld: readonly string[];
  /** Its own address, where no subscription names one. */
  url: string | null;
}

/** A lane to which something has come, and who holds it or its endpoint, if anybody. */
export interface WokenLane {
  id: number;
  owner: string | null;
}

/**
 * Makes the deliveries of events that this transaction has numbered, or that are of the past, and wakes their lanes.
 *
 * Every installation counts its own deliveries without a gap, so the transaction holds the heads of those it serves
 * until it ends: it must be short. The heads are locked in the order of their ids, the lanes after them.
 *
 * @param at when the events were numbered, the `created_at` of their rows; for those of the past the present moment
 * @returns the lanes woken
 */
export async function fanOut(
  tx: Queryable,
  drafts: readonly DeliveryDraft[],
  at: Date,
): Promise<WokenLane[]> {
  if (drafts.length === 0) return [];
  const numbers = await takeNumbers(tx, drafts);
  const rows = drafts.map((draft) => {
    const number = numbers.get(draft.installation_id) ?? 0;
    numbers.set(draft.installation_id, number + 1);
    return { ...draft, number };
  });
  await tx.query(insertDeliveries, [at, JSON.stringify(rows)]);
  const lanes = [...new Set(drafts.map(({ lane_id }) => lane_id))];
  return (await tx.query<WokenLane>(wake, [at, lanes])).rows;
}

/** The first free number of each installation, as many taken as it has drafts. */
async function takeNumbers(tx: Queryable, drafts: readonly DeliveryDraft[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { installation_id } of drafts)
    counts.set(installation_id, (counts.get(installation_id) ?? 0) + 1);
  const ids = [...counts.keys()].sort((a, b) => a - b);
  const taken = await tx.query<{ installation_id: number; last_number: number }>(takeDeliveryNumbers, [
    ids,
    ids.map((id) => counts.get(id)),
  ]);
  return new Map(
    taken.rows.map((row) => [
      row.installation_id,
      row.last_number - (counts.get(row.installation_id) ?? 0) + 1,
    ]),
  );
}

const takeDeliveryNumbers = {
  name: "delivery_numbers_take",
  text: `
    insert into delivery_heads (installation_id, last_number)
    select id, wanted from unnest($1::bigint[], $2::bigint[]) as asked(id, wanted) order by id
    on conflict (installation_id) do update set last_number = delivery_heads.last_number + excluded.last_number
    returning installation_id, last_number`,
};

const insertDeliveries = {
  name: "deliveries_insert",
  text: `
    insert into deliveries (created_at, due_at, lane_id, store_id, installation_id, app_id, subscription_id, topic, number,
      event_sequence, event_created_at, reduced, withheld, url)
    select $1, $1, lane_id, store_id, installation_id, app_id, subscription_id, topic, number,
      event_sequence, coalesce(event_created_at, $1), reduced, withheld, url
    from json_to_recordset($2::json) as draft(lane_id bigint, store_id bigint, installation_id bigint, app_id bigint,
      subscription_id bigint, topic text, number bigint, event_sequence bigint, event_created_at timestamptz, reduced boolean,
      withheld text[], url text)`,
};

// A lane that is awake already is counted up as well: its holder is about to find nothing and give it back. One that waits
// in the queue of its endpoint goes on waiting.
const wake = {
  name: "lanes_wake",
  text: `
    with woken as materialized (select id, endpoint_id from lanes where id = any($2) order by id for no key update)
    update lanes set wake_at = case when queued_at is null then least(wake_at, $1) end, wakes = wakes + 1
    from woken left join endpoints e on e.id = woken.endpoint_id where lanes.id = woken.id
    returning lanes.id, case when lanes.leased_until > $1 then lanes.owner when e.leased_until > $1 then e.owner end as owner`,
};
