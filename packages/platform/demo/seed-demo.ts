import { join } from "node:path";
import type { Database, Transaction } from "@souk/database";
import { insertProducts } from "../modules/catalog/index.ts";
import { insertLocation, openStock } from "../modules/inventory/index.ts";
import { createPartner, type PartnersWiring, registerApp } from "../modules/partners/index.ts";
import { createAccount, type PeopleWiring } from "../modules/people/index.ts";
import { createStore, findStore, type StoreWiring } from "../modules/stores/index.ts";
import type { Store } from "../routing/call.ts";
import type { FileStorage } from "../storage/index.ts";
import { fillCollections, type StockedProduct } from "./collections/fill-collections.ts";
import { fillCustomers } from "./customers/fill-customers.ts";
import { demoApps, demoAppUrls } from "./demo-app.ts";
import { drawPictures, hasPictures } from "./draw-pictures.ts";
import { newProductOf } from "./new-product.ts";
import { fillOrders } from "./orders/fill-orders.ts";
import { cachedDrawing } from "./picture-cache.ts";
import { demoProducts } from "./products/demo-products.ts";
import { type BoughtProduct, fillPurchasing } from "./purchasing/fill-purchasing.ts";
import { type OpenedLevel, stockHistory } from "./stock-history.ts";

/** What the demo is made with: the modules' wirings, and where pictures lie. */
export interface DemoParts {
  people: PeopleWiring;
  stores: StoreWiring;
  partners: PartnersWiring;
  /** Pictures go to `/demo/products` in it. */
  storage: FileStorage;
}

/** What only the first start can tell. */
export interface DemoSeed {
  app: { handle: string; client_id: string; client_secret: string };
}

/** Who can sign in to the demo. */
export const demoAccounts = [
  { email: "merchant@demo.test", name: "Maya Rahman", is_staff: false },
  { email: "partner@demo.test", name: "Daniel Wong", is_staff: false },
  { email: "staff@demo.test", name: "Souk Staff", is_staff: true },
] as const;

export const demoPassword = "souk-demo";

// One process makes the demo while others wait and then find it made.
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

async function createPeople(tx: Transaction, { people }: DemoParts): Promise<[number, number]> {
  const ids: number[] = [];
  for (const account of demoAccounts) {
    const order = { ...account, password: demoPassword };
    ids.push((await createAccount(tx, order, people.passwords)).id);
  }
  const [merchant = 0, partner = 0] = ids;
  return [merchant, partner];
}

async function createShop(tx: Transaction, accountId: number, { stores }: DemoParts) {
  const locations: number[] = [];
  const wiring: StoreWiring = {
    ...stores,
    createPrimaryLocation: async (run, store) => {
      for (const location of [warehouse, ...branches]) {
        locations.push((await insertLocation(run, store, location)).id);
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
  const { id } = await createStore(tx, { owner, input }, wiring);
  const { address1, city, zip, province_code, country_code } = warehouse;
  await tx.query(
    `update stores set address1 = $2, city = $3, zip = $4, province_code = $5, country_code = $6 where id = $1`,
    [id, address1, city, zip, province_code, country_code],
  );
  const store = await findStore(tx, input.handle, stores.addresses);
  if (store === null) throw new Error("The demo has no shop.");
  return { id, store, owner: accountId, locations };
}

/** The warehouse holds most; the shops hold less, and not of everything. */
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

async function fillShop(
  tx: Transaction,
  shop: { id: number; store: Store; owner: number; locations: number[] },
  { pictures, now }: { pictures: ReadonlyMap<string, string[]>; now: number },
): Promise<BoughtProduct[]> {
  const levels: OpenedLevel[] = [];
  const stocked: (StockedProduct & BoughtProduct)[] = [];
  for (const [index, product] of demoProducts.entries()) {
    // Two products a day, the first of the list longest ago.
    const created_at = new Date(now - ((demoProducts.length - index) * dayMs) / 2);
    const paths = pictures.get(product.title) ?? [];
    const products = [newProductOf(product, index + 1, paths)];
    const order = { products, key: product.title, at: created_at };
    const [made] = await insertProducts(tx, shop.id, order);
    if (!made) throw new Error(`The demo has two products called ${product.title}.`);
    stocked.push({ ...made, product, picture: paths[0] ?? null });
    const opening = { at: created_at, request_id: `demo-opening-${index + 1}` };
    const stock = made.variant_ids.flatMap((id) => stockOf(id, product.stock, shop.locations));
    levels.push(...stock.map((level) => ({ ...level, ...opening })));
  }
  await fillCollections(tx, shop, stocked);
  await fillCustomers(tx, shop, now);
  const bought = await fillPurchasing(tx, shop, { products: stocked, levels, now });
  const history = stockHistory(levels, { now, zone, accountId: shop.owner });
  await openStock(tx, shop.id, [...history, ...bought]);
  return stocked;
}

async function registerSync(tx: Transaction, accountId: number, { partners }: DemoParts) {
  const { name } = demoAccounts[1];
  await createPartner(tx, { account_id: accountId, name: "Wong Apps" });
  const input = {
    name: sync.name,
    handle: "inventory-sync",
    ...demoAppUrls(sync.usualPort),
    embedded: true,
  };
  const { app, secret } = await registerApp(
    tx,
    { account: { account_id: accountId, name }, input },
    partners,
  );
  return { handle: app.handle, client_id: app.client_id, client_secret: secret.client_secret };
}

/** Where tools keep what they can make again. */
const pictureCache = join(import.meta.dirname, "../../../node_modules/.cache/souk/pictures");

/**
 * Makes the demo on the first start: the shop `demo` with three stocked locations, its products and its collections, three accounts, and one
 * registered app. All of it or none: the pictures are there first, the rest is one transaction. A second call makes nothing,
 * but draws the pictures again if they are gone.
 * @returns what is shown this once; null when the demo was there
 */
export async function seedDemo(database: Database, parts: DemoParts): Promise<DemoSeed | null> {
  const made = (await database.query(markerText, [marker])).rowCount > 0;
  if (made && (await hasPictures(database, parts.storage))) return null;
  const pictures = await drawPictures(parts.storage, demoProducts, await cachedDrawing(pictureCache));
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    if ((await tx.query(markerText, [marker])).rowCount > 0) return null;
    const [merchant, partner] = await createPeople(tx, parts);
    const shop = await createShop(tx, merchant, parts);
    const now = parts.people.clock.now();
    const products = await fillShop(tx, shop, { pictures, now });
    await fillOrders(tx, shop, { products, now, parts: { ...parts.people, ...parts.stores, database } });
    const app = await registerSync(tx, partner, parts);
    await tx.query("insert into settings (key, value) values ($1, $2)", [
      marker,
      JSON.stringify({ made: true }),
    ]);
    return { app };
  });
}
