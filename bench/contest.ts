import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@souk/database";
import { httpClient, silentLog } from "@souk/testkit";
import { connections, domain, startBenchPlatform } from "./bench-platform.ts";
import type { Sides } from "./compare.ts";
import { type BenchFixtureOptions, type BenchStore, createBenchFixture } from "./fixture.ts";
import { startFloor } from "./floor/floor-server.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { buildScenarios, type Scenario } from "./scenarios.ts";

/** The platform and its floor on one PostgreSQL, and the load generator. */
export interface Contest {
  scenarios: readonly Scenario[];
  sides: Sides;
  generator: LoadGenerator;
  /** Return the memory of the platform's process, in MiB. */
  memoryMiB(): Promise<number>;
  /**
   * Request a path of the platform or its floor; a platform path is relative to its store. @throws when the status is
   * not 200
   */
  ask(origin: string, path: string): Promise<string>;
  stop(): Promise<void>;
}

function asker(headers: Sides["headers"]): Contest["ask"] {
  return async (origin, path) => {
    const { hostname, port } = new URL(origin);
    const client = httpClient({ host: hostname, port: Number(port) });
    const { status, text } = await client.request(`${origin}${path}`, { headers });
    client.stop();
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
    return text;
  };
}

async function untilNumbered(database: Database): Promise<void> {
  const text = "select exists (select from event_inbox) as waiting";
  while ((await database.one<{ waiting: boolean }>(text)).waiting) await sleep(20);
}

/**
 * Read every product and every order once, so that the texts both servers read are cached. @returns an order's text
 */
async function keepTexts(read: (path: string) => Promise<string>, store: BenchStore): Promise<string> {
  const { product_ids, order_ids } = store;
  for (const [plural, ids] of Object.entries({ products: product_ids, orders: order_ids })) {
    const pages = Math.ceil(ids.length / 250);
    for (let page = 1; page <= pages; page++) await read(`/api/3.0/${plural}.json?limit=250&page=${page}`);
  }
  const { order } = JSON.parse(await read(`/api/3.0/orders/${order_ids[0]}.json`)) as { order: object };
  return JSON.stringify(order);
}

/** Start everything, in an order in which it can be stopped in reverse. */
export async function startContest(options: BenchFixtureOptions): Promise<Contest> {
  await using started = new AsyncDisposableStack();
  const fixture = await createBenchFixture(options);
  started.defer(fixture.stop);
  const { readUrl, writeUrl, store } = fixture;
  const platform = await startBenchPlatform(readUrl, fixture.folder);
  started.defer(platform.stop);
  const generator = startLoadGenerator();
  started.defer(generator.stop);
  const database = openDatabase({ connection: readUrl, log: silentLog, maxConnections: 1 });
  started.defer(() => database.close());
  const headers = { host: `${store.handle}.${domain}`, "service-access-token": store.token };
  const ask = asker(headers);
  const document = await keepTexts((path) => ask(platform.origin, path), store);
  const { products, orders } = options;
  const of = { products, orders, document, location_id: store.location_id };
  const floor = await startFloor({ readUrl, writeUrl, connections, ...of });
  started.defer(floor.stop);
  const running = started.move();
  return {
    scenarios: buildScenarios(store),
    sides: {
      platformOrigin: platform.origin,
      floorOrigin: floor.origin,
      headers,
      settle: () => untilNumbered(database),
    },
    generator,
    memoryMiB: platform.memoryMiB,
    ask,
    stop: () => running.disposeAsync(),
  };
}
