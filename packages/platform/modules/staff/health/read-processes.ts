import type { Queryable } from "@souk/database";
import { deadAfterSeconds } from "../../../runtime/processes/index.ts";
import { type HealthDeps, type Part, toTime } from "./health-deps.ts";

type LiveProcess = Part<"processes">["live"][number];

interface ProcessRow extends Pick<LiveProcess, "id" | "role" | "souk_version" | "node_version"> {
  started_at: Date;
  seen_at: Date;
}

// Each live process has one row.
const processesText = `
  select id, role, souk_version, node_version, started_at, seen_at from processes
  where seen_at > clock_timestamp() - make_interval(secs => $1) order by started_at, id limit 100`;

/** Read the live processes. */
export async function readProcesses(
  tx: Queryable,
  { version, processId }: Pick<HealthDeps, "version" | "processId">,
): Promise<Part<"processes">> {
  const rows = await tx.many<ProcessRow>(processesText, [deadAfterSeconds]);
  return {
    version,
    live: rows.map(({ started_at, seen_at, ...row }) => ({
      ...row,
      is_current: row.id === processId,
      started_at: started_at.toISOString(),
      last_heartbeat_at: seen_at.toISOString(),
    })),
  };
}

interface DatabaseRow {
  postgresql_version: string;
  migration: number;
  size_bytes: number;
  used: number;
  max: number;
  oldest_transaction_at: Date | null;
}

// All these values are read quickly. pg_stat_activity has one row for each connection, and the size of the database is that of its files.
const databaseText = `
  select split_part(current_setting('server_version'), ' ', 1) as postgresql_version,
    (select coalesce(max(number), 0) from souk_migrations) as migration,
    pg_database_size(current_database()) as size_bytes,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections')::integer as max,
    (select min(xact_start) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())
      as oldest_transaction_at`;

/**
 * Read the version, size, connections and migrations of the database.
 * @param pendingMigrationCount null if the number could not be read
 * @throws Error if `pendingMigrationCount` is null
 */
export async function readDatabase(
  tx: Queryable,
  pendingMigrationCount: number | null,
): Promise<Part<"database">> {
  if (pendingMigrationCount === null) throw new Error("The migrations could not be read.");
  const row = await tx.one<DatabaseRow>(databaseText);
  return {
    postgresql_version: row.postgresql_version,
    migration: row.migration,
    pending_migration_count: pendingMigrationCount,
    size_bytes: row.size_bytes,
    connections: { used: row.used, max: row.max },
    oldest_transaction_at: toTime(row.oldest_transaction_at),
  };
}
