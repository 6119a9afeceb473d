import { defineStatement, type Queryable } from "@souk/database";
import { uninstallTopic } from "@souk/delivery";
import { type LogBounds, logBoundsCtes } from "../../infrastructure/events/log-bounds.ts";
import { buildPageEndSql, type EventPageQuery, type EventRow, type EventRowsPage } from "./event-page.ts";

type Row = LogBounds & { matched_count: number } & (EventRow | { position: null });

/** Load a page of a store's event log, with the bounds of the log, read at the same moment. */
export async function loadLogPage(db: Queryable, query: EventPageQuery): Promise<LogBounds & EventRowsPage> {
  const { store, installation, after, topics, limit, maxExamined } = query;
  const values = [
    store.id,
    installation.id,
    after ?? null,
    maxExamined,
    topics ?? null,
    limit,
    store.timezone,
  ];
  const rows = await db.many<Row>(logPageStatement, values);
  const { oldest_sequence = 1, last_sequence = 0, matched_count = 0 } = rows[0] ?? {};
  return { oldest_sequence, last_sequence, matched_count, rows: rows.filter((row) => row.position !== null) };
}

// When another app is uninstalled, an app sees only that an event happened. A gap in the numbers would reveal that, too.
// guard log-hides-removals: without `and (e.topic <> '${uninstallTopic}' or e.resource_id = $2)`, events.test.ts fails at `another app's uninstallation`
const logPageStatement = defineStatement(
  "event_log_page",
  `
    with ${logBoundsCtes},
      start as materialized (select coalesce($3, oldest_sequence - 1) as after from kept),
      page as materialized (
        select e.sequence as position, e.sequence, e.id, e.topic, e.occurred_at as happened_at, e.context, e.trigger_by_app,
          case when e.topic <> '${uninstallTopic}' or e.resource_id = $2 then e.resource_id end as resource_id,
          case when hook.id is not null and (e.topic <> '${uninstallTopic}' or e.resource_id = $2) then e.payload end as payload
        from events e
          left join webhook_subscriptions hook on hook.installation_id = $2 and hook.topic = e.topic
        where e.store_id = $1 and e.sequence > (select after from start)
          and e.sequence <= (select after from start) + $4 and ($5::text[] is null or e.topic = any($5))
        order by e.sequence limit $6),
      ${buildPageEndSql("kept", "$7")}`,
);
