import { type Database, defineStatement, isUnreachable, type Log } from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";

/** The role of a process: `api` serves requests, `delivery` sends webhooks, and `all` does both. */
export type ProcessRole = "all" | "api" | "delivery";

export interface HeartbeatOptions {
  database: Database;
  /** The unique id of this process. */
  processId: string;
  role: ProcessRole;
  /** The id of the secret key with which this process encrypts. */
  secretKeyId: string;
  /** The version of Souk. */
  version: string;
  random: RandomFraction;
  log: Log;
  /** The interval between two heartbeats; 10 s by default. */
  beatEveryMs?: number;
}

/** The row of this process in the table of live processes. */
export interface Heartbeat {
  /**
   * Return the number of live processes that serve the API, including this process if it does so, and at least 1. Rate limits are
   * divided by this number.
   */
  countLiveProcesses(): number;
  /** Remove this process from the table. */
  stop(): Promise<void>;
}

const defaultBeatMs = 10_000;
/** After this number of seconds without a heartbeat, a process counts as ended. */
export const deadAfterSeconds = 30;

// The times come from the database's clock, because the clocks of machines may differ.
const beatStatement = defineStatement(
  "process_beat",
  `
    with mine as (
      insert into processes (id, role, secret_key_id, souk_version, node_version, started_at, seen_at)
      values ($1, $2, $4, $5, $6, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    ), gone as (
      delete from processes where id <> $1 and seen_at < clock_timestamp() - make_interval(secs => $3)
    )
    select count(*) as others from processes
    where id <> $1 and role <> 'delivery' and seen_at >= clock_timestamp() - make_interval(secs => $3)`,
);

/**
 * Delete all processes from the table, so that rate limits are not divided by crashed processes. Call this only at a
 * start, and only if no other process can be using the database.
 */
export async function deleteAllProcesses(database: Database): Promise<void> {
  await database.query("delete from processes");
}

/** Start reporting this process as live, and wait for the first report, so that the number of processes is known. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { database, processId, role, secretKeyId, version, random, log } = options;
  let liveCount = 1;

  async function beatOnce(): Promise<void> {
    const values = [processId, role, deadAfterSeconds, secretKeyId, version, process.versions.node];
    const row = await database.maybeOne<{ others: number }>(beatStatement, values);
    liveCount = (row?.others ?? 0) + (role === "delivery" ? 0 : 1);
  }

  // While the database is unavailable, the last count stays valid.
  const logError = (error: unknown): void => {
    if (!isUnreachable(error)) log.warn({ err: error }, "The process could not report that it is live.");
  };
  const beatOrLog = (): Promise<void> => beatOnce().catch(logError);

  await beatOrLog();
  const everyMs = options.beatEveryMs ?? defaultBeatMs;
  const poller = createPoller({ work: beatOrLog, everyMs, random, onError: logError });
  return {
    countLiveProcesses: () => Math.max(1, liveCount),
    stop: async () => {
      await poller.stop();
      await database.query("delete from processes where id = $1", [processId]).catch(() => undefined);
    },
  };
}
