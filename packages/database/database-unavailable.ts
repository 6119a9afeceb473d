import pg from "pg";

export type UnavailableReason = "unreachable" | "busy" | "schema_changed";

/**
 * The error of a database that is temporarily unavailable. The HTTP pipeline responds with 503.
 *
 * `unreachable` means no connection, a broken connection, or a server that rejects further connections or writes. `busy` means
 * a lock or statement timeout, no free connection in this process's pool, or a full or read-only disk. `schema_changed` means
 * that a migration invalidated a prepared statement. A commit without a response is `unreachable`, and its outcome is unknown.
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

// The reasons for SQLSTATE and system codes. The code 53300 and the classes 08 (connection) and 53 (resources) are matched below.
const reasonByCode: Record<string, UnavailableReason> = {
  // The server is shutting down, has crashed, or is still starting.
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  // The server is read-only, such as a standby after a failover. The next connection may reach the new primary.
  "25006": "unreachable",
  // A statement or a lock took longer than its timeout.
  "57014": "busy",
  "55P03": "busy",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  ECONNABORTED: "unreachable",
  EPIPE: "unreachable",
  // The server's Unix socket does not exist.
  ENOENT: "unreachable",
  ETIMEDOUT: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
};

/**
 * The reasons for errors of pg's client and pool. These errors have no code, so this file recognizes them by their texts. The test
 * outage.slow.test.ts causes these errors.
 */
const reasonByClientMessage: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^timeout exceeded when trying to connect/, "busy"],
  [/^timeout expired/, "unreachable"],
  [/^Connection terminated/, "unreachable"],
  [/^Client has encountered a connection error/, "unreachable"],
  [/^Client was closed and is not queryable/, "unreachable"],
  [/^Cannot use a pool after calling end/, "unreachable"],
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

/** Return the reason for a server error whose code is not in `reasonByCode`; undefined for any other error. */
function findServerReason({ code, file, routine }: pg.DatabaseError): UnavailableReason | undefined {
  if (code?.startsWith("53")) return "busy";
  if (code === "42501" && storageSources.has(file ?? "")) return "busy";
  // "cached plan must not change result type" has the same code as every feature that is not supported.
  if (code === "0A000" && routine === "RevalidateCachedQuery") return "schema_changed";
  return undefined;
}

/** Return the SQLSTATE or system code of an error; undefined if it has none. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function findReason(error: Error): UnavailableReason | undefined {
  const code = getErrorCode(error);
  if (code?.startsWith("08")) return "unreachable";
  // Too many connections.
  if (code === "53300") return "unreachable";
  if (code !== undefined && reasonByCode[code]) return reasonByCode[code];
  if (error instanceof pg.DatabaseError) return findServerReason(error);
  return reasonByClientMessage.find(([pattern]) => pattern.test(error.message))?.[1];
}

/**
 * Return whether an error means that the database cannot be reached or rejects writes. Callers need not log such an
 * error, because `openDatabase` logs each outage.
 */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === "unreachable";
}

/** Convert an error of the driver to `DatabaseUnavailable` if the database is unavailable; return any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error;
  const reason = findReason(error);
  return reason ? new DatabaseUnavailable(reason, error) : error;
}
