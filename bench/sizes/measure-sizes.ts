import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerSettings, startEmbeddedPostgres } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { type Comparison, compare, type Rounds } from "../compare.ts";
import { startLoadGenerator } from "../load/load-generator.ts";
import { orderReads } from "./order-reads.ts";
import { productReads } from "./reads.ts";
import { type SizedShop, startSizedShop } from "./sized-shop.ts";

/** What B7's shops have many and few of. */
type Sized = "products" | "orders";

/** B7: one read of a shop of many products, or orders, beside the same of one of few. */
export interface SizedRead {
  title: string;
  /** The large shop stands where the platform does, the small one where its floor does. */
  comparison: Comparison;
}

export interface SizesOptions {
  of: Sized;
  large: number;
  small: number;
  rounds: Rounds;
  /** In place of the settings that Souk runs with. */
  settings?: ServerSettings;
}

const readsOf = { products: productReads, orders: orderReads } as const;

// Shops of many orders have few products, as shops of many products have no orders.
const fewProducts = 100;

function sizeOf(of: Sized, count: number): { products: number; orders: number } {
  return of === "products" ? { products: count, orders: 0 } : { products: fewProducts, orders: count };
}

async function compareReads(
  { large, small }: Record<"large" | "small", SizedShop>,
  { of, rounds }: Pick<SizesOptions, "of" | "rounds">,
): Promise<SizedRead[]> {
  const generator = startLoadGenerator();
  const sides = {
    platformOrigin: large.origin,
    floorOrigin: small.origin,
    headers: large.headers,
    settle: async () => undefined,
  };
  const ofSmall = readsOf[of](small);
  const found: SizedRead[] = [];
  try {
    for (const [at, { title, requests }] of readsOf[of](large).entries()) {
      const scenario = { name: `B7 ${title}`, platform: requests, floor: ofSmall[at]?.requests ?? [] };
      found.push({ title, comparison: await compare(generator, scenario, { sides, rounds }) });
    }
  } finally {
    await generator.stop();
  }
  return found;
}

/**
 * Measures reads of a large shop and a small one in turn. Each has a database and a platform of its own on one PostgreSQL:
 * in one database the small shop would pay for the large one's indexes, and the difference would be hidden.
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
  const largeShop = await startSizedShop(admin, folder, {
    name: "large",
    ...sizeOf(of, options.large),
  });
  started.defer(largeShop.stop);
  const smallShop = await startSizedShop(admin, folder, {
    name: "small",
    ...sizeOf(of, options.small),
  });
  started.defer(smallShop.stop);
  return await compareReads({ large: largeShop, small: smallShop }, options);
}
