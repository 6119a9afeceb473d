import { availableParallelism } from "node:os";
import type { Database } from "@souk/database";
import { createAllowedMethods } from "../http/allowed-methods.ts";
import { createKnownCallers } from "../http/known-callers.ts";
import { type MountedOperation, mountOperations } from "../http/mount.ts";
import { mountDocuments } from "../http/mount-documents.ts";
import { mountFiles } from "../http/mount-files.ts";
import { mountMovedHosts } from "../http/mount-moved-hosts.ts";
import { mountPages, type PageDeps } from "../http/mount-pages.ts";
import { mountPanelFiles } from "../http/mount-panel-files.ts";
import { mountProbes } from "../http/mount-probes.ts";
import { mountSecurityContact } from "../http/mount-security-contact.ts";
import { createRateLimiter, type RateLimit } from "../http/rate-limit.ts";
import { reportFailures } from "../http/report-failures.ts";
import { createServer, type HttpRequest, type HttpServer } from "../http/server.ts";
import { createThreadTurns, mountThreadTurns } from "../http/thread-turns.ts";
import { createUnreadResponses } from "../http/unread-responses.ts";
import { createUploadQuota } from "../http/upload-quota.ts";
import { createWorkShares } from "../http/work-shares.ts";
import { recordExportDownload } from "../modules/exports/index.ts";
import { loadStoreName } from "../modules/stores/index.ts";
import type { Addresses } from "./addresses.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createCallerLookups } from "./composition/caller-lookups.ts";
import { composeModules, type Modules } from "./composition/compose-modules.ts";
import type { PlatformFiles } from "./composition/create-files.ts";
import type { PlatformMail } from "./composition/create-mail.ts";
import { createResources, type PlatformOptions, type PlatformResources } from "./composition/resources.ts";
import { openDeliveryNotifier, type RunningDelivery, startDelivery } from "./composition/start-delivery.ts";
import type { JobQueue } from "./jobs/index.ts";
import { createMetrics, createProbes, type Metrics, type Probes } from "./observability/index.ts";
import type { RandomText } from "./random.ts";

/** A platform in this process. It serves requests once the caller listens, and works on events once it is started. */
export interface Platform {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  /** The HTTP server, on which the caller must listen. */
  server: HttpServer;
  /** All operations, with the hosts and paths at which they are mounted. */
  mountedOperations: readonly MountedOperation[];
  modules: Modules;
  /** The queue to which use cases add jobs. */
  jobs: JobQueue;
  /** Return whether this process is working on requests of stores at this moment. */
  isBusy(): boolean;
  files: PlatformFiles;
  mail: PlatformMail;
  metrics: Metrics;
  probes: Probes;
  /**
   * Start working on events.
   * @param role `delivery` numbers and delivers events in this process; `api` only notifies the processes that do so
   */
  start(role: "delivery" | "api"): Promise<void>;
  /** Stop accepting requests, and wait until requests and deliveries in progress are finished. */
  drain(): Promise<void>;
  /** Drain, and close everything that the platform has opened. The database belongs to the caller and stays open. */
  close(): Promise<void>;
}

/** Compute the rate limit of all apps of a store together from the limit of one app. */
function computeStoreLimit({ bucketSize, refillPerSecond }: RateLimit): RateLimit {
  return { bucketSize: 10 * bucketSize, refillPerSecond: 10 * refillPerSecond };
}

/** Compute the rate limit of a signed-in person from the limit of an app. A page of a panel loads several lists at once. */
function computeSessionLimit({ bucketSize, refillPerSecond }: RateLimit): RateLimit {
  return { bucketSize: 4 * bucketSize, refillPerSecond: 4 * refillPerSecond };
}

/** The maximum number of bytes of responses that the clients of one store may have requested but not received yet. */
const maxUnreadBytes = 64 * 1_048_576;

/** Return how many requests of stores may work on the database at a time. An eighth of the connections is left for all other work. */
function countSlots({ maxConnections }: Database): number {
  return Math.max(1, maxConnections - Math.ceil(maxConnections / 8));
}

/** Return whether less than three quarters of the connections are in use and nothing waits for a connection. */
function hasFreeConnections({ maxConnections, getPoolState }: Database): boolean {
  const { open, idle, waiting } = getPoolState();
  return waiting === 0 && open - idle < (maxConnections * 3) / 4;
}

