import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneDatabase, createTemplate, type ServerSettings, startEmbeddedPostgres } from "@souk/database";
import { createAddresses } from "@souk/platform";
import {
  browser,
  freePort,
  httpClient,
  type ReachedPlatform,
  type RequestOptions,
  silentLog,
} from "@souk/testkit";
import { type PlatformProcess, startPlatform } from "../platform-process.ts";
import { type BenchReceiver, startBenchReceiver } from "./receiver.ts";
import type { Targets } from "./sends.ts";
import { type SubscribedStore, subscribeAll } from "./subscribe-all.ts";

const domain = "souk.localhost";

/** A store with many apps, each with its own endpoint that receives every change of stock. */
export interface DeliveryFixture {
  targets: Targets;
  receiver: BenchReceiver;
  /** A database beside the platform's, for the peers' queues. */
  peersUrl: string;
  /** Change stock once, which causes one delivery for each endpoint. */
  change(): Promise<void>;
  /** Read a product over the API, as apps do. */
  read(): Promise<void>;
  /** Start another process of the platform, which numbers and sends. */
  startSender(): Promise<PlatformProcess>;
  stop(): Promise<void>;
}

export interface DeliveryFixtureOptions {
  /** The number of apps. */
  endpoints: number;
  /** The role of the process that serves the API. */
  serving: "api" | "all";
  /** The settings in place of Souk's own. */
  settings?: ServerSettings;
}

/** Start a PostgreSQL as Souk runs it, with a database for the platform and one for the peers' queues. */
async function startPostgres(folder: string, settings: ServerSettings | undefined) {
  const dataDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings && { settings }) });
  const template = await createTemplate(postgres.connectionString, async () => undefined);
  const [platform, peers] = [await cloneDatabase(template), await cloneDatabase(template)];
  return { platformUrl: platform.connectionString, peersUrl: peers.connectionString, stop: postgres.stop };
}

/** Return the functions that start processes of one platform. */
function createProcessStarter(folder: string, platformUrl: string, publicPort: number) {
  return (name: string, role: "api" | "delivery" | "all", port: number): Promise<PlatformProcess> =>
    startPlatform({
      dataDir: join(folder, name),
      port,
      through: "node",
      ...(role !== "all" && { only: role }),
      variables: {
        // Only in development a webhook may lead to this machine.
        SOUK_MODE: "development",
        SOUK_HOST: "127.0.0.1",
        SOUK_SECRET_KEY: "00".repeat(32),
        SOUK_DEMO_APP: "off",
        DATABASE_URL: platformUrl,
        SOUK_RATE_LIMIT_BUCKET: "1000000",
        SOUK_RATE_LIMIT_REFILL: "1000000",
        SOUK_PUBLIC_URL: `http://${domain}:${publicPort}`,
      },
    });
}

/** Return the calls that a run makes repeatedly. */
function callsTo({ request }: ReachedPlatform, { origin, token, levels, product_id }: SubscribedStore) {
  let changes = 0;
  const call = async (path: string, options: RequestOptions): Promise<void> => {
    const { status, text } = await request(`${origin}${path}`, { token, ...options });
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  };
  return {
    change: () => {
      const json = { ...levels[changes++ % levels.length], adjustment_quantity: 1 };
      return call("/api/4.0/inventory_levels/adjust.json", { method: "PUT", json });
    },
    read: () => call(`/api/3.0/products/${product_id}.json`, {}),
  };
}

/** Start everything, in an order in which it can be stopped in reverse. */
export async function createDeliveryFixture({
  endpoints,
  serving,
  settings,
}: DeliveryFixtureOptions): Promise<DeliveryFixture> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-deliveries-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user when we are root: passing through, it finds its files inside.
  await chmod(folder, 0o711);
  const postgres = await startPostgres(folder, settings);
  started.defer(postgres.stop);
  const receiver = await startBenchReceiver();
  started.defer(receiver.stop);
  const port = await freePort();
  const start = createProcessStarter(folder, postgres.platformUrl, port);
  const platform = await start("api", serving, port);
  started.defer(platform.stop);
  const addresses = createAddresses({ scheme: "http", domain, port });
  const from = (localAddress: string): ReachedPlatform => {
    const client = httpClient({ host: "127.0.0.1", port, localAddress });
    started.defer(async () => client.stop());
    const ownBrowser = () => browser(client.request, ({ hostname }) => hostname.endsWith(domain));
    return { addresses, request: client.request, browser: ownBrowser };
  };
  const targets = { port: receiver.port, endpoints };
  const calls = callsTo(from("127.0.0.1"), await subscribeAll(from, targets));
  let senders = 0;
  const running = started.move();
  return {
    targets,
    receiver,
    peersUrl: postgres.peersUrl,
    ...calls,
    startSender: async () => start(`sender-${++senders}`, "delivery", await freePort()),
    stop: () => running.disposeAsync(),
  };
}
