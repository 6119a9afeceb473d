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
import { makePartitions } from "../housekeeping/index.ts";
import { freeJobs } from "../jobs/index.ts";
import { forgetProcesses } from "../processes/index.ts";
import { StartError } from "./start-error.ts";

/** The database that a server runs on, with the data directory locked for this process. */
export interface Storage {
  database: Database;
  /** Return the process id of the embedded PostgreSQL; `undefined` with DATABASE_URL. */
  postgresPid(): number | undefined;
  /** Close every connection, then stop the embedded PostgreSQL and release the data directory. */
  stop(): Promise<void>;
}

export interface StorageOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** The time to wait for a database of DATABASE_URL that does not respond yet, in ms. */
  patienceMs?: number;
}

interface Server {
  connection: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Lock the data directory, start the embedded PostgreSQL or connect to that of DATABASE_URL, and bring the
 * schema and the partitions up to date. Any number of processes may do so at once, each with a data directory
 * of its own. On the embedded one, where the lock proves that there is no other, the leases of a killed
 * process and its part of the rate limits are released.
 * @throws StartError with a sentence for the person who starts the server
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, clock, log } = options;
  const server = await inWords(() => startServer(options));
  const { connection } = server;
  const database = openDatabase({ connection, log, maxConnections: config.maxConnections });
  const stop = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  try {
    if (config.databaseUrl !== null) await checkVersion(database, options.patienceMs ?? usualPatienceMs);
    await inWords(() => migrate({ connection, log }));
    await makePartitions(database, clock);
    if (config.databaseUrl === null) await takeBackFromTheDead(database);
    return { database, postgresPid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Release what dead processes held: the lock of the data directory proves that no other process works on the
 * embedded database.
 */
async function takeBackFromTheDead(database: Database): Promise<void> {
  await freeLeases(database);
  await freeJobs(database);
  await forgetProcesses(database);
}

async function startServer({ config, log }: StorageOptions): Promise<Server> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return { connection: postgres.connectionString, pid: postgres.pid, stop: postgres.stop };
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDirectory(dataDir);
  return { connection: databaseUrl, pid: () => undefined, stop: unlock };
}

const usualPatienceMs = 15_000;
const oldestVersion = 15;

/**
 * Wait for the database of DATABASE_URL, which may be starting at the same time, and reject one that is too
 * old.
 */
async function checkVersion(database: Database, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      const row = await database.maybeOne<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      const version = row?.version ?? "";
      if (Number.parseInt(version, 10) >= oldestVersion) return;
      throw new StartError(
        `DATABASE_URL connects to PostgreSQL ${version}, but Souk requires ${oldestVersion} or newer.`,
      );
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!(error instanceof DatabaseUnavailable) || performance.now() >= end) throw unreachable(error);
      await sleep(250);
    }
  }
}

function unreachable(error: unknown): StartError {
  const why = error instanceof DatabaseUnavailable ? error.cause : error;
  const reason = why instanceof AggregateError ? why.errors[0] : why;
  const said = reason instanceof Error ? reason.message : String(reason);
  return new StartError(`DATABASE_URL does not connect to a usable database: ${said}.`, { cause: error });
}

/**
 * Run a step and turn its plain errors into StartErrors: the database package writes them as sentences for
 * people; an error with a code is a bug or a failure.
 */
async function inWords<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw new StartError(error.message, { cause: error });
    const isSentence =
      error instanceof Error && error.constructor === Error && getErrorCode(error) === undefined;
    throw isSentence ? new StartError(error.message, { cause: error }) : error;
  }
}
