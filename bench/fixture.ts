import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  cloneDatabase,
  createTemplate,
  ensurePartitions,
  migrate,
  openDatabase,
  type ServerSettings,
  startEmbeddedPostgres,
} from "@souk/database";
import { secureRandomText } from "@souk/platform";
import { createTestStore, installTestApp, seedCatalog, silentLog } from "@souk/testkit";
import { copyOrders } from "./orders/copy-orders.ts";
import { placeModelOrders } from "./orders/place-model-orders.ts";

/** A store with a catalog, orders and an app, in two identical databases of one PostgreSQL. */
export interface BenchFixture {
  /** The URL of the platform's database. The floor, the minimal server that the platform is compared with, also reads it. */
  readUrl: string;
  /** The URL of a copy of the database, to which the floor writes. */
  writeUrl: string;
  /** The platform's data directory. */
  folder: string;
  store: BenchStore;
  stop(): Promise<void>;
}

export interface BenchStore {
  store_id: number;
  handle: string;
  token: string;
  /** The ids of the products, oldest first. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  /** The ids of the orders, oldest first. */
  order_ids: readonly number[];
  location_id: number;
}

export interface BenchFixtureOptions {
  /** The number of products. */
  products: number;
  /** The number of orders: at least two, and even. */
  orders: number;
  /** PostgreSQL settings that replace Souk's, such as durable commits. */
  settings?: ServerSettings;
}

const handle = "bench";

// Allow overselling, so that no variant is sold out while orders are placed.
const allowOversellingSql = "update variants set inventory_policy = 'continue' where store_id = $1";

async function seed(
  connection: string,
  { products, orders }: Pick<BenchFixtureOptions, "products" | "orders">,
): Promise<BenchStore> {
  await migrate({ connection, log: silentLog });
  const database = openDatabase({ connection, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const testStore = await createTestStore(database, { handle });
    const store_id = testStore.store.id;
    await seedCatalog(database, store_id, products);
    const token = await installTestApp(database, { store_id, handle: "bench-app" }, secureRandomText);
    await database.query(allowOversellingSql, [store_id]);
    const listIds = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.many<{ id: number }>(text, [store_id])).map(({ id }) => id);
    };
    const product_ids = await listIds("products");
    const variant_ids = await listIds("variants");
    await placeModelOrders(database, testStore, variant_ids.slice(0, 6));
    await copyOrders(database, store_id, orders);
    await database.query("vacuum (analyze)");
    const order_ids = await listIds("orders");
    return {
      store_id,
      handle,
      token,
      product_ids,
      variant_ids,
      order_ids,
      location_id: testStore.primaryLocationId,
    };
  } finally {
    await database.close();
  }
}

/** Start PostgreSQL as Souk runs it, with a filled store in two databases. */
export async function createBenchFixture({ settings, ...sizes }: BenchFixtureOptions): Promise<BenchFixture> {
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-"));
  // If this process runs as root, PostgreSQL runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings && { settings }) });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    let store: BenchStore | undefined;
    const template = await createTemplate(postgres.connectionString, async (url) => {
      store = await seed(url, sizes);
    });
    if (!store) throw new Error("The store was not seeded.");
    const [readDatabase, writeDatabase] = [await cloneDatabase(template), await cloneDatabase(template)];
    return {
      readUrl: readDatabase.connectionString,
      writeUrl: writeDatabase.connectionString,
      folder,
      store,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
