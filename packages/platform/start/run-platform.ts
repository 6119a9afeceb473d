import { errorCode } from "@souk/database";
import { createPlatform, type Platform } from "../create-platform.ts";
import { startHousekeeping } from "../housekeeping/index.ts";
import { type ListeningAddress, listen } from "../http/listen.ts";
import { createProbeServer } from "../http/probe-server.ts";
import { type Jobs, startJobs } from "../jobs/index.ts";
import { type ProcessRole, startHeartbeat } from "../processes/index.ts";
import type { RandomFraction } from "../random.ts";
import { createVault } from "../secrets/vault.ts";
import type { PlatformOptions } from "../wiring/house.ts";
import { createJobs } from "../wiring/jobs.ts";
import { checkSecretKey } from "./check-secret-key.ts";
import { checkStorage } from "./check-storage.ts";
import { StartError } from "./start-error.ts";

export interface RunOptions extends Omit<PlatformOptions, "liveProcesses"> {
  role: ProcessRole;
  randomFraction: RandomFraction;
}

/** A platform at work: it answers, sends, keeps house and is counted among the live processes. */
export interface RunningPlatform {
  platform: Platform;
  listening: readonly ListeningAddress[];
  /**
   * Takes nothing new, lets what is under way end, and stops everything but the database, which is the caller's.
   * @param hurry breaks off at once what is under way, when it fires
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** P4: what is under way when the process stops has so long to end. */
const graceMs = 10_000;

/**
 * Makes a platform on a migrated database and sets it to work.
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
    const listening = await inWords(port, () => listen(server, { hosts, port, log }));
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

/** What takes longer than a request is done where work is done that no request waits for. */
function startLongWork({ modules }: Platform, { database, log, random, randomFraction }: RunOptions): Jobs {
  const { jobs: queue, tasks } = modules.longWork;
  return startJobs({ database, queue, tasks, owner: random(9), log, random: randomFraction });
}

/** A process that only delivers is watched at the same address, where it serves nothing else. */
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
    const sentence = sentences[errorCode(error) ?? ""];
    throw sentence ? new StartError(sentence(port), { cause: error }) : error;
  }
}
