import pg from "pg";

export type UnavailableReason = "away" | "busy" | "schema_changed";

/**
 * The database could not do the work now, and the same request may succeed in a moment: the pipeline answers 503.
 * `away`: no connection, it broke, or it takes no writes. `busy`: a lock or statement timeout, no free connection, no room
 * left on the disk, or one that takes no writes.
 * `schema_changed`: a migration ran beneath a prepared statement. A commit whose answer was lost is `away`, its outcome unknown.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(
      `The database is unavailable (${reason}): ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
    this.name = "DatabaseUnavailable";
    this.reason = reason;
  }
}

// SQLSTATE classes 08 (connection) and 53 (resources) are tested by their first two characters.
const reasonByCode: Record<string, UnavailableReason> = {
  "57P01": "away",
  "57P02": "away",
  "57P03": "away",
  // What it leads to takes no writes: a standby, after a failover. The next connection may lead to the new primary.
  "25006": "away",
  "57014": "busy",
  "55P03": "busy",
  ECONNREFUSED: "away",
  ECONNRESET: "away",
  ECONNABORTED: "away",
  EPIPE: "away",
  ENOENT: "away",
  ETIMEDOUT: "away",
  ENOTFOUND: "away",
  EAI_AGAIN: "away",
  EHOSTUNREACH: "away",
  ENETUNREACH: "away",
};

// pg gives no code with these.
const reasonByMessage: [RegExp, UnavailableReason][] = [
  [/^timeout exceeded when trying to connect/, "busy"],
  [/^Connection terminated/, "away"],
  [/^Client has encountered a connection error/, "away"],
  [/^Client was closed and is not queryable/, "away"],
  [/^Cannot use a pool after calling end/, "away"],
  [/^Query read timeout/, "away"],
  // PostgreSQL gives it the code of a missing right.
  [/: Read-only file system$/, "busy"],
  [/^cached plan must not change result type/, "schema_changed"],
];

/** The SQLSTATE or system code that an error carries. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function unavailableReason(error: Error): UnavailableReason | undefined {
  const code = errorCode(error);
  if (code?.startsWith("08")) return "away";
  if (code === "53300") return "away";
  if (code?.startsWith("53") && error instanceof pg.DatabaseError) return "busy";
  if (code !== undefined && reasonByCode[code]) return reasonByCode[code];
  return reasonByMessage.find(([pattern]) => pattern.test(error.message))?.[1];
}

/** Whether work failed since the database is away. Who works on an `openDatabase` need not tell of that: it does by itself. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === "away";
}

/** Turns an error of the driver into `DatabaseUnavailable` when it is one; any other error comes back as it is. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error;
  const reason = unavailableReason(error);
  return reason ? new DatabaseUnavailable(reason, error) : error;
}
