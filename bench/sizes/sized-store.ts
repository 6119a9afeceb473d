import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTemplate, type Database, ensurePartitions, migrate, openDatabase } from "@souk/database";
import { createHttpClient, createTestStore, installTestApp, silentLog } from "@souk/testkit";
import pg from "pg";
import { startBenchPlatform, storeDomain } from "../bench-platform.ts";
import { copyOrders, copySnapshots } from "../orders/copy-orders.ts";
import { placeModelOrders } from "../orders/place-model-orders.ts";
import { fillStore } from "./fill-store.ts";

/** A store of a given size, with its own database and platform. */
export interface SizedStore {
  origin: string;
  /** The headers of requests to the store, which are the same for every store. */
  headers: Readonly<Record<string, string>>;
  location_id: number;
  /** The ids of the products, oldest first. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  level_ids: readonly number[];
  /** The time after which 999 products were changed, in the store's local time. */
  changedSince: string;
  /** The ids of the orders, oldest first. */
  order_ids: readonly number[];
  /**
   * The times of the first and the last of 100 consecutive orders, which are among the newest thousand if the store has that
   * many.
   */
  placedBetween: { from: string; to: string };
  stop(): Promise<void>;
}

const handle = "bench";
const timezone = "Asia/Kuala_Lumpur";
/** The number of products that each request of `cacheProductSnapshots` reads. */
const pageSize = 250;
/** The number of clients that read the products in parallel. */
const readerCount = 2;

/** How many records of each resource a store has. */
interface StoreSize {
  products: number;
  /** The number of orders: 0 or an even number. */
  orders: number;
}

type FilledStore = Omit<SizedStore, "origin" | "stop"> & { url: string; store_id: number };

/** Read the times of the first and the last of 100 consecutive orders; empty texts if the store has no orders. */
async function readPlacedBetween(database: Database, storeId: number): Promise<SizedStore["placedBetween"]> {
  const text = `
    select coalesce(min(at), '') as "from", coalesce(max(at), '') as "to" from (
      select to_char(processed_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from orders
      where store_id = $1 order by processed_at desc, id desc
      offset (select least(900, count(*) / 2) from orders where store_id = $1) limit 100) lately`;
  const row = await database.maybeOne<SizedStore["placedBetween"]>(text, [storeId, timezone]);
  return row ?? { from: "", to: "" };
}

// One location is enough, because the number of levels per variant does not depend on the number of products.
async function fillDatabase(url: string, { products, orders }: StoreSize): Promise<FilledStore> {
  await migrate({ connection: url, log: silentLog });
  const database = openDatabase({ connection: url, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const testStore = await createTestStore(database, { handle, timezone });
    const { store, primaryLocationId, secondLocationId } = testStore;
    await database.query("delete from locations where store_id = $1 and id = $2", [
      store.id,
      secondLocationId,
    ]);
    const app = { store_id: store.id, handle: "bench-app" };
    // Every sized store gets the same token, so that the same headers can be sent to each. The token is as long as `bytes` random
    // bytes in base64.
    const token = await installTestApp(database, app, (bytes) => "b".repeat(Math.ceil((bytes * 4) / 3)));
    await fillStore(database, store.id, products);
    const listIds = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.many<{ id: number }>(text, [store.id])).map(({ id }) => id);
    };
    const variant_ids = await listIds("variants");
    if (orders > 0) {
      await placeModelOrders(database, testStore, variant_ids.slice(0, 6));
      await copyOrders(database, store.id, orders);
    }
    const changedSinceSql = `
      select to_char(updated_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from products
      where store_id = $1 order by updated_at desc, id desc offset least(999, $3::int - 1) limit 1`;
    const row = await database.maybeOne<{ at: string }>(changedSinceSql, [store.id, timezone, products]);
    return {
      url,
      store_id: store.id,
      headers: { host: `${handle}.${storeDomain}`, "service-access-token": token },
      location_id: primaryLocationId,
      product_ids: await listIds("products"),
      variant_ids,
      level_ids: await listIds("inventory_levels"),
      changedSince: row?.at ?? "",
      order_ids: await listIds("orders"),
      placedBetween: await readPlacedBetween(database, store.id),
    };
  } finally {
    await database.close();
  }
}

/** Read the two model orders, so that the platform stores their snapshots, and copy the snapshots to all other orders. */
async function cacheOrderSnapshots(
  origin: string,
  { headers, order_ids, url, store_id }: FilledStore,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const client = createHttpClient({ host: hostname, port: Number(port) });
  for (const id of order_ids.slice(0, 2))
    await client.request(`${origin}/api/3.0/orders/${id}.json`, { headers });
  client.stop();
  const database = openDatabase({ connection: url, log: silentLog, maxConnections: 1 });
  await copySnapshots(database, store_id).finally(() => database.close());
}

/** Read every product once, so that all snapshots are stored, as in a store in use. */
async function cacheProductSnapshots(
  origin: string,
  headers: SizedStore["headers"],
  ids: readonly number[],
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const idsPerReader = Math.ceil(ids.length / readerCount);
  await Promise.all(
    Array.from({ length: readerCount }, async (_, reader) => {
      const idsOfReader = ids.slice(reader * idsPerReader, (reader + 1) * idsPerReader);
      const client = createHttpClient({ host: hostname, port: Number(port) });
      for (let startIndex = 0; startIndex < idsOfReader.length; startIndex += pageSize) {
        const path = `/api/3.0/products.json?limit=${pageSize}&fields=id&since_id=${idsOfReader[startIndex]}`;
        const { status, text } = await client.request(`${origin}${path}`, { headers });
        if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`);
      }
      client.stop();
    }),
  );
}

// Without a vacuum, the first reads would write the visibility of each row, and counts would read more than the index. The connection
// has no statement timeout, because a million rows take a minute.
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "souk-bench" });
  await client.connect();
  try {
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}

/** Create a store and start its platform. @param adminUrl the URL of a database of the PostgreSQL to use */
export async function startSizedStore(
  adminUrl: string,
  folder: string,
  { name, ...size }: StoreSize & { name: string },
): Promise<SizedStore> {
  let filledStore: FilledStore | undefined;
  await createTemplate(adminUrl, async (url) => {
    filledStore = await fillDatabase(url, size);
  });
  if (!filledStore) throw new Error("The database was not filled.");
  const { url, store_id: _, ...storeFields } = filledStore;
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const platform = await startBenchPlatform(url, dataDir);
  try {
    await cacheProductSnapshots(platform.origin, storeFields.headers, storeFields.product_ids);
    if (size.orders > 0) await cacheOrderSnapshots(platform.origin, filledStore);
    await vacuum(url);
  } catch (error) {
    await platform.stop();
    throw error;
  }
  return { ...storeFields, origin: platform.origin, stop: platform.stop };
}
