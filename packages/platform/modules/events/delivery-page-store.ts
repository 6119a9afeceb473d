import { defineStatement, getRetentionDays, type Queryable } from "@souk/database";
import { type LogBounds, logBoundsCtes } from "../../infrastructure/events/log-bounds.ts";
import { buildPageEndSql, type EventPageQuery, type EventRow, type EventRowsPage } from "./event-page.ts";

interface DeliveryBounds extends LogBounds {
  /** The number of the installation's oldest stored delivery, or `newest_number` + 1 if none is stored. */
  oldest_number: number;
  /** The latest number that a delivery of the installation got, or 0 if there are no deliveries. */
  newest_number: number;
  /** Whether older deliveries may have been deleted, because the installation is older than the retention period of deliveries. */
  may_be_truncated: boolean;
}

interface DeliveryColumns {
  state: string;
  webhook_id: number;
}

type Row = DeliveryBounds & { matched_count: number } & ((EventRow & DeliveryColumns) | { position: null });

const retentionDays = getRetentionDays("deliveries");

/** Load a page of an installation's deliveries, with the bounds of their numbers, read at the same moment. */
export async function loadDeliveriesPage(
  db: Queryable,
  query: EventPageQuery & { after: number },
): Promise<DeliveryBounds & EventRowsPage> {
  const { store, installation, after, topics, limit, maxExamined } = query;
  const values = [
    store.id,
    installation.id,
    after,
    maxExamined,
    topics ?? null,
    limit,
    store.timezone,
    retentionDays,
  ];
  const rows = await db.many<Row>(deliveriesPageStatement, values);
  const [firstRow] = rows;
  if (!firstRow) throw new Error("The installation of a token does not exist.");
  const { oldest_sequence, last_sequence, oldest_number, newest_number, may_be_truncated, matched_count } =
    firstRow;
  return {
    oldest_sequence,
    last_sequence,
    oldest_number,
    newest_number,
    may_be_truncated,
    matched_count,
    rows: rows.filter((row) => row.position !== null).map(toEventRow),
  };
}

function toEventRow(row: EventRow & DeliveryColumns): EventRow {
  const { position, state, webhook_id } = row;
  return { ...row, delivery: { delivery_sequence: position, delivery_state: state, webhook_id } };
}

const deliveriesPageStatement = defineStatement(
  "delivered_events_page",
  `
    with ${logBoundsCtes},
      bounds as materialized (
        select kept.*, coalesce(numbers.last_number, 0) as newest_number,
          coalesce((select number from deliveries where installation_id = $2 order by number limit 1),
            coalesce(numbers.last_number, 0) + 1) as oldest_number,
          i.created_at < clock_timestamp() - $8 * interval '1 day' as may_be_truncated
        from kept, installations i left join delivery_heads numbers on numbers.installation_id = i.id
        where i.store_id = $1 and i.id = $2),
      page as materialized (
        select d.number as position, d.event_sequence as sequence, event.id, d.topic, d.state, d.id as webhook_id,
          coalesce(event.occurred_at, d.event_created_at) as happened_at, event.context, event.trigger_by_app,
          event.resource_id, event.payload
        from (
          select * from deliveries
          where installation_id = $2 and number > $3 and number <= $3 + $4::bigint and ($5::text[] is null or topic = any($5))
          order by number limit $6) d
          left join lateral (
            select id, occurred_at, context, trigger_by_app, resource_id, payload from events
            where store_id = $1 and sequence = d.event_sequence and created_at = d.event_created_at limit 1) event on true),
      ${buildPageEndSql("bounds", "$7")}`,
);
