import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  DatabaseUnavailable,
  DataDirectoryInUse,
  errorCode,
  lockDataDirectory,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from "@souk/database";
import { freeLeases } from "@souk/delivery";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import { makePartitions } from "../housekeeping/index.ts";
import { freeJobs } from "../jobs/index.ts";
import { forgetProcesses } from "../processes/index.ts";
import type { Log } from "../wiring/house.ts";
import { StartError } from "./start-error.ts";

/** The database that a server runs on, with the data directory locked for this process. */
export interface Storage {
  database: Database;
  /** The PostgreSQL process of ours; `undefined` with DATABASE_URL. */
  postgresPid(): number | undefined;
  /** Closes every connection, then stops the embedded PostgreSQL and gives the data directory back. */
  stop(): Promise<void>;
}

export interface StorageOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** How long to wait for a database of DATABASE_URL that does not answer yet, in ms. */
  patienceMs?: number;
}

interface Server {
  connection: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Locks the data directory, starts the embedded PostgreSQL or goes to that of DATABASE_URL, and brings the schema and the
 * partitions up to date. Any number of processes may do so at once, each with a data directory of its own. On the embedded
 * one, where the lock proves that there is no other, what a killed process had leased, and its part of the rate limits, is
 * given back.
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

/** The lock of the data directory proves that no other process works on the embedded database. */
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

/** Waits for the database of DATABASE_URL, which may be starting beside us, and refuses one that is too old. */
async function checkVersion(database: Database, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      const { rows } = await database.query<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      const version = rows[0]?.version ?? "";
      if (Number.parseInt(version, 10) >= oldestVersion) return;
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${version}, but Souk takes ${oldestVersion} or newer.`,
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
  return new StartError(`DATABASE_URL leads to no database that can be used: ${said}.`, { cause: error });
}

/** The database package throws plain errors whose message is a sentence for people; an error with a code is a bug or a fault. */
async function inWords<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw new StartError(error.message, { cause: error });
    const isSentence =
      error instanceof Error && error.constructor === Error && errorCode(error) === undefined;
    throw isSentence ? new StartError(error.message, { cause: error }) : error;
  }
}
