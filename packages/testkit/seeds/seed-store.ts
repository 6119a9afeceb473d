import { randomBytes } from "node:crypto";
import type { TestPlatform } from "../test-platform.ts";
import { callConsole } from "./console-call.ts";
import { seedCatalog } from "./seed-catalog.ts";
import { type Person, signUp } from "./sign-up.ts";

/** A store with its owner, who is signed in to the admin. */
export interface SeededStore {
  id: number;
  handle: string;
  /** The store's origin, `https://{shop}`. */
  origin: string;
  /** The URL of the store in the admin, `{admin origin}/{handle}`. */
  host_url: string;
  owner: Person;
  /** The variants, sorted by id. */
  variants: readonly { id: number; product_id: number }[];
  /** The locations, the primary one first. */
  locations: readonly { id: number }[];
}

export interface StoreSeed {
  handle?: string;
  /** The number of products. Each has one or two variants with stock at every location. */
  products?: number;
  /** The number of locations, including the primary one. */
  locations?: number;
}

/** Create a store over HTTP, and insert its locations and products into the database. */
export async function seedStore(testPlatform: TestPlatform, seed: StoreSeed = {}): Promise<SeededStore> {
  const { addresses, database } = testPlatform;
  const { handle = `store-${randomBytes(5).toString("hex")}`, products = 0, locations = 1 } = seed;
  const owner = await signUp(testPlatform, "admin");
  const url = `${addresses.adminOrigin}/api/console/stores.json`;
  const { store } = await callConsole<{ store: { id: number; host_url: string } }>(
    owner.browser,
    ["POST", url],
    { store: { name: handle, handle } },
  );
  await database.query(
    `insert into locations (store_id, code, name)
     select $1, 'place-' || n, 'Place ' || n from generate_series(2, $2::integer) n`,
    [store.id, locations],
  );
  if (products > 0) await seedCatalog(database, store.id, products);
  return {
    id: store.id,
    handle,
    origin: addresses.storeOrigin(handle),
    host_url: store.host_url,
    owner,
    ...(await loadVariantsAndLocations(testPlatform, store.id)),
  };
}

async function loadVariantsAndLocations(
  { database }: TestPlatform,
  storeId: number,
): Promise<Pick<SeededStore, "variants" | "locations">> {
  const variants = await database.many<{ id: number; product_id: number }>(
    "select id, product_id from variants where store_id = $1 order by id",
    [storeId],
  );
  const locations = await database.many<{ id: number }>(
    "select id from locations where store_id = $1 order by not is_primary, id",
    [storeId],
  );
  return { variants, locations };
}
