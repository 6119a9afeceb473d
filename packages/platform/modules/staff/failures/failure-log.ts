import { type ApiError, fieldErrorCodes } from "@souk/contract";
import { type Database, getErrorCode, type Queryable } from "@souk/database";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import { toStorableText, truncate } from "../../../infrastructure/storable-text.ts";
import type { Job } from "../../../runtime/housekeeping/index.ts";
import { type FailureRow, insertFailures, pruneFailures } from "./failure-store.ts";
import { maskMessage } from "./mask-values.ts";

/** A failed request, as the HTTP server reports it. */
export interface FailedRequest {
  request_id: string;
  /** The time of the response, in milliseconds since 1970. */
  at: number;
  store_id: number | null;
  /** Undefined if the caller was not identified. */
  actor: Pick<Actor, "kind" | "id"> | undefined;
  operation: string | null;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  /** The error that the response contains. */
  apiError: ApiError;
  /** The error that caused the response. */
  error: unknown;
}

/** The log of failed requests, which writes in the background. */
export interface FailureLog {
  /** Queue a failed request to be stored, unless it is not worth storing, a limit for this minute is reached, or the queue is full. */
  record(failure: FailedRequest): void;
  /** Store the failed requests that wait in memory. */
  flush(db: Queryable): Promise<void>;
  housekeeping: readonly Job[];
}

/** The maximum number of rejected requests of one caller that are stored in a minute. */
const maxRejectedPerMinute = 10;
/** The maximum number of server errors that one process stores in a minute, so that an outage does not fill the table. */
const maxServerErrorsPerMinute = 120;
/** The maximum number of failures that wait in memory while the database does not respond. */
const maxWaiting = 1_000;
/** The maximum number of characters of an error's stack that are stored. */
const maxStackLength = 4_000;
/** The maximum number of invalid fields of a request that are stored. */
const maxFields = 20;
const minuteMs = 60_000;

/** Create the log of failed requests of this process. */
export function createFailureLog(): FailureLog {
  let waitingRows: FailureRow[] = [];
  let minute = 0;
  const counts = new Map<string, number>();

  /** Count a failed request: a server error for this process, a rejection for its caller. @returns whether the count is within the limit */
  function countAndCheckLimit({ at, status, actor }: FailedRequest): boolean {
    const currentMinute = Math.floor(at / minuteMs);
    if (currentMinute !== minute) counts.clear();
    minute = currentMinute;
    const isServerError = status >= 500;
    const key = isServerError ? "server" : `${actor?.kind} ${actor?.id}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= (isServerError ? maxServerErrorsPerMinute : maxRejectedPerMinute);
  }

  const flush = async (db: Queryable): Promise<void> => {
    if (waitingRows.length === 0) return;
    const rows = waitingRows;
    waitingRows = [];
    try {
      await insertFailures(db, rows);
    } catch (error) {
      waitingRows = [...rows, ...waitingRows].slice(-maxWaiting);
      throw error;
    }
  };
  return {
    record: (failure) => {
      if (!isWorthStoring(failure) || !countAndCheckLimit(failure) || waitingRows.length >= maxWaiting)
        return;
      waitingRows.push(toRow(failure));
    },
    flush,
    housekeeping: [
      { name: "store failed requests", everyMs: 1_000, concurrent: true, run: flush },
      {
        name: "delete old failed requests",
        everyMs: 10 * minuteMs,
        run: (db: Database) => pruneFailures(db),
      },
    ],
  };
}

/**
 * Return whether a failure is worth storing, which means that somebody could report it to staff. Rejections by a rate limit are
 * not stored, because there are many of them. Rejections of callers that were not identified are not stored either.
 */
function isWorthStoring({ status, actor, apiError }: FailedRequest): boolean {
  if (status >= 500) return true;
  return actor !== undefined && apiError.code !== "rate_limited";
}

function toRow({ apiError, error, actor, at, ...failure }: FailedRequest): FailureRow {
  const isServerError = failure.status >= 500;
  return {
    ...failure,
    at: new Date(at),
    path: truncate(toStorableText(failure.path), 500),
    actor_kind: actor?.kind ?? "system",
    actor_id: actor?.id ?? "anyone",
    code: apiError.code,
    fields: apiError.fields
      .filter(({ code }) => code in fieldErrorCodes)
      .slice(0, maxFields)
      .map(({ path, code }) => `${truncate(toStorableText(path), 100)}: ${code}`),
    error: isServerError ? describeError(error) : null,
    stack: isServerError ? getStack(error) : null,
  };
}

/** Describe an error and its causes, each in one line and without values. */
function describeError(error: unknown): string {
  const lines: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && lines.length < 4; cause = cause.cause) {
    const code = getErrorCode(cause);
    lines.push(`${cause.name}${code === undefined ? "" : ` ${code}`}: ${maskMessage(cause.message)}`);
  }
  return lines.length === 0 ? typeof error : lines.join("\n");
}

/** Return the code locations of an error's stack. The lines before them repeat the message, which can contain values. */
function getStack(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const locations = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  if (locations.length === 0) return null;
  return truncate(locations.map((line) => line.trim()).join("\n"), maxStackLength);
}
