import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { clientConfig, type PoolOptions } from "./connection-pool.ts";
import { errorCode, toUnavailable } from "./database-unavailable.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import { splitStatements } from "./split-statements.ts";

export interface MigrateOptions extends Pick<PoolOptions, "connection" | "log"> {
  /** Where the numbered files are; ours by default. */
  directory?: string;
}

const ownDirectory = fileURLToPath(new URL("./migrations", import.meta.url));

// The key of the advisory lock under which one process migrates while others wait.
const lockKey = 7_085_107;

/**
 * Brings the schema up to the newest migration file, forward only; any number of processes may call it at once.
 * @returns how many files were applied by this call
 * @throws one sentence when an applied file has changed or the database is newer than this code
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const files = await readMigrationFiles(options.directory ?? ownDirectory);
  const client = new pg.Client({ ...clientConfig({ ...options, applicationName: "souk-migrate" }) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("set timezone = 'UTC'");
    await takeLock(client);
    await client.query(`create table if not exists souk_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz(3) not null default clock_timestamp())`);
    await client.query("set lock_timeout = '2s'");
    const waiting = await waitingFiles(client, files);
    for (const file of waiting) await applyWithRetries(client, file, options);
    return waiting.length;
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Asked for again and again: a session that waits inside one statement holds a snapshot, and `create index concurrently`
// of the process that has the lock would wait for that for ever.
async function takeLock(client: pg.Client): Promise<void> {
  const ask = "select pg_try_advisory_lock($1) as taken";
  while (!(await client.query<{ taken: boolean }>(ask, [lockKey])).rows[0]?.taken) await sleep(50);
}

async function waitingFiles(client: pg.Client, files: MigrationFile[]): Promise<MigrationFile[]> {
  const applied = await client.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from souk_migrations order by number",
  );
  const newest = applied.rows.at(-1);
  if (newest && newest.number > files.length) {
    throw new Error(
      `The database is at migration ${newest.number} (${newest.name}), newer than this version of Souk, which knows ${files.length}; start a version at least as new.`,
    );
  }
  for (const row of applied.rows) {
    const file = files[row.number - 1];
    if (file && file.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.number} (${row.name}) was applied with other content than its file now has; put the file back and add a new migration instead.`,
      );
    }
  }
  return files.slice(newest?.number ?? 0);
}

const lockAttempts = 30;

async function applyWithRetries(
  client: pg.Client,
  file: MigrationFile,
  options: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, file);
      options.log.info({ migration: file.number, name: file.name }, "Migration applied.");
      return;
    } catch (error) {
      if (file.transactional) await client.query("rollback");
      // A statement that waits for a lock makes everyone behind it wait too: give up soon, try again later.
      if (errorCode(error) !== "55P03" || attempt === lockAttempts) throw inFile(file, error);
      options.log.warn({ migration: file.number, attempt }, "Migration waits for a lock that others hold.");
      await sleep(500);
    }
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  const record = "insert into souk_migrations (number, name, checksum) values ($1, $2, $3)";
  if (file.transactional) {
    await client.query("begin");
    await client.query(file.text);
  } else {
    for (const statement of splitStatements(file.text)) await client.query(statement);
  }
  await client.query(record, [file.number, file.name, file.checksum]);
  if (file.transactional) await client.query("commit");
}

function inFile(file: MigrationFile, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  error.message = `Migration ${file.number} (${file.name}): ${error.message}${error.position ? ` at character ${error.position}` : ""}`;
  return error;
}
