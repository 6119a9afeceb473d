import { getErrorCode } from "@souk/database";
import { type ListeningAddress, listen } from "../../http/listen.ts";
import { createProbeServer } from "../../http/probe-server.ts";
import { createJobs } from "../composition/jobs.ts";
import type { PlatformOptions } from "../composition/resources.ts";
import { createPlatform, type Platform } from "../create-platform.ts";
import { startHousekeeping } from "../housekeeping/index.ts";
import { type Jobs, startJobs } from "../jobs/index.ts";
import { type ProcessRole, startHeartbeat } from "../processes/index.ts";
import type { RandomFraction } from "../random.ts";
import { createVault } from "../secrets/vault.ts";
import { checkSecretKey } from "./check-secret-key.ts";
import { checkStorage } from "./check-storage.ts";
import { StartError } from "./start-error.ts";

export interface RunOptions extends Omit<PlatformOptions, "liveProcesses"> {
  role: ProcessRole;
  randomFraction: RandomFraction;
  /**
   * Create the data that must be there before requests are served. Meanwhile the process listens, and says
   * that it is not ready.
   */
  prepare?: (platform: Platform) => Promise<void>;
}

/** A platform at work: it answers, sends, keeps resources and is counted among the live processes. */
export interface RunningPlatform {
  platform: Platform;
  listening: readonly ListeningAddress[];
  /**
   * Accept nothing new, let work in progress end, and stop everything but the database, which is the
   * caller's.
   * @param hurry aborts at once all work in progress, when it fires
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** The time that work in progress has to end when the process stops (P4). */
const graceMs = 10_000;

/**
 * Create a platform on a migrated database and start it.
 * @throws StartError when it cannot listen, or the database belongs to another secret key
 */
export async function runPlatform(options: RunOptions): Promise<RunningPlatform> {
  const { config, database, log, role, random } = options;
  const running = new AsyncDisposableStack();
  try {
    const heartbeat = await startHeartbeat({
      database,
      processId: random(9),
      role,
      random: options.randomFraction,
      log,
    });
    running.defer(heartbeat.stop);
    await checkSecretKey(database, createVault(options.secretKey).keyId);
    const platform = await createPlatform({ ...options, liveProcesses: heartbeat.liveProcesses });
    running.defer(platform.close);
    await checkStorage(platform.files.storage, config);
    await platform.start(role === "api" ? "api" : "delivery");
    const jobs = createJobs(platform, options.clock);
    const housekeeping = startHousekeeping({ database, jobs, log, random: options.randomFraction });
    const longWork = role === "api" ? null : startLongWork(platform, options);
    // Side by side: what one of them waits for must not give the others time to begin more. One that fails ends none of them early.
    running.defer(async () => {
      const ends = await Promise.allSettled([platform.drain(), housekeeping.stop(), longWork?.stop()]);
      const failed = ends.find((end) => end.status === "rejected");
      if (failed) throw failed.reason;
    });
    const server = role === "delivery" ? await probeServer(platform, options) : platform.server;
    const { hosts, port } = config;
    const prepared = platform.probes.prepare();
    const listening = await inWords(port, () => listen(server, { hosts, port, log }));
    await options.prepare?.(platform).catch(async (error: unknown) => {
      await listening.close(0);
      throw error;
    });
    prepared();
    return {
      platform,
      listening: listening.addresses,
      stop: async (hurry) => {
        platform.probes.drain();
        if (hurry?.aborted) listening.hurry();
        hurry?.addEventListener("abort", listening.hurry, { once: true });
        // Requests and deliveries end side by side: each has the whole of its time.
        await Promise.all([listening.close(graceMs), running.disposeAsync()]);
      },
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

/** Start the long work in a process whose work no request waits for. */
function startLongWork(
  { modules: { tasks }, jobs: queue }: Platform,
  { database, log, random, randomFraction }: RunOptions,
): Jobs {
  return startJobs({ database, queue, tasks, owner: random(9), log, random: randomFraction });
}

/**
 * Create the probe server of a process that only delivers, which is monitored at the same address and serves
 * nothing else.
 */
function probeServer({ probes, addresses }: Platform, { config, random, log }: RunOptions) {
  return createProbeServer(probes, {
    addresses,
    randomText: random,
    trustProxy: config.trustProxy,
    report: (error) => log.error({ err: error }, "A probe failed."),
  });
}

const sentences: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program; stop that one, or choose another port with SOUK_PORT.`,
  EACCES: (port) => `Port ${port} may not be used by this user; choose one from 1024 with SOUK_PORT.`,
  EADDRNOTAVAIL: () => "This machine has none of the addresses to listen on; choose others with SOUK_HOST.",
};

async function inWords<T>(port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const sentence = sentences[getErrorCode(error) ?? ""];
    throw sentence ? new StartError(sentence(port), { cause: error }) : error;
  }
}
