import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTemplate, ensurePartitions, migrate, openDatabase } from "@souk/database";
import { createPracticeShop, installPracticeApp } from "@souk/platform";
import { httpClient, silentLog } from "@souk/testkit";
import pg from "pg";
import { domain, startBenchPlatform } from "../bench-platform.ts";
import { fillShop } from "./fill-shop.ts";

/** A shop of some size, in a database and under a platform of its own. */
export interface SizedShop {
  origin: string;
  /** What requests to it carry; the same for every shop. */
  headers: Readonly<Record<string, string>>;
  location_id: number;
  /** From the oldest to the youngest. */
  product_ids: readonly number[];
  variant_ids: readonly number[];
  level_ids: readonly number[];
  /** When the product was changed that 999 were changed after, as the shop's clock shows it. */
  recently: string;
  stop(): Promise<void>;
}

const handle = "bench";
const zone = "Asia/Kuala_Lumpur";
const pageSize = 250;
const readers = 2;

type Filled = Omit<SizedShop, "origin" | "stop"> & { url: string };

// One location: how many levels a variant has is no matter of how many products there are.
async function fill(url: string, products: number): Promise<Filled> {
  await migrate({ connection: url, log: silentLog });
  const database = openDatabase({ connection: url, log: silentLog, maxConnections: 2 });
  try {
    await ensurePartitions(database, new Date());
    const { store, primary, second } = await createPracticeShop(database, { handle, timezone: zone });
    await database.query("delete from locations where store_id = $1 and id = $2", [store.id, second]);
    const app = { store_id: store.id, handle: "bench-app" };
    const token = await installPracticeApp(database, app, (bytes) => "b".repeat(Math.ceil((bytes * 4) / 3)));
    await fillShop(database, store.id, products);
    const ids = async (table: string) => {
      const text = `select id from ${table} where store_id = $1 order by id`;
      return (await database.query<{ id: number }>(text, [store.id])).rows.map(({ id }) => id);
    };
    const changed = `
      select to_char(updated_at at time zone $2, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from products
      where store_id = $1 order by updated_at desc, id desc offset least(999, $3::int - 1) limit 1`;
    const { rows } = await database.query<{ at: string }>(changed, [store.id, zone, products]);
    return {
      url,
      headers: { host: `${handle}.${domain}`, "service-access-token": token },
      location_id: primary,
      product_ids: await ids("products"),
      variant_ids: await ids("variants"),
      level_ids: await ids("inventory_levels"),
      recently: rows[0]?.at ?? "",
    };
  } finally {
    await database.close();
  }
}

/** Reads every product once, so that all texts are kept as they are in a shop that has been at work. */
async function keepTexts(
  origin: string,
  headers: SizedShop["headers"],
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

/** Makes a shop and starts its platform. @param admin a database of the PostgreSQL to make it on */
export async function startSizedShop(
  admin: string,
  folder: string,
  { name, products }: { name: string; products: number },
): Promise<SizedShop> {
  let filled: Filled | undefined;
  await createTemplate(admin, async (url) => {
    filled = await fill(url, products);
  });
  if (!filled) throw new Error("The shop was not filled.");
  const { url, ...rest } = filled;
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const platform = await startBenchPlatform(url, dataDir);
  try {
    await keepTexts(platform.origin, rest.headers, rest.product_ids);
    await settle(url);
  } catch (error) {
    await platform.stop();
    throw error;
  }
  return { ...rest, origin: platform.origin, stop: platform.stop };
}
