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
import { saveQuotas } from "./save-quotas.ts";
import { StartError } from "./start-error.ts";

export interface RunOptions extends Omit<PlatformOptions, "countLiveProcesses" | "processId"> {
  role: ProcessRole;
  randomFraction: RandomFraction;
  /** Whether housekeeping jobs run; true by default. A test that locks tables turns them off, because they would wait for the locks. */
  hasHousekeeping?: boolean;
  /**
   * Create data that must exist before requests are served. Until this is finished, the process listens but reports that
   * it is not ready.
   */
  prepare?: (platform: Platform) => Promise<void>;
}

/** A running platform: it serves requests, delivers events, and runs jobs, according to its role. */
export interface RunningPlatform {
  platform: Platform;
  listening: readonly ListeningAddress[];
  /**
   * Stop accepting requests, wait until work in progress ends, and stop everything except the database, which belongs to
   * the caller.
   * @param abortSignal when it is aborted, open requests are aborted immediately
   */
  stop(abortSignal?: AbortSignal): Promise<void>;
}

/** How long work in progress may take when the process stops (proof P4 in docs/spec/proofs.md). */
const graceMs = 10_000;

/**
 * Create a platform on a migrated database and start it.
 * @throws StartError if it cannot listen or store files, or if the database was created with another secret key
 */
export async function runPlatform(options: RunOptions): Promise<RunningPlatform> {
  const { config, database, log, role, random } = options;
  const cleanup = new AsyncDisposableStack();
  try {
    const { keyId, keyIds } = createVault(options.secretKey, options.formerSecretKeys);
    const processId = random(9);
    const heartbeat = await startHeartbeat({
      database,
      processId,
      role,
      secretKeyId: keyId,
      version: options.version,
      random: options.randomFraction,
      log,
    });
    cleanup.defer(heartbeat.stop);
    await checkSecretKey(database, { keyId, keyIds });
    await saveQuotas(database, config.quotas);
    const platform = await createPlatform({
      ...options,
      processId,
      countLiveProcesses: heartbeat.countLiveProcesses,
    });
    cleanup.defer(platform.close);
    await checkStorage(platform.files.storage, config);
    await platform.start(role === "api" ? "api" : "delivery");
    const housekeepingJobs = options.hasHousekeeping === false ? [] : createJobs(platform, options.clock);
    const housekeeping = startHousekeeping({
      database,
      jobs: housekeepingJobs,
      log,
      random: options.randomFraction,
    });
    const longWork = role === "api" ? null : startLongWork(platform, options);
    // Stop the platform, housekeeping and long work at the same time, so that none starts new work. Even if one fails, all are stopped.
    cleanup.defer(async () => {
      const results = await Promise.allSettled([platform.drain(), housekeeping.stop(), longWork?.stop()]);
      const failure = results.find((result) => result.status === "rejected");
      if (failure) throw failure.reason;
    });
    const server = role === "delivery" ? await createDeliveryProbeServer(platform, options) : platform.server;
    const { hosts, port } = config;
    const finishPreparing = platform.probes.startPreparing();
    const listening = await withStartErrors(port, () => listen(server, { hosts, port, log }));
    await options.prepare?.(platform).catch(async (error: unknown) => {
      await listening.close(0);
      throw error;
    });
    finishPreparing();
    return {
      platform,
      listening: listening.addresses,
      stop: async (abortSignal) => {
        platform.probes.markStopping();
        if (abortSignal?.aborted) listening.abortRequests();
        abortSignal?.addEventListener("abort", listening.abortRequests, { once: true });
        // Requests and deliveries are stopped at the same time, so that each has the whole grace period.
        await Promise.all([listening.close(graceMs), cleanup.disposeAsync()]);
      },
    };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Start running queued jobs in this process. */
function startLongWork(
  { modules: { tasks }, jobs: queue, isBusy }: Platform,
  { database, log, random, randomFraction }: RunOptions,
): Jobs {
  return startJobs({ database, queue, tasks, owner: random(9), log, random: randomFraction, isBusy });
}

/**
 * Create the server of a process that only delivers. It listens on the same port, and serves only probes and metrics.
 */
function createDeliveryProbeServer({ probes, addresses }: Platform, { config, random, log }: RunOptions) {
  return createProbeServer(probes, {
    addresses,
    randomText: random,
    trustProxy: config.trustProxy,
    report: (error) => log.error({ err: error }, "A probe failed."),
  });
}

const listenErrorMessages: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port with SOUK_PORT.`,
  EACCES: (port) => `This user may not listen on port ${port}. Choose a port above 1023 with SOUK_PORT.`,
  EADDRNOTAVAIL: () =>
    "None of the IP addresses in SOUK_HOST belongs to this machine. Set SOUK_HOST to IP addresses of this machine.",
};

async function withStartErrors<T>(port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const message = listenErrorMessages[getErrorCode(error) ?? ""];
    throw message ? new StartError(message(port), { cause: error }) : error;
  }
}
