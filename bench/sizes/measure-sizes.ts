import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerSettings, startEmbeddedPostgres } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { type Comparison, compare, type Rounds } from "../compare.ts";
import { startLoadGenerator } from "../load/load-generator.ts";
import { orderReads } from "./order-reads.ts";
import { productReads } from "./reads.ts";
import { type SizedStore, startSizedStore } from "./sized-store.ts";

/** The records of which B7's stores have many or few. */
type Sized = "products" | "orders";

/** B7: one read of a store of many products, or orders, beside the same read of a store of few. */
export interface SizedRead {
  title: string;
  /** The comparison with the large store as the platform and the small store as its floor. */
  comparison: Comparison;
}

export interface SizesOptions {
  of: Sized;
  large: number;
  small: number;
  rounds: Rounds;
  /** The settings in place of Souk's own. */
  settings?: ServerSettings;
}

const readBuilders = { products: productReads, orders: orderReads } as const;

// Stores of many orders have few products, as stores of many products have no orders.
const fewProducts = 100;

function getStoreSize(resource: Sized, count: number): { products: number; orders: number } {
  return resource === "products" ? { products: count, orders: 0 } : { products: fewProducts, orders: count };
}

async function compareReads(
  { large, small }: Record<"large" | "small", SizedStore>,
  { of, rounds }: Pick<SizesOptions, "of" | "rounds">,
): Promise<SizedRead[]> {
  const generator = startLoadGenerator();
  const sides = {
    platformOrigin: large.origin,
    floorOrigin: small.origin,
    headers: large.headers,
    settle: async () => undefined,
  };
  const ofSmall = readBuilders[of](small);
  const found: SizedRead[] = [];
  try {
    for (const [at, { title, requests }] of readBuilders[of](large).entries()) {
      const scenario = { name: `B7 ${title}`, platform: requests, floor: ofSmall[at]?.requests ?? [] };
      found.push({ title, comparison: await compare(generator, scenario, { sides, rounds }) });
    }
  } finally {
    await generator.stop();
  }
  return found;
}

/**
 * Measure reads of a large store and a small one in turn. Each has a database and a platform of its own on one
 * PostgreSQL: in one database the small store would pay for the large one's indexes, and the difference would be
 * hidden.
 */
export async function measureSizes(options: SizesOptions): Promise<SizedRead[]> {
  const { of, settings } = options;
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "souk-bench-sizes-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user when we are root: passing through, it finds its files inside.
  await chmod(folder, 0o711);
  const dataDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, ...(settings && { settings }) });
  started.defer(postgres.stop);
  const admin = postgres.connectionString;
  const largeStore = await startSizedStore(admin, folder, {
    name: "large",
    ...getStoreSize(of, options.large),
  });
  started.defer(largeStore.stop);
  const smallStore = await startSizedStore(admin, folder, {
    name: "small",
    ...getStoreSize(of, options.small),
  });
  started.defer(smallStore.stop);
  return await compareReads({ large: largeStore, small: smallStore }, options);
}
