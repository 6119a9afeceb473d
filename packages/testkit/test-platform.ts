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
import { type Browser, browser } from "./browser.ts";
import { type CollectedLog, collectedLog } from "./collected-log.ts";
import type { FakeClock } from "./fake-clock.ts";
import { freePort } from "./free-port.ts";
import { type ConnectedClient, type HttpClient, httpClient } from "./http-client.ts";
import { mustBeStopped } from "./left-behind.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";

export interface TestPlatformOptions {
  /** The time of the platform and of its deliveries; the real one when omitted. */
  clock?: FakeClock;
  /** The changes to a development configuration on a free port, with rate limits that no test meets. */
  config?: Partial<Config>;
  /** The role of the process; all roles when omitted. */
  role?: ProcessRole;
  /** The resolver of host names; no name has an address when omitted. */
  resolver?: NameResolver;
  /**
   * A database to run on beside other platforms, or after one that stopped; it is not stopped with this one.
   */
  on?: TestDatabase;
  /** Whether the test makes the platform log errors, which otherwise fail its stop. */
  toleratesErrors?: boolean;
}

/** A whole platform running in this process, reached over HTTP. */
export interface TestPlatform {
  addresses: Addresses;
  config: Config;
  secretKey: Buffer;
  platform: Platform;
  database: Database;
  /** The database that it runs on, for a further platform. */
  storage: TestDatabase;
  log: CollectedLog;
  port: number;
  /** The client that sends to the platform, whichever of its hosts the address names. */
  request: HttpClient;
  /** Return a new browser, which follows redirects only within the platform. */
  browser(): Browser;
  /** Stop the platform. @throws when it logged an error, or left a connection open */
  stop(): Promise<void>;
}

/** The part of a platform that people and apps reach: also one in a process of its own. */
export type ReachedPlatform = Pick<TestPlatform, "addresses" | "request" | "browser">;

// No test asks the machine's own name servers: how long they take, and what they say of a made-up name, is not the test's.
const nameless: NameResolver = {
  resolve: async () => ({ ok: false, reason: "not_found" }),
  close: () => undefined,
};

/** The folders where `npm run build` writes the panels of this checkout. */
const builtPanels = {
  admin: join(import.meta.dirname, "../../apps/admin/dist"),
  partners: join(import.meta.dirname, "../../apps/partners/dist"),
};

/** The secret key of every test platform, so that several run on one database. */
const secretKey = createHash("sha256").update("the secret key of the test platforms").digest();

/** Boot a platform on a database of its own, in a small part of a second. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const stopped = mustBeStopped("a test platform");
  const { clock } = options;
  const storage = options.on ?? (await testDatabase(clock ? { now: new Date(clock.now()) } : {}));
  const dataDir = await mkdtemp(join(tmpdir(), "souk-platform-"));
  const log = collectedLog();
  const database = openDatabase({ connection: storage.connectionString, log, maxConnections: 8 });
  const { running, config } = await runOnFreePort(options, { dataDir, log, database });
  const client = httpClient({ host: "127.0.0.1", port: config.port });
  const { platform } = running;
  return {
    addresses: platform.addresses,
    config,
    secretKey,
    platform,
    database,
    storage,
    log,
    port: config.port,
    request: client.request,
    browser: () => browser(client.request, ({ hostname }) => isOwn(hostname, platform.addresses)),
    stop: async () => {
      stopped();
      await stopAll(client, running, database);
      if (!options.on) await storage.stop();
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

// Another process may take a port between finding it and listening on it.
const attempts = 5;

async function runOnFreePort(
  options: TestPlatformOptions,
  { dataDir, log, database }: PlatformDeps,
): Promise<{ running: RunningPlatform; config: Config }> {
  const { clock, role = "all", resolver = nameless } = options;
  for (let attempt = 1; ; attempt++) {
    const port = options.config?.port ?? (await freePort());
    const config = testConfig(port, { dataDir, ...options.config });
    try {
      const running = await runPlatform({
        config,
        secretKey,
        database,
        panels: builtPanels,
        clock: clock ?? systemClock,
        ...(clock ? { databaseClock: { at: () => new Date(clock.now()) } } : {}),
        random: secureRandomText,
        randomFraction: secureRandomFraction,
        resolver,
        log,
        role,
      });
      return { running, config };
    } catch (error) {
      if (!(error instanceof StartError) || attempt === attempts) throw error;
    }
  }
}

function testConfig(port: number, changes: Partial<Config>): Config {
  return {
    ...readConfig({ SOUK_PORT: String(port), SOUK_HOST: "127.0.0.1" }),
    rateLimit: { bucket: 1_000_000, refillPerSecond: 1_000_000 },
    ...changes,
  };
}

function isOwn(hostname: string, { domain }: Addresses): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

async function stopAll(client: ConnectedClient, running: RunningPlatform, database: Database): Promise<void> {
  client.stop();
  await running.stop();
  await database.close();
}

function assertNoErrorsLogged({ lines }: CollectedLog): void {
  const errors = lines.filter(({ level }) => level === "error");
  if (errors.length > 0) throw new Error(`The platform logged errors: ${inspect(errors, { depth: 6 })}`);
}
