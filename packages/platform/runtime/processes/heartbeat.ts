import { type Database, defineStatement, isUnavailable, type Log } from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";

/** The role of a process: answers requests, sends webhooks, or both. */
export type ProcessRole = "all" | "api" | "delivery";

export interface HeartbeatOptions {
  database: Database;
  /** The name of this process among the live ones. */
  processId: string;
  role: ProcessRole;
  random: RandomFraction;
  log: Log;
  /** The pause between two beats, 10 s by default. */
  beatEveryMs?: number;
}

/** The entry of this process in the table of live ones. */
export interface Heartbeat {
  /**
   * Return how many live processes serve the API, this one included; at least 1. Each gives that part of a
   * rate limit.
   */
  liveProcesses(): number;
  /** Remove this process from the table. */
  stop(): Promise<void>;
}

const usualBeatMs = 10_000;
const deadAfterSeconds = 30;

// The database's clock, so that machines whose clocks differ agree on who is alive.
const beat = defineStatement(
  "process_beat",
  `
    with mine as (
      insert into processes (id, role, started_at, seen_at) values ($1, $2, clock_timestamp(), clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    ), gone as (
      delete from processes where id <> $1 and seen_at < clock_timestamp() - make_interval(secs => $3)
    )
    select count(*) as others from processes
    where id <> $1 and role <> 'delivery' and seen_at >= clock_timestamp() - make_interval(secs => $3)`,
);

/**
 * Remove every process from the table, so that those killed take no part of the rate limits until they count
 * as gone. Only for a start that is certain that no other process works on the database.
 */
export async function forgetProcesses(database: Database): Promise<void> {
  await database.query("delete from processes");
}

/** Start beating; resolves after the first beat, so that its count is known from the first request on. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { database, processId, role, random, log } = options;
  let live = 1;

  async function beatOnce(): Promise<void> {
    const values = [processId, role, deadAfterSeconds];
    const row = await database.maybeOne<{ others: number }>(beat, values);
    live = (row?.others ?? 0) + (role === "delivery" ? 0 : 1);
  }

  // While the database is away the last count holds.
  const logError = (error: unknown): void => {
    if (!isUnavailable(error)) log.warn({ err: error }, "The process could not show that it is alive.");
  };
  const beatAgain = (): Promise<void> => beatOnce().catch(logError);

  await beatAgain();
  const everyMs = options.beatEveryMs ?? usualBeatMs;
  const beating = createPoller({ work: beatAgain, everyMs, random, onError: logError });
  return {
    liveProcesses: () => Math.max(1, live),
    stop: async () => {
      await beating.stop();
      await database.query("delete from processes where id = $1", [processId]).catch(() => undefined);
    },
  };
}
