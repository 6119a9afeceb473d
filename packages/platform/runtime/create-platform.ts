import { createAllowedMethods } from "../http/allowed-methods.ts";
import { type MountedOperation, mountOperations } from "../http/mount.ts";
import { mountDocuments } from "../http/mount-documents.ts";
import { mountFiles } from "../http/mount-files.ts";
import { mountPages, type PageDeps } from "../http/mount-pages.ts";
import { mountPanelFiles } from "../http/mount-panel-files.ts";
import { mountProbes } from "../http/mount-probes.ts";
import { createRateLimiter, type RateLimit } from "../http/rate-limit.ts";
import { createServer, type HttpRequest, type HttpServer } from "../http/server.ts";
import { createUploadRoom } from "../http/upload-room.ts";
import { storeName } from "../modules/stores/index.ts";
import type { Addresses } from "./addresses.ts";
import type { Clock } from "./clock.ts";
import { createCallerLookups } from "./composition/caller-lookups.ts";
import { composeModules, type Modules } from "./composition/compose-modules.ts";
import type { PlatformFiles } from "./composition/create-files.ts";
import type { PlatformMail } from "./composition/create-mail.ts";
import { createResources, type PlatformOptions, type PlatformResources } from "./composition/resources.ts";
import { notifyOtherProcesses, type RunningDelivery, startDelivery } from "./composition/start-delivery.ts";
import type { JobQueue } from "./jobs/index.ts";
import { createMetrics, createProbes, type Metrics, type Probes } from "./observability/index.ts";
import type { RandomText } from "./random.ts";

/** The platform as a library: everything is connected, and nothing runs until it is started. */
export interface Platform {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  /** The HTTP server; the caller listens. */
  server: HttpServer;
  /** Every address of every operation, from the router's own list. */
  mounted: readonly MountedOperation[];
  modules: Modules;
  /** Where use cases leave long work. */
  jobs: JobQueue;
  files: PlatformFiles;
  mail: PlatformMail;
  metrics: Metrics;
  probes: Probes;
  /**
   * Start the part that outlives requests: numbering and sending events here, or notifying the processes that
   * do.
   * @param role `delivery` numbers and sends; `api` only notifies
   */
  start(role: "delivery" | "api"): Promise<void>;
  /** Stop accepting requests, and let those in progress and their deliveries finish. */
  drain(): Promise<void>;
  /** Drain, and close what the platform has opened. The database stays open: it is the caller's. */
  close(): Promise<void>;
}

/**
 * Return the limit of a signed-in person: a page of a panel loads several lists at once, where an app
 * requests them one after the other.
 */
function sessionLimit({ bucket, refillPerSecond }: RateLimit): RateLimit {
  return { bucket: 10 * bucket, refillPerSecond: 10 * refillPerSecond };
}

function createPageDeps(resources: PlatformResources, wake: () => void): PageDeps {
  const { config, clock, database, addresses, random, log } = resources;
  const countProcesses = resources.liveProcesses ?? (() => 1);
  return {
    database,
    callers: createCallerLookups(resources),
    allowedMethods: createAllowedMethods(addresses),
    addresses,
    clock,
    rates: createRateLimiter(config.rateLimit, clock, countProcesses),
    sessionRates: createRateLimiter(sessionLimit(config.rateLimit), clock, countProcesses),
    guards: {
      // Ten attempts at once from one address, then one every three seconds: no person types faster.
      people: createRateLimiter({ bucket: 10, refillPerSecond: 1 / 3 }, clock, countProcesses),
      // The server of an app with many merchants sends all their codes from one address.
      apps: createRateLimiter({ bucket: 100, refillPerSecond: 10 }, clock, countProcesses),
    },
    uploads: resources.files.uploads,
    uploadRoom: createUploadRoom(),
    wake,
    failpoint: resources.failpoint,
    randomText: random,
    mode: config.mode,
    panels: resources.panels,
    storeName: (storeId) => storeName(database, storeId),
    report: (error: unknown, request: HttpRequest) => {
      log.error(
        { err: error, request_id: request.id, method: request.method, path: request.url.split("?")[0] },
        "A request failed.",
      );
    },
  };
}

/** Count every response under its operation's id. */
function watch(server: HttpServer, metrics: Metrics): void {
  server.addHook("onResponse", async (request, reply) => {
    const operation = request.routeOptions.config.operation?.id ?? "other";
    metrics.httpRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
  });
}

/** Create a platform on a migrated database. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const resources = createResources(options);
  const { addresses, clock, config, database, random } = resources;
  let delivery: RunningDelivery | null = null;
  const deps = createPageDeps(resources, () => {
    delivery?.wakeEvents();
    resources.jobs.committed();
  });
  const modules = composeModules(resources);
  const metrics = createMetrics(database, resources.liveProcesses ?? (() => 1));
  const trustsProxy = config.trustProxy !== false;
  const probes = createProbes({ database, metrics, metricsFrom: config.metricsFrom, trustsProxy });
  const { randomText, report, rates } = deps;
  const server = createServer({ addresses, randomText, trustProxy: config.trustProxy, rates, report });
  watch(server, metrics);
  mountProbes(server, probes);
  mountDocuments(server);
  const mounted = mountOperations(server, modules.routes, deps);
  mountPages(server, modules.pages, deps);
  await mountPanelFiles(server, resources.panels);
  mountFiles(server, resources.files);
  await server.ready();
  let drained: Promise<unknown> | undefined;
  const drain = async (): Promise<void> => {
    probes.drain();
    drained ??= Promise.all([server.close(), delivery?.stop()]);
    await drained;
  };
  return {
    addresses,
    clock,
    random,
    server,
    mounted,
    modules,
    jobs: resources.jobs,
    files: resources.files,
    mail: resources.mail,
    metrics,
    probes,
    start: async (role) => {
      const recordAttempt = (outcome: string, ms: number) => metrics.webhookAttempt(outcome, ms / 1000);
      delivery =
        role === "delivery"
          ? await startDelivery(resources, modules, recordAttempt)
          : await notifyOtherProcesses(resources);
      const { engine } = delivery;
      if (engine) metrics.watchDelivery(() => engine.metrics());
    },
    drain,
    close: async () => {
      await drain();
      await Promise.all([
        resources.files.close(),
        resources.rateSender.close(),
        resources.fulfillmentSender.close(),
      ]);
      resources.mail.close();
    },
  };
}
