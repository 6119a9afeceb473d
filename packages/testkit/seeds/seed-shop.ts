import { randomBytes } from "node:crypto";
import { seedCatalog } from "@souk/platform";
import type { TestPlatform } from "../test-platform.ts";
import { consoleCall } from "./console-call.ts";
import { type Person, signUp } from "./sign-up.ts";

/** A shop with its owner, signed in at the admin. */
export interface SeededShop {
  id: number;
  handle: string;
  /** `https://{shop}`. */
  origin: string;
  host_url: string;
  owner: Person;
  /** In the order of their ids. */
  variants: readonly { id: number; product_id: number }[];
  /** The primary one first. */
  locations: readonly { id: number }[];
}

export interface ShopSeed {
  handle?: string;
  /** Products, of one or two variants each, stocked at every location. */
  products?: number;
  /** Locations, the primary one included. */
  locations?: number;
}

/** Makes a shop over HTTP, and its stock in the database. */
export async function seedShop(testing: TestPlatform, seed: ShopSeed = {}): Promise<SeededShop> {
  const { addresses, database } = testing;
  const { handle = `shop-${randomBytes(5).toString("hex")}`, products = 0, locations = 1 } = seed;
  const owner = await signUp(testing, "admin");
  const url = `${addresses.adminOrigin}/api/console/stores.json`;
  const { store } = await consoleCall<{ store: { id: number; host_url: string } }>(
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
    origin: addresses.shopOrigin(handle),
    host_url: store.host_url,
    owner,
    ...(await stockOf(testing, store.id)),
  };
}

async function stockOf(
  { database }: TestPlatform,
  storeId: number,
): Promise<Pick<SeededShop, "variants" | "locations">> {
  const variants = await database.query<{ id: number; product_id: number }>(
    "select id, product_id from variants where store_id = $1 order by id",
    [storeId],
  );
  const locations = await database.query<{ id: number }>(
    "select id from locations where store_id = $1 order by not is_primary, id",
    [storeId],
  );
  return { variants: variants.rows, locations: locations.rows };
}
