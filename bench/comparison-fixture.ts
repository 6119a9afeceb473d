import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@souk/database";
import { createHttpClient, silentLog } from "@souk/testkit";
import { connectionCount, startBenchPlatform, storeDomain } from "./bench-platform.ts";
import type { ComparedServers } from "./compare-servers.ts";
import { type BenchFixtureOptions, type BenchStore, createBenchFixture } from "./fixture.ts";
import { startFloor } from "./floor/floor-server.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { buildScenarios, type Scenario } from "./scenarios.ts";

/** The platform and its floor, a minimal server for comparison, on one PostgreSQL. A load generator sends them requests. */
export interface ComparisonFixture {
  scenarios: readonly Scenario[];
  servers: ComparedServers;
  generator: LoadGenerator;
  /** Return the resident memory of the platform's process, in MiB. */
  readMemoryMiB(): Promise<number>;
  /** Request a path from the platform or its floor. @returns the body @throws Error if the status is not 200 */
  fetchText(origin: string, path: string): Promise<string>;
  stop(): Promise<void>;
}

function createTextFetcher(headers: ComparedServers["headers"]): ComparisonFixture["fetchText"] {
  return async (origin, path) => {
    const { hostname, port } = new URL(origin);
    const client = createHttpClient({ host: hostname, port: Number(port) });
    const { status, text } = await client.request(`${origin}${path}`, { headers });
    client.stop();
    if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
    return text;
  };
}

/** Wait until the platform has numbered all its events. */
async function waitUntilNumbered(database: Database): Promise<void> {
  const text = "select exists (select from event_inbox) as has_events";
  while ((await database.one<{ has_events: boolean }>(text)).has_events) await sleep(20);
}

/**
 * Read every product and every order once, so that the platform stores the snapshots that both servers read.
 * @returns the snapshot of one order
 */
async function cacheSnapshots(
  fetchPath: (path: string) => Promise<string>,
  store: BenchStore,
): Promise<string> {
  const { product_ids, order_ids } = store;
  for (const [plural, ids] of Object.entries({ products: product_ids, orders: order_ids })) {
    const pageCount = Math.ceil(ids.length / 250);
    for (let page = 1; page <= pageCount; page++)
      await fetchPath(`/api/3.0/${plural}.json?limit=250&page=${page}`);
  }
  const { order } = JSON.parse(await fetchPath(`/api/3.0/orders/${order_ids[0]}.json`)) as { order: object };
  return JSON.stringify(order);
}

/** Create the databases, and start the platform, its floor and the load generator. */
export async function createComparisonFixture(options: BenchFixtureOptions): Promise<ComparisonFixture> {
  await using cleanups = new AsyncDisposableStack();
  const fixture = await createBenchFixture(options);
  cleanups.defer(fixture.stop);
  const { readUrl, writeUrl, store } = fixture;
  const platform = await startBenchPlatform(readUrl, fixture.folder);
  cleanups.defer(platform.stop);
  const generator = startLoadGenerator();
  cleanups.defer(generator.stop);
  const database = openDatabase({ connection: readUrl, log: silentLog, maxConnections: 1 });
  cleanups.defer(() => database.close());
  const headers = { host: `${store.handle}.${storeDomain}`, "service-access-token": store.token };
  const fetchText = createTextFetcher(headers);
  const orderSnapshot = await cacheSnapshots((path) => fetchText(platform.origin, path), store);
  const { products, orders } = options;
  const floorData = { products, orders, orderSnapshot, location_id: store.location_id };
  const floor = await startFloor({ readUrl, writeUrl, connections: connectionCount, ...floorData });
  cleanups.defer(floor.stop);
  const allCleanups = cleanups.move();
  return {
    scenarios: buildScenarios(store),
    servers: {
      platformOrigin: platform.origin,
      floorOrigin: floor.origin,
      headers,
      waitForBackgroundWork: () => waitUntilNumbered(database),
    },
    generator,
    readMemoryMiB: platform.readMemoryMiB,
    fetchText,
    stop: () => allCleanups.disposeAsync(),
  };
}
