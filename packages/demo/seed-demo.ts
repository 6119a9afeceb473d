import { join } from "node:path";
import type { Database, Transaction } from "@souk/database";
import type { Addresses, Clock, FileStorage, RandomText, Store } from "@souk/platform";
import { insertProducts } from "@souk/platform/modules/catalog";
import { insertLocation, openStock } from "@souk/platform/modules/inventory";
import { createPartner, type PartnersApi } from "@souk/platform/modules/partners";
import { createAccount, createPasswords } from "@souk/platform/modules/people";
import { createStore, findStore } from "@souk/platform/modules/stores";
import { fillCollections, type StockedProduct } from "./collections/fill-collections.ts";
import { fillCustomers } from "./customers/fill-customers.ts";
import { demoApps, demoAppUrls } from "./demo-app.ts";
import { newProductOf } from "./new-product.ts";
import { fillOrders } from "./orders/fill-orders.ts";
import { createCachedRenderer } from "./picture-cache.ts";
import { demoProducts } from "./products/demo-products.ts";
import { type BoughtProduct, fillPurchasing } from "./purchasing/fill-purchasing.ts";
import { type OpenedLevel, stockHistory } from "./stock-history.ts";
import { hasImages, storePictures } from "./store-pictures.ts";

/** What making the demo needs of the platform. */
export interface DemoDeps {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  partners: Pick<PartnersApi, "registerApp">;
  /** Where the images are stored, in `/demo/products`. */
  storage: FileStorage;
}

/** The result of seeding, with secrets that are shown only on the first start. */
export interface DemoSeed {
  app: { handle: string; client_id: string; client_secret: string };
}

/** The accounts that can sign in to the demo. */
export const demoAccounts = [
  { email: "merchant@demo.test", name: "Maya Rahman", is_staff: false },
  { email: "partner@demo.test", name: "Daniel Wong", is_staff: false },
  { email: "staff@demo.test", name: "Souk Staff", is_staff: true },
] as const;

export const demoPassword = "souk-demo";

// One process seeds the demo while others wait and then find it.
const lockKey = 7_085_120;
const sync = demoApps["inventory-sync"];
const { marker } = sync;
const markerText = "select 1 from settings where key = $1";
const dayMs = 86_400_000;
const zone = "Asia/Kuala_Lumpur";

const warehouse = {
  code: "KL",
  name: "Kuala Lumpur warehouse",
  address1: "18 Jalan Kilang",
  city: "Kuala Lumpur",
  province_code: "MY-14",
  country_code: "MY",
  zip: "55100",
  is_primary: true,
};
const branches = [
  {
    code: "PG",
    name: "Penang shop",
    address1: "41 Lebuh Senja",
    city: "George Town",
    province_code: "MY-07",
    country_code: "MY",
    zip: "10200",
  },
  {
    code: "JB",
    name: "Johor Bahru shop",
    address1: "7 Jalan Pasar",
    city: "Johor Bahru",
    province_code: "MY-01",
    country_code: "MY",
    zip: "80000",
  },
];

async function createPeople(tx: Transaction): Promise<[number, number]> {
  const passwords = createPasswords();
  const ids: number[] = [];
  for (const account of demoAccounts) {
    const order = { ...account, password: demoPassword };
    ids.push((await createAccount(tx, order, passwords)).id);
  }
  const [merchant = 0, partner = 0] = ids;
  return [merchant, partner];
}

async function createDemoStore(tx: Transaction, accountId: number, addresses: Addresses) {
  const locations: number[] = [];
  const deps: Parameters<typeof createStore>[2] = {
    addresses,
    createPrimaryLocation: async (db, store) => {
      for (const location of [warehouse, ...branches]) {
        locations.push((await insertLocation(db, store, location)).id);
      }
    },
  };
  const owner = { account_id: accountId, email: demoAccounts[0].email };
  const input = {
    name: "Kedai Senja",
    handle: "demo",
    currency_code: "MYR",
    timezone: zone,
  };
  const { id } = await createStore(tx, { owner, input }, deps);
  const { address1, city, zip, province_code, country_code } = warehouse;
  await tx.query(
    `update stores set address1 = $2, city = $3, zip = $4, province_code = $5, country_code = $6 where id = $1`,
    [id, address1, city, zip, province_code, country_code],
  );
  const store = await findStore(tx, input.handle, addresses);
  if (store === null) throw new Error("The demo has no store.");
  return { id, store, owner: accountId, locations };
}

