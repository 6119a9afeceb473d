import { fieldError, parseInstant, throwApiError, throwFieldError } from "@souk/contract";
import { getKeptDays, type Queryable } from "@souk/database";
import { lockEventHead } from "@souk/delivery";
import { keptOfLog, type LogBounds } from "../../infrastructure/events/log-bounds.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const field = "replay_from";

/**
 * Find the number of the store's log after which history begins (docs/spec/decided.md#webhooks). The end of
 * the log stays locked until this transaction ends, so that events numbered meanwhile are neither missed nor
 * sent twice.
 * @param from the number of the first event, or a time: the first event that happened from then on
 * @throws ApiError `invalid` for an invalid or future time, or a number after the log; `gone` for what the
 *   log no longer contains; both name replay_from
 */
export async function historyStart(tx: Queryable, store: Store, from: number | string): Promise<number> {
  const time = typeof from === "string" ? (parseInstant(from, store.timezone) ?? rejectTime()) : null;
  await lockEventHead(tx, store.id, true);
  return typeof from === "number" ? afterNumber(tx, store, from) : afterTime(tx, store, time ?? new Date(0));
}

function rejectTime(): never {
  throwFieldError(
    field,
    "invalid_format",
    { format: "date_time" },
    "{field} must be the number of an event, or a time such as 2026-11-20T16:46:38+08:00.",
  );
}

async function afterNumber(tx: Queryable, store: Store, from: number): Promise<number> {
  const row = await tx.maybeOne<LogBounds>(`with ${keptOfLog} select * from kept`, [store.id]);
  const { oldest_sequence = 1, last_sequence = 0 } = row ?? {};
  if (from > last_sequence + 1)
    throwFieldError(
      field,
      "out_of_range",
      { max: last_sequence },
      `{field} must be at most ${last_sequence}, the sequence number of the latest event.`,
    );
  if (from < oldest_sequence)
    rejectExpired(`the log goes back to number ${oldest_sequence}`, { oldest_sequence, last_sequence });
  return from - 1;
}

const keptDays = getKeptDays("events");

interface AtTime extends LogBounds {
  /** The first event that happened at the time or later. */
  first: number | null;
  is_future: boolean;
  /** Whether the time is before the retention of events. */
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
  const row = await tx.maybeOne<AtTime>(timeText, [store.id, from, keptDays]);
  if (!row) throw new Error("The bounds of a log were not read.");
  const { oldest_sequence, last_sequence, first, is_future, is_old } = row;
  if (is_future) throwFieldError(field, "out_of_range", {}, "{field} must not be in the future.");
  // The whole history of a store whose first event is still there is known, however far back one asks.
  if (is_old && oldest_sequence > 1)
    rejectExpired(`The log goes back ${keptDays} days.`, { oldest_sequence, last_sequence });
  return (first ?? last_sequence + 1) - 1;
}

function rejectExpired(message: string, current: LogBounds): never {
  throwApiError("gone", { fields: [fieldError(field, "out_of_range", {}, message)], current });
}
