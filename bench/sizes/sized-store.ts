import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTemplate, type Database, ensurePartitions, migrate, openDatabase } from "@souk/database";
import { createPracticeStore, httpClient, installPracticeApp, silentLog } from "@souk/testkit";
import pg from "pg";
import { domain, startBenchPlatform } from "../bench-platform.ts";
import { copyDocuments, copyOrders } from "../orders/copy-orders.ts";
import { placeModels } from "../orders/place-models.ts";
import { fillStore } from "./fill-store.ts";

/** A store of some size, in a database and under a platform of its own. */
export interface SizedStore {
  origin: string;
  /** The headers of requests to a store; the same for every store. */
  headers: Readonly<Record<string, string>>;
  location_id: number;
  /** The ids from the oldest to the youngest product. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  level_ids: readonly number[];
  /** The time of the change that 999 later product changes followed, on the store's clock. */
  recently: string;
  /** The ids from the oldest to the youngest order. */
  order_ids: readonly number[];
  /**
   * The times at which the first and the last of 100 orders in a row were placed, of the youngest thousand where there
   * are as many.
   */
  placed: { from: string; to: string };
  stop(): Promise<void>;
}

const handle = "bench";
const zone = "Asia/Kuala_Lumpur";
const pageSize = 250;
const readers = 2;

/** The record counts of a store. */
interface StoreSize {
  products: number;
  /** The number of orders: none, or an even number. */
  orders: number;
}

type Filled = Omit<SizedStore, "origin" | "stop"> & { url: string; store_id: number };

async function placedLately(database: Database, storeId: number): Promise<SizedStore["placed"]> {
  const text = `
    select coalesce(min(at), '') as "from", coalesce(max(at), '') as "to" from (
      select to_char(processed_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from orders
      where store_id = $1 order by processed_at desc, id desc
      offset (select least(900, count(*) / 2) from orders where store_id = $1) limit 100) lately`;
  const row = await database.maybeOne<SizedStore["placed"]>(text, [storeId, zone]);
  return row ?? { from: "", to: "" };
}

// One location: how many levels a variant has is no matter of how many products there are.
async function fill(url: string, { products, orders }: StoreSize): Promise<Filled> {
  await migrate({ connection: url, log: silentLog });
  const database = openDatabase({ connection: url, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const practiceStore = await createPracticeStore(database, { handle, timezone: zone });
    const { store, primary, second } = practiceStore;
    await database.query("delete from locations where store_id = $1 and id = $2", [store.id, second]);
    const app = { store_id: store.id, handle: "bench-app" };
    const token = await installPracticeApp(database, app, (bytes) => "b".repeat(Math.ceil((bytes * 4) / 3)));
    await fillStore(database, store.id, products);
    const ids = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.many<{ id: number }>(text, [store.id])).map(({ id }) => id);
    };
    const variant_ids = await ids("variants");
    if (orders > 0) {
      await placeModels(database, practiceStore, variant_ids.slice(0, 6));
      await copyOrders(database, store.id, orders);
    }
    const changed = `
      select to_char(updated_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from products
      where store_id = $1 order by updated_at desc, id desc offset least(999, $3::int - 1) limit 1`;
    const row = await database.maybeOne<{ at: string }>(changed, [store.id, zone, products]);
    return {
      url,
      store_id: store.id,
      headers: { host: `${handle}.${domain}`, "service-access-token": token },
      location_id: primary,
      product_ids: await ids("products"),
      variant_ids,
      level_ids: await ids("inventory_levels"),
      recently: row?.at ?? "",
      order_ids: await ids("orders"),
      placed: await placedLately(database, store.id),
    };
  } finally {
    await database.close();
  }
}

/** Read the two first orders, whose texts are then kept, and copy these for all others. */
async function keepOrderTexts(
  origin: string,
  { headers, order_ids, url, store_id }: Omit<Filled, "origin">,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const client = httpClient({ host: hostname, port: Number(port) });
  for (const id of order_ids.slice(0, 2))
    await client.request(`${origin}/api/3.0/orders/${id}.json`, { headers });
  client.stop();
  const database = openDatabase({ connection: url, log: silentLog, maxConnections: 1 });
  await copyDocuments(database, store_id).finally(() => database.close());
}

/** Read every product once, so that all texts are cached as in a store in use. */
async function keepTexts(
  origin: string,
  headers: SizedStore["headers"],
  ids: readonly number[],
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const part = Math.ceil(ids.length / readers);
  await Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      const own = ids.slice(reader * part, (reader + 1) * part);
      const client = httpClient({ host: hostname, port: Number(port) });
      for (let at = 0; at < own.length; at += pageSize) {
        const path = `/api/3.0/products.json?limit=${pageSize}&fields=id&since_id=${own[at]}`;
        const { status, text } = await client.request(`${origin}${path}`, { headers });
        if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
      }
      client.stop();
    }),
  );
}

// Else the first reads of each page would write down that it is visible, and a count look at the table for it. On a
// connection without our time limits: a million rows take a minute.
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "souk-bench" });
  await client.connect();
  try {
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}

/** Create a store and start its platform. @param admin a database of the PostgreSQL to create it on */
export async function startSizedStore(
  admin: string,
  folder: string,
  { name, ...size }: StoreSize & { name: string },
): Promise<SizedStore> {
  let filled: Filled | undefined;
  await createTemplate(admin, async (url) => {
    filled = await fill(url, size);
  });
  if (!filled) throw new Error("The store was not filled.");
  const { url, store_id: _, ...rest } = filled;
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const platform = await startBenchPlatform(url, dataDir);
  try {
    await keepTexts(platform.origin, rest.headers, rest.product_ids);
    if (size.orders > 0) await keepOrderTexts(platform.origin, filled);
    await settle(url);
  } catch (error) {
    await platform.stop();
    throw error;
  }
  return { ...rest, origin: platform.origin, stop: platform.stop };
}
