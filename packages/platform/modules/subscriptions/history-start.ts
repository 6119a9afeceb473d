import { readInstant, refuse, refuseField } from "@souk/contract";
import { daysKept, type Queryable } from "@souk/database";
import { lockEventHead } from "@souk/delivery";
import { keptOfLog, type LogBounds } from "../../events/log-bounds.ts";
import type { Store } from "../../routing/call.ts";

const field = "replay_from";

/**
 * The number of the store's log after which history begins (gaps.md, "Webhooks"). The end of the log stays locked until this
 * transaction ends, so that what is numbered meanwhile is neither missed nor sent twice.
 * @param from the number of the first event, or a time: the first that happened from then on
 * @throws Refusal `invalid` for what is no time, or lies in the future; `gone` for what the log no longer holds; both name
 * replay_from
 */
export async function historyStart(tx: Queryable, store: Store, from: number | string): Promise<number> {
  const time = typeof from === "string" ? (readInstant(from, store.timezone) ?? refuseTime(from)) : null;
  await lockEventHead(tx, store.id, true);
  return typeof from === "number" ? afterNumber(tx, store, from) : afterTime(tx, store, time ?? new Date(0));
}

function refuseTime(text: string): never {
  refuseField(
    field,
    `"${text}" is neither the number of an event nor a time such as 2026-11-20T16:46:38+08:00`,
  );
}

async function afterNumber(tx: Queryable, store: Store, from: number): Promise<number> {
  const { rows } = await tx.query<LogBounds>(`with ${keptOfLog} select * from kept`, [store.id]);
  const { oldest_sequence = 1, last_sequence = 0 } = rows[0] ?? {};
  if (from > last_sequence + 1)
    refuseField(field, `is beyond the log, whose last number is ${last_sequence}`);
  if (from < oldest_sequence)
    refuseGone(`the log goes back to number ${oldest_sequence}`, { oldest_sequence, last_sequence });
  return from - 1;
}

const keptDays = daysKept("events");

interface AtTime extends LogBounds {
  /** The first event that happened at the time or later. */
  first: number | null;
  is_future: boolean;
  /** Before all that is sure to be kept. */
  is_old: boolean;
}

// created_at is when an event was numbered, which is never before it happened: it finds the place by the index.
const timeText = `
  with ${keptOfLog}
  select kept.*, $2 > clock_timestamp() as is_future, $2 < clock_timestamp() - $3 * interval '1 day' as is_old,
    (select sequence from events where store_id = $1 and created_at >= $2 and occurred_at >= $2
      order by sequence limit 1) as first
  from kept`;

async function afterTime(tx: Queryable, store: Store, from: Date): Promise<number> {
  const { rows } = await tx.query<AtTime>(timeText, [store.id, from, keptDays]);
  const [row] = rows;
  if (!row) throw new Error("The bounds of a log were not read.");
  const { oldest_sequence, last_sequence, first, is_future, is_old } = row;
  if (is_future) refuseField(field, "lies in the future");
  // The whole history of a store whose first event is still there is known, however far back one asks.
  if (is_old && oldest_sequence > 1)
    refuseGone(`the log goes back ${keptDays} days`, { oldest_sequence, last_sequence });
  return (first ?? last_sequence + 1) - 1;
}

function refuseGone(message: string, current: LogBounds): never {
  refuse("gone", { fields: [{ path: field, message }], current });
}