function createPageDeps(resources: PlatformResources, wake: () => void): PageDeps {
  const { config, clock, database, addresses, random, log } = resources;
  const countProcesses = resources.countLiveProcesses ?? (() => 1);
  const knownCallers = createKnownCallers();
  return {
    database,
    callers: createCallerLookups(resources),
    allowedMethods: createAllowedMethods(addresses),
    addresses,
    clock,
    installationRateLimiter: createRateLimiter(config.rateLimit, clock, countProcesses),
    sessionRateLimiter: createRateLimiter(computeSessionLimit(config.rateLimit), clock, countProcesses),
    storeRateLimiter: createRateLimiter(computeStoreLimit(config.rateLimit), clock, countProcesses),
    workShares: createWorkShares(
      {
        slots: countSlots(database),
        cores: availableParallelism(),
        // With the system clock, at most 5 ms of each turn of the event loop count. A test's clock advances in one step, which
        // must count completely.
        ...(clock === systemClock && { maxTurnMs: 5 }),
        hasFreeConnections: () => hasFreeConnections(database),
      },
      clock,
    ),
    knownCallers,
    threadTurns: createThreadTurns(knownCallers),
    unreadResponses: createUnreadResponses(maxUnreadBytes),
    ipRateLimiters: {
      // Ten attempts at once from one IP address, then one every three seconds, which is enough for a person.
      people: createRateLimiter({ bucketSize: 10, refillPerSecond: 1 / 3 }, clock, countProcesses),
      passwords: createRateLimiter({ bucketSize: 10, refillPerSecond: 1 / 3 }, clock, countProcesses),
      // A stranger who enters the addresses of other people causes at most 40 emails in ten minutes.
      emails: createRateLimiter({ bucketSize: 30, refillPerSecond: 1 / 60 }, clock, countProcesses),
      // The server of an app with many merchants exchanges the authorization codes of all of them from one IP address.
      apps: createRateLimiter({ bucketSize: 100, refillPerSecond: 10 }, clock, countProcesses),
    },
    uploadFolder: resources.files.uploadFolder,
    uploadQuota: createUploadQuota(),
    diskReserve: resources.files.diskReserve,
    wake,
    failpoint: resources.failpoint,
    randomText: random,
    mode: config.mode,
    isPublicDevelopment: config.mode === "development" && config.isPublicDevelopment,
    panels: resources.panels,
    loadStoreName: (storeId) => loadStoreName(database, storeId),
    report: (error: unknown, request: HttpRequest) => {
      log.error(
        { err: error, request_id: request.id, method: request.method, path: request.url.split("?")[0] },
        "A request failed.",
      );
    },
  };
}

/** Record every response in the metrics, by operation. */
function recordResponses(server: HttpServer, metrics: Metrics): void {
  server.addHook("onResponse", async (request, reply) => {
    const operation = request.routeOptions.config.operation?.id ?? "other";
    metrics.recordHttpRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
  });
}

function createConfiguredProbes({ config, database }: PlatformResources, metrics: Metrics) {
  const { metricsFrom, metricsToken } = config;
  return createProbes({
    database,
    metrics,
    metricsFrom,
    metricsToken,
    trustsProxy: config.trustProxy !== false,
  });
}

interface RoutesDeps {
  resources: PlatformResources;
  modules: Modules;
  probes: Probes;
  pageDeps: PageDeps;
}

/** Mount everything that the platform serves. @returns the operations, with the hosts and paths at which they are mounted */
async function mountRoutes(server: HttpServer, { resources, modules, probes, pageDeps }: RoutesDeps) {
  mountProbes(server, probes);
  mountThreadTurns(server, pageDeps.threadTurns);
  mountDocuments(server);
  mountSecurityContact(server, resources.config.securityContacts, resources.clock);
  const mountedOperations = mountOperations(server, modules.routes, pageDeps);
  mountPages(server, modules.pages, pageDeps);
  await mountPanelFiles(server, resources.panels);
  const recordDownload = recordExportDownload.bind(null, resources.database);
  mountFiles(server, { ...resources.files, recordDownload });
  mountMovedHosts(server, resources.addresses);
  return mountedOperations;
}

/** Create a platform on a migrated database. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const resources = createResources(options);
  const { addresses, clock, config, database, random } = resources;
  let delivery: RunningDelivery | null = null;
  const pageDeps = createPageDeps(resources, () => {
    delivery?.wakeEvents();
    resources.jobs.notifyCommitted();
  });
  const modules = composeModules(resources);
  const metrics = createMetrics(database, resources.countLiveProcesses ?? (() => 1));
  const probes = createConfiguredProbes(resources, metrics);
  const { randomText, report, installationRateLimiter: rateLimiter } = pageDeps;
  const server = createServer({ addresses, randomText, trustProxy: config.trustProxy, rateLimiter, report });
  recordResponses(server, metrics);
  reportFailures(server, (failure) => resources.failureLog.record({ ...failure, at: clock.now() }));
  const mountedOperations = await mountRoutes(server, { resources, modules, probes, pageDeps });
  await server.ready();
  let draining: Promise<unknown> | undefined;
  const drain = async (): Promise<void> => {
    probes.markStopping();
    draining ??= Promise.all([server.close(), delivery?.stop()]);
    await draining;
  };
  return {
    addresses,
    clock,
    random,
    server,
    mountedOperations,
    modules,
    jobs: resources.jobs,
    isBusy: pageDeps.workShares.isBusy,
    files: resources.files,
    mail: resources.mail,
    metrics,
    probes,
    start: async (role) => {
      const recordAttempt = (outcome: string, ms: number) => metrics.recordWebhookAttempt(outcome, ms / 1000);
      delivery =
        role === "delivery"
          ? await startDelivery(resources, modules, recordAttempt)
          : await openDeliveryNotifier(resources);
      const { engine } = delivery;
      if (engine) metrics.watchDelivery(() => engine.metrics());
    },
    drain,
    close: async () => {
      await drain();
      // If the database does not respond, the last failures are only in the process's log.
      await resources.failureLog.flush(database).catch(() => undefined);
      await Promise.all([
        resources.files.close(),
        resources.shippingRateSender.close(),
        resources.fulfillmentSender.close(),
        modules.stopRendering(),
      ]);
      resources.mail.close();
    },
  };
}
