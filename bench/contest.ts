import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@souk/database";
import { httpClient, silentLog } from "@souk/testkit";
import { connections, domain, startBenchPlatform } from "./bench-platform.ts";
import type { Sides } from "./compare.ts";
import { startFloor } from "./floor/floor-server.ts";
import { type GroundOptions, layGround, type Shop } from "./ground.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { type Scenario, scenariosOf } from "./scenarios.ts";

/** The platform and its floor side by side on one PostgreSQL, and what makes load on them. */
export interface Contest {
  scenarios: readonly Scenario[];
  sides: Sides;
  generator: LoadGenerator;
  /** Memory of the platform's process, in MiB. */
  memoryMiB(): Promise<number>;
  /** Asks one side; a path of the platform is one of its shop. @throws when the answer's status is not 200 */
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
  while ((await database.query<{ waiting: boolean }>(text)).rows[0]?.waiting) await sleep(20);
}

/** Reads every product and every order once, so that the texts which both sides read are kept. @returns an order's */
async function keepTexts(read: (path: string) => Promise<string>, shop: Shop): Promise<string> {
  const { product_ids, order_ids } = shop;
  for (const [plural, ids] of Object.entries({ products: product_ids, orders: order_ids })) {
    const pages = Math.ceil(ids.length / 250);
    for (let page = 1; page <= pages; page++) await read(`/api/3.0/${plural}.json?limit=250&page=${page}`);
  }
  const { order } = JSON.parse(await read(`/api/3.0/orders/${order_ids[0]}.json`)) as { order: object };
  return JSON.stringify(order);
}

/** Starts everything, in an order in which it can be stopped backwards. */
export async function startContest(options: GroundOptions): Promise<Contest> {
  await using started = new AsyncDisposableStack();
  const ground = await layGround(options);
  started.defer(ground.stop);
  const { readUrl, writeUrl, shop } = ground;
  const platform = await startBenchPlatform(readUrl, ground.folder);
  started.defer(platform.stop);
  const generator = startLoadGenerator();
  started.defer(generator.stop);
  const database = openDatabase({ connection: readUrl, log: silentLog, maxConnections: 1 });
  started.defer(() => database.close());
  const headers = { host: `${shop.handle}.${domain}`, "service-access-token": shop.token };
  const ask = asker(headers);
  const document = await keepTexts((path) => ask(platform.origin, path), shop);
  const { products, orders } = options;
  const of = { products, orders, document, location_id: shop.location_id };
  const floor = await startFloor({ readUrl, writeUrl, connections, ...of });
  started.defer(floor.stop);
  const running = started.move();
  return {
    scenarios: scenariosOf(shop),
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
