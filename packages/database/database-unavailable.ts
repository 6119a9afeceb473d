import pg from "pg";

export type UnavailableReason = "away" | "busy" | "schema_changed";

/**
 * The error of a database that is temporarily unavailable; the HTTP pipeline responds with 503. `away`: no connection, a
 * broken connection, or a server that rejects writes. `busy`: a lock or statement timeout, no free connection, or a full or
 * read-only disk. `schema_changed`: a migration invalidated a prepared statement. A commit without a response is `away`,
 * and its outcome is unknown.
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

// SQLSTATE classes 08 (connection) and 53 (resources) are found by their first two characters.
const reasonByCode: Record<string, UnavailableReason> = {
  "57P01": "away",
  "57P02": "away",
  "57P03": "away",
  // The server is read-only, such as a standby after a failover. The next connection may reach the new primary.
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

/**
 * The errors of pg's own client and pool. They have no code: their texts are read here and nowhere else, and
 * outage.slow.test.ts causes them.
 */
const reasonByClientText: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^timeout exceeded when trying to connect/, "busy"],
  [/^Connection terminated/, "away"],
  [/^Client has encountered a connection error/, "away"],
  [/^Client was closed and is not queryable/, "away"],
  [/^Cannot use a pool after calling end/, "away"],
];

/**
 * The source files of PostgreSQL that read and write its data. On a read-only disk their errors have the code of a
 * missing permission, although these files check no permission.
 */
const storageSources: ReadonlySet<string> = new Set([
  "md.c",
  "fd.c",
  "buffile.c",
  "slru.c",
  "xlog.c",
  "relmapper.c",
]);

/** Return the reason for a server error that its code alone does not identify; undefined for another error. */
function findServerReason({ code, file, routine }: pg.DatabaseError): UnavailableReason | undefined {
  if (code?.startsWith("53")) return "busy";
  if (code === "42501" && storageSources.has(file ?? "")) return "busy";
  // "cached plan must not change result type", with the code of every feature that is not supported.
  if (code === "0A000" && routine === "RevalidateCachedQuery") return "schema_changed";
  return undefined;
}

/** Return the SQLSTATE or system code of an error. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function findReason(error: Error): UnavailableReason | undefined {
  const code = getErrorCode(error);
  if (code?.startsWith("08")) return "away";
  if (code === "53300") return "away";
  if (code !== undefined && reasonByCode[code]) return reasonByCode[code];
  if (error instanceof pg.DatabaseError) return findServerReason(error);
  return reasonByClientText.find(([pattern]) => pattern.test(error.message))?.[1];
}

/**
 * Return whether an error means that the database cannot be reached or rejects writes. Callers need not log it:
 * `openDatabase` logs each outage.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === "away";
}

/** Convert an error of the driver to `DatabaseUnavailable` if it is one; return any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error;
  const reason = findReason(error);
  return reason ? new DatabaseUnavailable(reason, error) : error;
}
