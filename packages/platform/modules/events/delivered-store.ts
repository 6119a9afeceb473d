import { defineStatement, getKeptDays, type Queryable } from "@souk/database";
import { keptOfLog, type LogBounds } from "../../infrastructure/events/log-bounds.ts";
import { type EventRow, type PageQuestion, type ReadPage, selectShown } from "./page-of-events.ts";

interface DeliveredBounds extends LogBounds {
  /** The oldest stored number of the installation's deliveries. */
  oldest: number;
  last: number;
  /**
   * Whether the installation is older than the retention of deliveries, so that earlier numbers may have been
   * deleted.
   */
  may_be_gone: boolean;
}

interface DeliveryColumns {
  state: string;
  webhook_id: number;
}

type Row = DeliveredBounds & { matched: number } & ((EventRow & DeliveryColumns) | { place: null });

const keptDays = getKeptDays("deliveries");

/** Load a part of an installation's deliveries with the bounds of their numbers, read at one moment. */
export async function readDelivered(
  db: Queryable,
  question: PageQuestion & { after: number },
): Promise<DeliveredBounds & ReadPage> {
  const { store, installation, after, topics, limit, examined } = question;
  const values = [
    store.id,
    installation.id,
    after,
    examined,
    topics ?? null,
    limit,
    store.timezone,
    keptDays,
  ];
  const rows = await db.many<Row>(deliveredText, values);
  const [first] = rows;
  if (!first) throw new Error("The installation of a token is not there.");
  const { oldest_sequence, last_sequence, oldest, last, may_be_gone, matched } = first;
  const shown = rows.filter((row) => row.place !== null).map(withDelivery);
  return { oldest_sequence, last_sequence, oldest, last, may_be_gone, matched, rows: shown };
}

function withDelivery(row: EventRow & DeliveryColumns): EventRow {
  const { place, state, webhook_id } = row;
  return { ...row, delivery: { delivery_sequence: place, delivery_state: state, webhook_id } };
}

const deliveredText = defineStatement(
  "delivered_events_page",
  `
    with ${keptOfLog},
      bounds as materialized (
        select kept.*, coalesce(numbers.last_number, 0) as last,
          coalesce((select number from deliveries where installation_id = $2 order by number limit 1),
            coalesce(numbers.last_number, 0) + 1) as oldest,
          i.created_at < clock_timestamp() - $8 * interval '1 day' as may_be_gone
        from kept, installations i left join delivery_heads numbers on numbers.installation_id = i.id
        where i.store_id = $1 and i.id = $2),
      page as materialized (
        select d.number as place, d.event_sequence as sequence, event.id, d.topic, d.state, d.id as webhook_id,
          coalesce(event.occurred_at, d.event_created_at) as happened_at, event.context, event.trigger_by_app,
          event.resource_id, event.payload
        from (
          select * from deliveries
          where installation_id = $2 and number > $3 and number <= $3 + $4::bigint and ($5::text[] is null or topic = any($5))
          order by number limit $6) d
          left join lateral (
            select id, occurred_at, context, trigger_by_app, resource_id, payload from events
            where store_id = $1 and sequence = d.event_sequence and created_at = d.event_created_at limit 1) event on true),
      ${selectShown("bounds", "$7")}`,
);
