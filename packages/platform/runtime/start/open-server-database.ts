import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  DatabaseUnavailable,
  DataDirectoryInUse,
  getErrorCode,
  lockDataDirectory,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from "@souk/database";
import { freeLeases } from "@souk/delivery";
import type { Clock } from "../clock.ts";
import type { Log } from "../composition/resources.ts";
import type { Config } from "../config/index.ts";
import { createPartitions } from "../housekeeping/index.ts";
import { releaseAllJobs } from "../jobs/index.ts";
import { deleteAllProcesses } from "../processes/index.ts";
import { StartError } from "./start-error.ts";

/** The database of a server, and the lock of its data directory. */
export interface ServerDatabase {
  database: Database;
  /** Return the process id of the embedded PostgreSQL, or undefined if DATABASE_URL is set. */
  getPostgresPid(): number | undefined;
  /** Close every connection, then stop the embedded PostgreSQL and release the data directory. */
  stop(): Promise<void>;
}

export interface ServerDatabaseOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** How long to wait, in ms, for the database at DATABASE_URL if it does not respond yet. */
  timeoutMs?: number;
  /** Throw a StartError if this server must not use the database. It is called before the schema is created or changed. */
  checkDatabase?(database: Database): Promise<void>;
}

/** The embedded PostgreSQL server or the one at DATABASE_URL, with the lock of the data directory. */
interface Server {
  connection: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Lock the data directory, start the embedded PostgreSQL or connect to DATABASE_URL, migrate the schema, and create
 * partitions. Several processes with different data directories can do so at the same time. With the embedded
 * PostgreSQL, the lock proves that no other process uses the database, so leases of crashed processes are released.
 * @throws StartError with a message for the operator
 */
export async function openServerDatabase(options: ServerDatabaseOptions): Promise<ServerDatabase> {
  const { config, clock, log } = options;
  const server = await withStartErrors(() => startServer(options));
  const { connection } = server;
  const database = openDatabase({ connection, log, maxConnections: config.maxConnections });
  const stop = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  try {
    if (config.databaseUrl !== null) await checkVersion(database, options.timeoutMs ?? defaultTimeoutMs);
    await withStartErrors(async () => {
      await options.checkDatabase?.(database);
      await migrate({ connection, log });
    });
    await createPartitions(database, clock);
    if (config.databaseUrl === null) await releaseLeasesOfCrashedProcesses(database);
    return { database, getPostgresPid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Release the leases of crashed processes, and delete these processes from the table. The lock of the data directory proves that no
 * other process uses the embedded database.
 */
async function releaseLeasesOfCrashedProcesses(database: Database): Promise<void> {
  await freeLeases(database);
  await releaseAllJobs(database);
  await deleteAllProcesses(database);
}

async function startServer({ config, log }: ServerDatabaseOptions): Promise<Server> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return { connection: postgres.connectionString, pid: postgres.pid, stop: postgres.stop };
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDirectory(dataDir);
  return { connection: databaseUrl, pid: () => undefined, stop: unlock };
}

const defaultTimeoutMs = 15_000;
const minPostgresVersion = 15;

/**
 * Wait until the database at DATABASE_URL responds, because it may be starting, and reject a PostgreSQL version that is too old.
 */
async function checkVersion(database: Database, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const row = await database.maybeOne<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      const version = row?.version ?? "";
      if (Number.parseInt(version, 10) >= minPostgresVersion) return;
      throw new StartError(
        `DATABASE_URL connects to PostgreSQL ${version}, but Souk requires ${minPostgresVersion} or newer.`,
      );
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!(error instanceof DatabaseUnavailable) || performance.now() >= deadline)
        throw createUnreachableError(error);
      await sleep(250);
    }
  }
}

function createUnreachableError(error: unknown): StartError {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const reason = cause instanceof AggregateError ? cause.errors[0] : cause;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new StartError(`DATABASE_URL does not connect to a usable database: ${message}.`, { cause: error });
}

/**
 * Run a step of the start. A `DataDirectoryInUse` or a plain `Error` of the database package has a message for the operator, so it
 * is converted to a StartError. Any other error, such as one with a code, is rethrown.
 */
async function withStartErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw new StartError(error.message, { cause: error });
    const isForOperator =
      error instanceof Error && error.constructor === Error && getErrorCode(error) === undefined;
    throw isForOperator ? new StartError(error.message, { cause: error }) : error;
  }
}
