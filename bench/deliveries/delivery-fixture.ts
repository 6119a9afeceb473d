import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneDatabase, createTemplate, type ServerSettings, startEmbeddedPostgres } from "@souk/database";
import { createAddresses } from "@souk/platform";
import {
  createBrowser,
  createHttpClient,
  findFreePort,
  type PlatformClient,
  type RequestOptions,
  silentLog,
} from "@souk/testkit";
import { type PlatformProcess, startPlatform } from "../platform-process.ts";
import { type BenchReceiver, startBenchReceiver } from "./receiver.ts";
import { type SubscribedStore, subscribeAll } from "./subscribe-all.ts";
import type { Targets } from "./targets.ts";

const domain = "souk.localhost";

/** A store with many apps. Each app has its own endpoint, to which every change of stock is delivered. */
export interface DeliveryFixture {
  targets: Targets;
  receiver: BenchReceiver;
  /** The URL of a separate database for the queues of the peers, the senders that Souk is compared with. */
  queuesUrl: string;
  /** Change the stock of a variant, which causes one delivery to each endpoint. */
  changeStock(): Promise<void>;
  /** Read a product through the API. */
  readProduct(): Promise<void>;
  /** Start another process of the platform, which numbers events and sends deliveries. */
  startSender(): Promise<PlatformProcess>;
  stop(): Promise<void>;
}

export interface DeliveryFixtureOptions {
  /** The number of apps. */
  endpointCount: number;
  /** The role of the platform process that serves the API. */
  apiRole: "api" | "all";
  /** PostgreSQL settings that replace Souk's. */
  settings?: ServerSettings;
}

/** Start PostgreSQL as Souk runs it, with a database for the platform and one for the queues of the peers. */
async function startPostgres(folder: string, settings: ServerSettings | undefined) {
  const dataDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings && { settings }) });
  const template = await createTemplate(postgres.connectionString, async () => undefined);
  const [platformDatabase, queueDatabase] = [await cloneDatabase(template), await cloneDatabase(template)];
  return {
    platformUrl: platformDatabase.connectionString,
    queuesUrl: queueDatabase.connectionString,
    stop: postgres.stop,
  };
}

/** Return a function that starts processes of one platform. */
function createProcessStarter(folder: string, platformUrl: string, publicPort: number) {
  return (name: string, role: "api" | "delivery" | "all", port: number): Promise<PlatformProcess> =>
    startPlatform({
      dataDir: join(folder, name),
      port,
      startedWith: "node",
      ...(role !== "all" && { role }),
      variables: {
        // Only development mode allows webhooks to this machine.
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

/** Create the API calls that a measurement repeats. */
function createCalls({ request }: PlatformClient, { origin, token, levels, product_id }: SubscribedStore) {
  let changeCount = 0;
  const call = async (path: string, options: RequestOptions): Promise<void> => {
    const { status, text } = await request(`${origin}${path}`, { token, ...options });
    if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
  };
  return {
    changeStock: () => {
      const json = { ...levels[changeCount++ % levels.length], adjustment_quantity: 1 };
      return call("/api/4.0/inventory_levels/adjust.json", { method: "PUT", json });
    },
    readProduct: () => call(`/api/3.0/products/${product_id}.json`, {}),
  };
}

/** Start PostgreSQL, the receiver and a platform whose demo store has one app per endpoint. */
export async function createDeliveryFixture({
  endpointCount,
  apiRole,
  settings,
}: DeliveryFixtureOptions): Promise<DeliveryFixture> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-deliveries-"));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  // If this process runs as root, PostgreSQL runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711);
  const postgres = await startPostgres(folder, settings);
  cleanups.defer(postgres.stop);
  const receiver = await startBenchReceiver();
  cleanups.defer(receiver.stop);
  const port = await findFreePort();
  const startProcess = createProcessStarter(folder, postgres.platformUrl, port);
  const platform = await startProcess("api", apiRole, port);
  cleanups.defer(platform.stop);
  const addresses = createAddresses({ scheme: "http", domain, port });
  const connectFrom = (localAddress: string): PlatformClient => {
    const client = createHttpClient({ host: "127.0.0.1", port, localAddress });
    cleanups.defer(async () => client.stop());
    const openBrowser = () => createBrowser(client.request, ({ hostname }) => hostname.endsWith(domain));
    return { addresses, request: client.request, browser: openBrowser };
  };
  const targets = { port: receiver.port, endpointCount };
  const calls = createCalls(connectFrom("127.0.0.1"), await subscribeAll(connectFrom, targets));
  let senderCount = 0;
  const allCleanups = cleanups.move();
  return {
    targets,
    receiver,
    queuesUrl: postgres.queuesUrl,
    ...calls,
    startSender: async () => startProcess(`sender-${++senderCount}`, "delivery", await findFreePort()),
    stop: () => allCleanups.disposeAsync(),
  };
}