/** Distribute a variant's stock: the warehouse gets most of it, the branches less, and not of every variant. */
function stockOf(variantId: number, about: number, [kl = 0, pg = 0, jb = 0]: number[]) {
  const spread = (variantId * 7) % 11;
  const quantities = [
    [kl, spread === 5 ? 0 : about + spread - 5],
    [pg, Math.floor((about * (spread % 5)) / 10)],
    [jb, Math.floor((about * (spread % 4)) / 12)],
  ] as const;
  return quantities
    .filter(([location_id]) => location_id !== jb || spread % 3 !== 0)
    .map(([location_id, quantity]) => ({ variant_id: variantId, location_id, quantity }));
}

async function fillStore(
  tx: Transaction,
  store: { id: number; store: Store; owner: number; locations: number[] },
  { pictures, now }: { pictures: ReadonlyMap<string, string[]>; now: number },
): Promise<BoughtProduct[]> {
  const levels: OpenedLevel[] = [];
  const stocked: (StockedProduct & BoughtProduct)[] = [];
  for (const [index, product] of demoProducts.entries()) {
    // Two products are created per day; the first of the list is the oldest.
    const created_at = new Date(now - ((demoProducts.length - index) * dayMs) / 2);
    const paths = pictures.get(product.title) ?? [];
    const products = [newProductOf(product, index + 1, paths)];
    const order = { products, key: product.title, at: created_at };
    const [made] = await insertProducts(tx, store.id, order);
    if (!made) throw new Error(`The demo has two products called ${product.title}.`);
    stocked.push({ ...made, product, picture: paths[0] ?? null });
    const opening = { at: created_at, request_id: `demo-opening-${index + 1}` };
    const stock = made.variant_ids.flatMap((id) => stockOf(id, product.stock, store.locations));
    levels.push(...stock.map((level) => ({ ...level, ...opening })));
  }
  await fillCollections(tx, store, stocked);
  await fillCustomers(tx, store, now);
  const bought = await fillPurchasing(tx, store, { products: stocked, levels, now });
  const history = stockHistory(levels, { now, zone, accountId: store.owner });
  await openStock(tx, store.id, [...history, ...bought]);
  return stocked;
}

async function registerSync(tx: Transaction, accountId: number, partners: DemoDeps["partners"]) {
  const { name } = demoAccounts[1];
  await createPartner(tx, { account_id: accountId, name: "Wong Apps" });
  const input = {
    name: sync.name,
    handle: "inventory-sync",
    ...demoAppUrls(sync.usualPort),
    embedded: true,
  };
  const account = { account_id: accountId, name };
  const { app, secret } = await partners.registerApp(tx, { account, input });
  return { handle: app.handle, client_id: app.client_id, client_secret: secret.client_secret };
}

/** The folder of pictures that can be drawn again. */
const pictureCache = join(import.meta.dirname, "../../node_modules/.cache/souk/pictures");

/**
 * Create the demo on the first start: the store `demo` with three stocked locations, products and collections, three accounts, and
 * one registered app. The images are stored first; everything else is one transaction. A later call creates nothing, but stores the
 * images again if they are missing.
 * @returns what is shown only once; null when the demo existed
 */
export async function seedDemo(database: Database, deps: DemoDeps): Promise<DemoSeed | null> {
  const made = (await database.query(markerText, [marker])).rowCount > 0;
  if (made && (await hasImages(database, deps.storage))) return null;
  const pictures = await storePictures(deps.storage, demoProducts, createCachedRenderer(pictureCache));
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    if ((await tx.query(markerText, [marker])).rowCount > 0) return null;
    const [merchant, partner] = await createPeople(tx);
    const store = await createDemoStore(tx, merchant, deps.addresses);
    const now = deps.clock.now();
    const products = await fillStore(tx, store, { pictures, now });
    await fillOrders(tx, store, { products, now, deps: { ...deps, database } });
    const app = await registerSync(tx, partner, deps.partners);
    await tx.query("insert into settings (key, value) values ($1, $2)", [
      marker,
      JSON.stringify({ made: true }),
    ]);
    return { app };
  });
}
