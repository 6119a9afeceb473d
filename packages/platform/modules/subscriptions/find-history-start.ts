import { fieldError, parseInstant, throwApiError, throwFieldError } from "@souk/contract";
import { getRetentionDays, type Queryable } from "@souk/database";
import { lockEventHead } from "@souk/delivery";
import { type LogBounds, logBoundsCtes } from "../../infrastructure/events/log-bounds.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

const field = "replay_from";

/**
 * Find the sequence number after which past events are sent to a subscription (docs/spec/decided.md#webhooks). The end of the
 * event log is locked until the transaction ends, so that no event is missed or sent twice.
 * @param from the sequence number of the first event to send, or the earliest time of the events to send
 * @throws ApiError `invalid` for `replay_from` if it is an invalid or future time, or a number that is too large; `gone` for
 *   `replay_from` if the log no longer goes back that far
 */
export async function findHistoryStart(tx: Queryable, store: Store, from: number | string): Promise<number> {
  const start = typeof from === "number" ? from : (parseInstant(from, store.timezone) ?? throwInvalidTime());
  await lockEventHead(tx, store.id, { wait: true });
  return typeof start === "number" ? findStartByNumber(tx, store, start) : findStartByTime(tx, store, start);
}

function throwInvalidTime(): never {
  throwFieldError(
    field,
    "invalid_format",
    { format: "date_time" },
    "{field} must be the sequence number of an event, or a time such as 2026-11-20T16:46:38+08:00.",
  );
}

async function findStartByNumber(tx: Queryable, store: Store, from: number): Promise<number> {
  const row = await tx.maybeOne<LogBounds>(`with ${logBoundsCtes} select * from kept`, [store.id]);
  const { oldest_sequence = 1, last_sequence = 0 } = row ?? {};
  if (from > last_sequence + 1)
    throwFieldError(
      field,
      "out_of_range",
      { max: last_sequence + 1 },
      `{field} must be at most ${last_sequence + 1}, the sequence number that the next event will get.`,
    );
  if (from < oldest_sequence)
    throwExpired(
      `{field} must be at least ${oldest_sequence}, the sequence number of the oldest event in the log.`,
      {
        oldest_sequence,
        last_sequence,
      },
    );
  return from - 1;
}

const retentionDays = getRetentionDays("events");

/** The bounds of the event log, and where the time `$2` is in it. */
interface LogAtTime extends LogBounds {
  /** The sequence number of the first event at or after the time. */
  first_sequence: number | null;
  /** Whether the time is in the future. */
  is_future: boolean;
  /** Whether the time is before the period for which events are kept. */
  is_old: boolean;
}

// An event gets its number at `created_at`, which is never before `occurred_at`. So the condition on `created_at` excludes no
// event that the condition on `occurred_at` includes. It lets the query use the index.
const timeText = `
  with ${logBoundsCtes}
  select kept.*, $2 > clock_timestamp() as is_future, $2 < clock_timestamp() - $3 * interval '1 day' as is_old,
    (select sequence from events where store_id = $1 and created_at >= $2 and occurred_at >= $2
      order by sequence limit 1) as first_sequence
  from kept`;

async function findStartByTime(tx: Queryable, store: Store, from: Date): Promise<number> {
  const row = await tx.maybeOne<LogAtTime>(timeText, [store.id, from, retentionDays]);
  if (!row) throw new Error("The bounds of the event log were not loaded.");
  const { oldest_sequence, last_sequence, first_sequence, is_future, is_old } = row;
  if (is_future) throwFieldError(field, "out_of_range", {}, "{field} must not be in the future.");
  // If the log still has the store's first event, it is complete, so any past time is valid.
  if (is_old && oldest_sequence > 1)
    throwExpired(
      `{field} must be in the last ${retentionDays} days, which is how far the event log goes back.`,
      { oldest_sequence, last_sequence },
    );
  return (first_sequence ?? last_sequence + 1) - 1;
}

function throwExpired(message: string, current: LogBounds): never {
  throwApiError("gone", { fields: [fieldError(field, "out_of_range", {}, message)], current });
}
