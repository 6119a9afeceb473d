import type { Addresses } from "./addresses.ts";
import { type MountedOperation, mountOperations } from "./http/mount.ts";
import { mountDocuments } from "./http/mount-documents.ts";
import { mountFiles } from "./http/mount-files.ts";
import { mountPages, type PageParts } from "./http/mount-pages.ts";
import { mountPanelFiles } from "./http/mount-panel-files.ts";
import { mountProbes } from "./http/mount-probes.ts";
import { createRateLimiter, type RateLimit } from "./http/rate-limit.ts";
import { createServer, type HttpRequest, type HttpServer } from "./http/server.ts";
import { createUploadRoom } from "./http/upload-room.ts";
import { storeName } from "./modules/stores/index.ts";
import { createMetrics, createProbes, type Metrics, type Probes } from "./observability/index.ts";
import { type DeliverySide, startDelivery, tellOthers } from "./wiring/delivery-side.ts";
import { createDoors } from "./wiring/doors.ts";
import type { FileSide } from "./wiring/file-side.ts";
import { createHouse, type House, type PlatformOptions } from "./wiring/house.ts";
import type { MailSide } from "./wiring/mail-side.ts";
import { createModules, type Modules } from "./wiring/modules.ts";

/** A shop as a library: everything wired, nothing running until it is told to. */
export interface Platform {
  addresses: Addresses;
  /** The HTTP server; the caller listens. */
  server: HttpServer;
  /** Every address of every operation, made from the router's own list. */
  mounted: readonly MountedOperation[];
  modules: Modules;
  files: FileSide;
  mail: MailSide;
  metrics: Metrics;
  probes: Probes;
  /**
   * Begins the part that outlives requests: numbering and sending events here, or telling the processes that do.
   * @param role `delivery` numbers and sends; `api` only tells
   */
  start(role: "delivery" | "api"): Promise<void>;
  /** Stops taking requests, lets those under way and their deliveries finish. */
  drain(): Promise<void>;
  /** Drains, and closes what it has opened. The database stays open: it is the caller's. */
  close(): Promise<void>;
}

/** A page of a panel loads several lists at once, where an app asks for one after the other. */
function sessionLimit({ bucket, refillPerSecond }: RateLimit): RateLimit {
  return { bucket: 10 * bucket, refillPerSecond: 10 * refillPerSecond };
}

function createParts(house: House, wake: () => void): PageParts {
  const { config, clock, database, addresses, random, log } = house;
  const shares = house.liveProcesses ?? (() => 1);
  return {
    database,
    doors: createDoors(house),
    addresses,
    clock,
    rates: createRateLimiter(config.rateLimit, clock, shares),
    sessionRates: createRateLimiter(sessionLimit(config.rateLimit), clock, shares),
    guards: {
      // Ten tries at once from one address, then one every three seconds: nobody types faster.
      people: createRateLimiter({ bucket: 10, refillPerSecond: 1 / 3 }, clock, shares),
      // The server of an app with many merchants sends all their codes from one address.
      apps: createRateLimiter({ bucket: 100, refillPerSecond: 10 }, clock, shares),
    },
    uploads: house.files.uploads,
    uploadRoom: createUploadRoom(),
    wake,
    failpoint: house.failpoint,
    randomText: random,
    mode: config.mode,
    panels: house.panels,
    storeName: (storeId) => storeName(database, storeId),
    report: (error: unknown, request: HttpRequest) => {
      log.error(
        { err: error, request_id: request.id, method: request.method, path: request.url.split("?")[0] },
        "A request failed.",
      );
    },
  };
}

/** Counts every answer under its operation's id. */
function watch(server: HttpServer, metrics: Metrics): void {
  server.addHook("onResponse", async (request, reply) => {
    const operation = request.routeOptions.config.operation?.id ?? "other";
    metrics.httpRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
  });
}

/** Makes a platform on a migrated database. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const house = createHouse(options);
  const { addresses, config, database } = house;
  let side: DeliverySide | null = null;
  const parts = createParts(house, () => {
    side?.wakeEvents();
    modules.longWork.jobs.committed();
  });
  const modules = createModules(house);
  const metrics = createMetrics(database, house.liveProcesses ?? (() => 1));
  const trustsProxy = config.trustProxy !== false;
  const probes = createProbes({ database, metrics, metricsFrom: config.metricsFrom, trustsProxy });
  const { randomText, report, rates } = parts;
  const server = createServer({ addresses, randomText, trustProxy: config.trustProxy, rates, report });
  watch(server, metrics);
  mountProbes(server, probes);
  mountDocuments(server);
  const mounted = mountOperations(server, modules.routes, parts);
  mountPages(server, modules.pages, parts);
  await mountPanelFiles(server, house.panels);
  mountFiles(server, house.files);
  await server.ready();
  let drained: Promise<unknown> | undefined;
  const drain = async (): Promise<void> => {
    probes.drain();
    drained ??= Promise.all([server.close(), side?.stop()]);
    await drained;
  };
  return {
    addresses,
    server,
    mounted,
    modules,
    files: house.files,
    mail: house.mail,
    metrics,
    probes,
    start: async (role) => {
      const onAttempt = (outcome: string, ms: number) => metrics.webhookAttempt(outcome, ms / 1000);
      side = role === "delivery" ? await startDelivery(house, modules, onAttempt) : await tellOthers(house);
      const { engine } = side;
      if (engine) metrics.watchDelivery(() => engine.metrics());
    },
    drain,
    close: async () => {
      await drain();
      await Promise.all([house.files.close(), house.rateSender.close(), modules.fulfillment.close()]);
      house.mail.close();
    },
  };
}
