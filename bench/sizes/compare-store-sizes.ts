import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerSettings, startEmbeddedPostgres } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { type Comparison, compareServers, type Rounds } from "../compare-servers.ts";
import { startLoadGenerator } from "../load/load-generator.ts";
import { buildOrderReads } from "./order-reads.ts";
import { buildProductReads } from "./reads.ts";
import { type SizedStore, startSizedStore } from "./sized-store.ts";

/** The resource whose number of records differs between the two compared stores. */
type SizedResource = "products" | "orders";

/** B7: one read of a large store, compared with the same read of a small store. */
export interface SizedRead {
  title: string;
  /** The result of `compareServers`, in which `platform` is the large store and `floor` is the small store. */
  comparison: Comparison;
}

/** What `compareStoreSizes` compares: a large and a small store. */
export interface SizesOptions {
  resource: SizedResource;
  /** The number of records in the large store. */
  large: number;
  /** The number of records in the small store. */
  small: number;
  rounds: Rounds;
  /** PostgreSQL settings that replace Souk's. */
  settings?: ServerSettings;
}

const readBuilders = { products: buildProductReads, orders: buildOrderReads } as const;

/** The number of products in a store that is filled with orders. */
const productsBesideOrders = 100;

/** Return the numbers of products and orders in a store that is filled with `count` records of a resource. */
function getStoreSize(resource: SizedResource, count: number): { products: number; orders: number } {
  if (resource === "products") return { products: count, orders: 0 };
  return { products: productsBesideOrders, orders: count };
}

/** Compare each kind of read of the large store with the same kind of read of the small store. */
async function compareReads(
  { large, small }: Record<"large" | "small", SizedStore>,
  { resource, rounds }: Pick<SizesOptions, "resource" | "rounds">,
): Promise<SizedRead[]> {
  const generator = startLoadGenerator();
  const servers = {
    platformOrigin: large.origin,
    floorOrigin: small.origin,
    headers: large.headers,
    waitForBackgroundWork: async () => undefined,
  };
  const smallStoreReads = readBuilders[resource](small);
  const sizedReads: SizedRead[] = [];
  try {
    for (const [index, { title, requests }] of readBuilders[resource](large).entries()) {
      const scenario = {
        name: `B7 ${title}`,
        platform: requests,
        floor: smallStoreReads[index]?.requests ?? [],
      };
      sizedReads.push({ title, comparison: await compareServers(generator, scenario, { servers, rounds }) });
    }
  } finally {
    await generator.stop();
  }
  return sizedReads;
}

/**
 * Measure reads of a large store and a small one in turn. Each has its own database and platform on one PostgreSQL. In one
 * database, the large store's indexes would also slow down the small store, which would hide the difference.
 */
export async function compareStoreSizes(options: SizesOptions): Promise<SizedRead[]> {
  const { resource, settings } = options;
  await using cleanups = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-sizes-"));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  // If this process runs as root, PostgreSQL runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711);
  const dataDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings && { settings }) });
  cleanups.defer(postgres.stop);
  const adminUrl = postgres.connectionString;
  const largeStore = await startSizedStore(adminUrl, folder, {
    name: "large",
    ...getStoreSize(resource, options.large),
  });
  cleanups.defer(largeStore.stop);
  const smallStore = await startSizedStore(adminUrl, folder, {
    name: "small",
    ...getStoreSize(resource, options.small),
  });
  cleanups.defer(smallStore.stop);
  return await compareReads({ large: largeStore, small: smallStore }, options);
}
