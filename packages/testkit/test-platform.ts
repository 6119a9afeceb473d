import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Database, openDatabase } from "@souk/database";
import type { NameResolver } from "@souk/delivery";
import {
  type Addresses,
  type Config,
  type Platform,
  type ProcessRole,
  type RunningPlatform,
  readConfig,
  runPlatform,
  StartError,
  secureRandomFraction,
  secureRandomText,
  systemClock,
} from "@souk/platform";
import { type Browser, createBrowser } from "./browser.ts";
import { type CollectedLog, createCollectedLog } from "./collected-log.ts";
import type { FakeClock } from "./fake-clock.ts";
import { findFreePort } from "./free-port.ts";
import { type ConnectedClient, createHttpClient, type HttpClient } from "./http-client.ts";
import { registerResource } from "./leaked-resources.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export interface TestPlatformOptions {
  /** The clock of the platform and its deliveries. Defaults to the real clock. */
  clock?: FakeClock;
  /** Changes to the default configuration, which is development mode on a free port with rate limits that no test reaches. */
  config?: Partial<Config>;
  /** The role of the process. Defaults to all roles. */
  role?: ProcessRole;
  /** Whether housekeeping jobs run; true by default. Without them, no job waits for the locks of a test. */
  hasHousekeeping?: boolean;
  /** The resolver of hostnames. Defaults to one that does not find any name. */
  resolver?: NameResolver;
  /**
   * The database of another test platform, which may run at the same time or may have been stopped. It is not dropped when
   * this platform is stopped.
   */
  testDatabase?: TestDatabase;
  /** Whether the test expects the platform to log errors. Otherwise, `stop` fails if the platform has logged an error. */
  toleratesErrors?: boolean;
}

/** A complete platform that runs in this process and is called over HTTP. */
export interface TestPlatform {
  addresses: Addresses;
  config: Config;
  secretKey: Buffer;
  platform: Platform;
  database: Database;
  /** The platform's database, to share it with another test platform. */
  testDatabase: TestDatabase;
  log: CollectedLog;
  port: number;
  /** The HTTP client, which sends requests for all hostnames to this platform. */
  request: HttpClient;
  /** Create a simulated browser, which follows redirects only within the platform. */
  browser(): Browser;
  /** Stop the platform. @throws Error if it has logged an error or left a database connection open */
  stop(): Promise<void>;
}

/** The properties that tests need to call a platform, which may also run in another process. */
export type PlatformClient = Pick<TestPlatform, "addresses" | "request" | "browser">;

// Tests do not use the machine's name servers, because their response time and their results for invalid names vary.
const emptyResolver: NameResolver = {
  resolve: async () => ({ ok: false, reason: "not_found" }),
  close: () => undefined,
};

/** The folders to which `npm run build` writes the admin and the partner dashboard of this working copy. */
const builtPanels = {
  admin: join(import.meta.dirname, "../../apps/admin/dist"),
  partners: join(import.meta.dirname, "../../apps/partners/dist"),
};

/** The secret key of every test platform. It is the same for all, so that several can share a database. */
const secretKey = createHash("sha256").update("the secret key of the test platforms").digest();

/** Start a platform, on its own database unless `testDatabase` is set. This takes a fraction of a second. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const unregister = registerResource("a test platform");
  const { clock } = options;
  const testDatabase =
    options.testDatabase ?? (await createTestDatabase(clock ? { now: new Date(clock.now()) } : {}));
  const dataDir = await mkdtemp(join(tmpdir(), "souk-platform-"));
  const log = createCollectedLog();
  const database = openDatabase({ connection: testDatabase.connectionString, log, maxConnections: 8 });
  const { runningPlatform, config } = await runOnFreePort(options, { dataDir, log, database });
  const client = createHttpClient({ host: "127.0.0.1", port: config.port });
  const { platform } = runningPlatform;
  return {
    addresses: platform.addresses,
    config,
    secretKey,
    platform,
    database,
    testDatabase,
    log,
    port: config.port,
    request: client.request,
    browser: () =>
      createBrowser(client.request, ({ hostname }) => isPlatformHostname(hostname, platform.addresses)),
    stop: async () => {
      unregister();
      await stopAll(client, runningPlatform, database);
      if (!options.testDatabase) await testDatabase.stop();
      await rm(dataDir, { recursive: true });
      if (!options.toleratesErrors) assertNoErrorsLogged(log);
    },
  };
}

interface PlatformDeps {
  dataDir: string;
  log: CollectedLog;
  database: Database;
}

// Another process may take the free port before the platform listens on it. So the platform tries several ports.
const maxAttempts = 5;

async function runOnFreePort(
  options: TestPlatformOptions,
  { dataDir, log, database }: PlatformDeps,
): Promise<{ runningPlatform: RunningPlatform; config: Config }> {
  const { clock, role = "all", resolver = emptyResolver, hasHousekeeping = true } = options;
  for (let attempt = 1; ; attempt++) {
    const port = options.config?.port ?? (await findFreePort());
    const config = createTestConfig(port, { dataDir, ...options.config });
    try {
      const runningPlatform = await runPlatform({
        config,
        version: "0.0.0-test",
        secretKey,
        database,
        panels: builtPanels,
        clock: clock ?? systemClock,
        ...(clock ? { databaseClock: { getTestTime: () => new Date(clock.now()) } } : {}),
        random: secureRandomText,
        randomFraction: secureRandomFraction,
        resolver,
        log,
        role,
        hasHousekeeping,
      });
      return { runningPlatform, config };
    } catch (error) {
      if (!(error instanceof StartError) || attempt === maxAttempts) throw error;
    }
  }
}

function createTestConfig(port: number, changes: Partial<Config>): Config {
  return {
    ...readConfig({ SOUK_PORT: String(port), SOUK_HOST: "127.0.0.1" }),
    rateLimit: { bucketSize: 1_000_000, refillPerSecond: 1_000_000 },
    ...changes,
  };
}

function isPlatformHostname(hostname: string, { ownDomains }: Addresses): boolean {
  return ownDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

async function stopAll(
  client: ConnectedClient,
  runningPlatform: RunningPlatform,
  database: Database,
): Promise<void> {
  client.stop();
  await runningPlatform.stop();
  await database.close();
}

function assertNoErrorsLogged({ lines }: CollectedLog): void {
  const errors = lines.filter(({ level }) => level === "error");
  if (errors.length > 0) throw new Error(`The platform logged errors: ${inspect(errors, { depth: 6 })}`);
}
