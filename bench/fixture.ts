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
import { createPracticeStore, installPracticeApp, seedCatalog, silentLog } from "@souk/testkit";
import { copyOrders } from "./orders/copy-orders.ts";
import { placeModels } from "./orders/place-models.ts";

/** A store with a catalog and an app's token, in two equal databases of one PostgreSQL. */
export interface BenchFixture {
  /** The database of the platform; the floor reads it too. */
  readUrl: string;
  /** A copy of the database for the floor's writes. */
  writeUrl: string;
  /** A folder for the platform's own files. */
  folder: string;
  store: BenchStore;
  stop(): Promise<void>;
}

export interface BenchStore {
  store_id: number;
  handle: string;
  token: string;
  /** The ids from the oldest to the youngest product. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  /** The ids from the oldest to the youngest order. */
  order_ids: readonly number[];
  location_id: number;
}

export interface BenchFixtureOptions {
  products: number;
  /** The number of orders: at least two, and even. */
  orders: number;
  /** The settings in place of Souk's own, durable commits among them. */
  settings?: ServerSettings;
}

const handle = "bench";

// What is ordered for seconds on end is never sold out.
const endless = "update variants set inventory_policy = 'continue' where store_id = $1";

async function seed(
  connection: string,
  { products, orders }: Pick<BenchFixtureOptions, "products" | "orders">,
): Promise<BenchStore> {
  await migrate({ connection, log: silentLog });
  const database = openDatabase({ connection, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const practice = await createPracticeStore(database, { handle });
    const store_id = practice.store.id;
    await seedCatalog(database, store_id, products);
    const token = await installPracticeApp(database, { store_id, handle: "bench-app" }, secureRandomText);
    await database.query(endless, [store_id]);
    const ids = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.many<{ id: number }>(text, [store_id])).map(({ id }) => id);
    };
    const product_ids = await ids("products");
    const variant_ids = await ids("variants");
    await placeModels(database, practice, variant_ids.slice(0, 6));
    await copyOrders(database, store_id, orders);
    await database.query("vacuum (analyze)");
    const order_ids = await ids("orders");
    return { store_id, handle, token, product_ids, variant_ids, order_ids, location_id: practice.primary };
  } finally {
    await database.close();
  }
}

/** Start a PostgreSQL as Souk runs it, on the disk of the temporary files, and fill it. */
export async function createBenchFixture({ settings, ...sizes }: BenchFixtureOptions): Promise<BenchFixture> {
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-"));
  // PostgreSQL runs as another user when we are root: passing through, it finds its files inside, where they are removed.
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
    const [read, write] = [await cloneDatabase(template), await cloneDatabase(template)];
    return { readUrl: read.connectionString, writeUrl: write.connectionString, folder, store, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
