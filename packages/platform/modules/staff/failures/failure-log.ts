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
  at: number;
  store_id: number | null;
  /** Undefined if the caller was not identified. */
  actor: Pick<Actor, "kind" | "id"> | undefined;
  operation: string | null;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  apiError: ApiError;
  /** The error that caused the response. */
  error: unknown;
}

/** The log of failed requests, which writes in the background. */
export interface FailureLog {
  /** Keep a failed request, unless it is of no interest or the caller has failed too often in this minute. */
  record(failure: FailedRequest): void;
  /** Write the failed requests that are kept and not written yet. */
  flush(db: Queryable): Promise<void>;
  housekeeping: readonly Job[];
}

/** How many rejected requests of one caller are stored in a minute. */
const maxRejectedPerMinute = 10;
/** How many failures of the server one process stores in a minute, so that an outage does not fill the table. */
const maxServerErrorsPerMinute = 120;
/** How many failures wait in memory while the database does not respond. */
const maxWaiting = 1_000;
const maxStackLength = 4_000;
const maxFields = 20;
const minuteMs = 60_000;

/** Create the log of failed requests of this process. */
export function createFailureLog(): FailureLog {
  let waitingRows: FailureRow[] = [];
  let minute = 0;
  const counts = new Map<string, number>();

  /** Count a failure of this caller. @returns whether it is within the limit */
  function isWithinLimit({ at, status, actor }: FailedRequest): boolean {
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
      if (!isOfInterest(failure) || !isWithinLimit(failure) || waitingRows.length >= maxWaiting) return;
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
 * Return whether somebody may report this failure to staff. Rejections by a rate limit are left out, because there are many of them, and
 * so are rejections of callers that were not identified.
 */
function isOfInterest({ status, actor, apiError }: FailedRequest): boolean {
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

/** Describe an error and its causes in a line each, without values. */
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
