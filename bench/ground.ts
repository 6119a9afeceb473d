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
import { createPracticeShop, installPracticeApp, secureRandomText, seedCatalog } from "@souk/platform";
import { silentLog } from "@souk/testkit";

/** A shop with a catalogue and an app's token, in two equal databases of one PostgreSQL. */
export interface Ground {
  /** The database of the platform; the floor reads it too. */
  readUrl: string;
  /** A copy for what the floor writes. */
  writeUrl: string;
  /** A folder for the platform's own files. */
  folder: string;
  shop: Shop;
  stop(): Promise<void>;
}

export interface Shop {
  store_id: number;
  handle: string;
  token: string;
  /** From the oldest to the youngest. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  location_id: number;
}

export interface GroundOptions {
  products: number;
  /** In place of the settings that Souk runs with, durable commits among them. */
  settings?: ServerSettings;
}

const handle = "bench";

async function seed(connection: string, products: number): Promise<Shop> {
  await migrate({ connection, log: silentLog });
  const database = openDatabase({ connection, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const { store, primary } = await createPracticeShop(database, { handle });
    const store_id = store.id;
    await seedCatalog(database, store_id, products);
    const token = await installPracticeApp(database, { store_id, handle: "bench-app" }, secureRandomText);
    await database.query("vacuum (analyze)");
    const ids = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.query<{ id: number }>(text, [store_id])).rows.map(({ id }) => id);
    };
    const product_ids = await ids("products");
    const variant_ids = await ids("variants");
    return { store_id, handle, token, product_ids, variant_ids, location_id: primary };
  } finally {
    await database.close();
  }
}

/** Starts a PostgreSQL as Souk runs it, on the disk of the temporary files, and fills it. */
export async function layGround({ products, settings }: GroundOptions): Promise<Ground> {
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
    let shop: Shop | undefined;
    const template = await createTemplate(postgres.connectionString, async (url) => {
      shop = await seed(url, products);
    });
    if (!shop) throw new Error("The shop was not seeded.");
    const [read, write] = [await cloneDatabase(template), await cloneDatabase(template)];
    return { readUrl: read.connectionString, writeUrl: write.connectionString, folder, shop, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
