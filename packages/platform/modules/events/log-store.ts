import { defineStatement, type Queryable } from "@souk/database";
import { uninstallTopic } from "@souk/delivery";
import { keptOfLog, type LogBounds } from "../../infrastructure/events/log-bounds.ts";
import { type EventRow, type PageQuestion, type ReadPage, selectShown } from "./page-of-events.ts";

type Row = LogBounds & { matched: number } & (EventRow | { place: null });

/** Load a part of a store's event log with its bounds, read at one moment. */
export async function readLog(db: Queryable, question: PageQuestion): Promise<LogBounds & ReadPage> {
  const { store, installation, after, topics, limit, examined } = question;
  const values = [store.id, installation.id, after ?? null, examined, topics ?? null, limit, store.timezone];
  const rows = await db.many<Row>(logText, values);
  const { oldest_sequence = 1, last_sequence = 0, matched = 0 } = rows[0] ?? {};
  return { oldest_sequence, last_sequence, matched, rows: rows.filter((row) => row.place !== null) };
}

// An app learns of another app's removal only that something happened, as a gap in the numbers would show too.
// guard: log-hides-removals without `and (e.topic <> '${uninstallTopic}' or e.resource_id = $2)`: events.test.ts removal of another app
const logText = defineStatement(
  "event_log_page",
  `
    with ${keptOfLog},
      start as materialized (select coalesce($3, oldest_sequence - 1) as after from kept),
      page as materialized (
        select e.sequence as place, e.sequence, e.id, e.topic, e.occurred_at as happened_at, e.context, e.trigger_by_app,
          case when e.topic <> '${uninstallTopic}' or e.resource_id = $2 then e.resource_id end as resource_id,
          case when hook.id is not null and (e.topic <> '${uninstallTopic}' or e.resource_id = $2) then e.payload end as payload
        from events e
          left join webhook_subscriptions hook on hook.installation_id = $2 and hook.topic = e.topic
        where e.store_id = $1 and e.sequence > (select after from start)
          and e.sequence <= (select after from start) + $4 and ($5::text[] is null or e.topic = any($5))
        order by e.sequence limit $6),
      ${selectShown("kept", "$7")}`,
);
