import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { buildClientConfig, type PoolOptions } from "./connection-pool.ts";
import { getErrorCode, toUnavailable } from "./database-unavailable.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { splitStatements } from "./split-statements.ts";

export interface MigrateOptions extends Pick<PoolOptions, "connection" | "log"> {
  /** The directory of the numbered files; by default, Souk's migrations. */
  directory?: string;
}

const defaultDirectory = fileURLToPath(new URL("./migrations", import.meta.url));

// The key of the advisory lock under which one process migrates while others wait.
const lockKey = 7_085_107;

/**
 * Migrate the schema forward to the newest migration file. Any number of processes may call this at the same time.
 * @returns the number of files that this call applied
 * @throws Error if an applied file has changed or the database is newer than this code
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const files = await readMigrationFiles(options.directory ?? defaultDirectory);
  const client = new pg.Client({ ...buildClientConfig({ ...options, applicationName: "souk-migrate" }) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("set timezone = 'UTC'");
    await acquireLock(client);
    await client.query(`create table if not exists souk_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz(3) not null default clock_timestamp())`);
    await client.query("set lock_timeout = '2s'");
    const pendingFiles = await findPendingFiles(client, files);
    for (const file of pendingFiles) await applyWithRetries(client, file, options);
    return pendingFiles.length;
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Try to take the lock again and again. A session that instead waited inside a statement would have a snapshot, and
// `create index concurrently` in the process with the lock would wait for that snapshot forever.
async function acquireLock(client: pg.Client): Promise<void> {
  const lockSql = "select pg_try_advisory_lock($1) as is_locked";
  while (!(await client.query<{ is_locked: boolean }>(lockSql, [lockKey])).rows[0]?.is_locked)
    await sleep(50);
}

async function findPendingFiles(client: pg.Client, files: MigrationFile[]): Promise<MigrationFile[]> {
  const result = await client.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from souk_migrations order by number",
  );
  const appliedMigrations = result.rows;
  const newest = appliedMigrations.at(-1);
  if (newest && newest.number > files.length) {
    throw new Error(
      `The database is at migration ${newest.number} (${newest.name}), newer than this version of Souk, which has only ${files.length} migrations. Start a version of Souk that is at least as new.`,
    );
  }
  for (const { number, name, checksum } of appliedMigrations) {
    const file = files[number - 1];
    if (file && file.checksum !== checksum) {
      throw new Error(
        `Migration ${number} (${name}) was applied with different content than its file has now. Restore the file and add a new migration instead.`,
      );
    }
  }
  return files.slice(newest?.number ?? 0);
}

// The number of times that a migration is tried before it fails because another session locks its table.
const maxLockAttempts = 30;

async function applyWithRetries(
  client: pg.Client,
  file: MigrationFile,
  options: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyFile(client, file);
      options.log.info({ migration: file.number, name: file.name }, "Migration applied.");
      return;
    } catch (error) {
      if (file.isTransactional) await client.query("rollback");
      // A statement that waits for a lock blocks all later statements on the table. So `lock_timeout` makes it fail soon, with
      // 55P03, and the migration is tried again.
      if (getErrorCode(error) !== "55P03" || attempt === maxLockAttempts) throw addFileToError(file, error);
      options.log.warn(
        { migration: file.number, attempt },
        "The migration waits for a lock of another session.",
      );
      await sleep(500);
    }
  }
}

// Audit triggers must include each column that a migration adds, unless it is left out on purpose (0043_audit_left_out.sql).
const refreshAuditTriggers = `do $$ begin
  if to_regprocedure('souk_refresh_audit_triggers()') is not null then perform souk_refresh_audit_triggers(); end if;
end $$`;

async function applyFile(client: pg.Client, file: MigrationFile): Promise<void> {
  const recordSql = "insert into souk_migrations (number, name, checksum) values ($1, $2, $3)";
  if (file.isTransactional) {
    await client.query("begin");
    await client.query(file.text);
  } else {
    for (const statement of splitStatements(file.text)) await client.query(statement);
  }
  await client.query(refreshAuditTriggers);
  await client.query(recordSql, [file.number, file.name, file.checksum]);
  if (file.isTransactional) await client.query("commit");
}

function addFileToError(file: MigrationFile, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  error.message = `Migration ${file.number} (${file.name}): ${error.message}${error.position ? ` at character ${error.position}` : ""}`;
  return error;
}
