import { join } from "node:path";
import type { Database, Transaction } from "@souk/database";
import type { Addresses, Clock, FileStorage, RandomText, Store } from "@souk/platform";
import { insertProducts } from "@souk/platform/modules/catalog";
import { insertInitialStock, insertLocation } from "@souk/platform/modules/inventory";
import { createPartner, type PartnersApi } from "@souk/platform/modules/partners";
import { createAccount, createPasswords } from "@souk/platform/modules/people";
import { createStore, findStore } from "@souk/platform/modules/stores";
import { type CreatedProduct, createDemoCollections } from "./collections/create-demo-collections.ts";
import { createDemoCustomers } from "./customers/create-demo-customers.ts";
import { buildDemoAppUrls, demoApps } from "./demo-app.ts";
import { createCachingRenderer } from "./image-cache.ts";
import { buildNewProduct } from "./new-product.ts";
import { createDemoOrders } from "./orders/create-demo-orders.ts";
import { demoProducts } from "./products/demo-products.ts";
import { createDemoPurchasing, type PurchasableProduct } from "./purchasing/create-demo-purchasing.ts";
import { buildStockHistory, type SeededLevel } from "./stock-history.ts";
import { hasImages, storeImages } from "./store-images.ts";

/** Dependencies of creating the demo. */
export interface DemoDeps {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  partners: Pick<PartnersApi, "registerApp">;
  /** The storage of the images, which are in its folder `/demo/products`. */
  storage: FileStorage;
}

/** The credentials of the demo's app, which are shown only at the first start. */
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

// While one process creates the demo, other processes wait for this lock and then find the demo.
const lockKey = 7_085_120;
const inventorySync = demoApps["inventory-sync"];
/** The setting of the first example app, which also shows that the demo exists. */
const { settingKey } = inventorySync;
const findSettingSql = "select 1 from settings where key = $1";
const dayMs = 86_400_000;
const timezone = "Asia/Kuala_Lumpur";

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

/** Create the accounts of the demo. @returns the ids of the merchant's and the partner's accounts */
async function createAccounts(tx: Transaction): Promise<[number, number]> {
  const passwords = createPasswords();
  const ids: number[] = [];
  for (const account of demoAccounts) {
    const accountInput = { ...account, password: demoPassword };
    ids.push((await createAccount(tx, accountInput, passwords)).id);
  }
  const [merchantAccountId = 0, partnerAccountId = 0] = ids;
  return [merchantAccountId, partnerAccountId];
}

async function createDemoStore(tx: Transaction, accountId: number, addresses: Addresses) {
  const locationIds: number[] = [];
  const deps: Parameters<typeof createStore>[2] = {
    addresses,
    createPrimaryLocation: async (db, store) => {
      // The branches are created along with the primary location.
      for (const location of [warehouse, ...branches]) {
        locationIds.push((await insertLocation(db, store, location)).id);
      }
    },
  };
  const owner = { account_id: accountId, email: demoAccounts[0].email };
  const input = {
    name: "Kedai Senja",
    handle: "demo",
    currency_code: "MYR",
    timezone,
  };
  const { id } = await createStore(tx, { owner, input }, deps);
  const { address1, city, zip, province_code, country_code } = warehouse;
  await tx.query(
    `update stores set address1 = $2, city = $3, zip = $4, province_code = $5, country_code = $6 where id = $1`,
    [id, address1, city, zip, province_code, country_code],
  );
  const store = await findStore(tx, input.handle, addresses);
  if (store === null) throw new Error("The demo has no store.");
  return { id, store, ownerId: accountId, locationIds };
}

/**
 * Distribute a variant's stock among the locations. The warehouse gets most of the stock, and not every shop has all variants. The
 * quantities depend only on the variant's id and average stock, so that they are the same each time.
 */
function distributeStock(variantId: number, averageStock: number, locationIds: number[]) {
  const [warehouseId = 0, penangId = 0, johorBahruId = 0] = locationIds;
  const offset = (variantId * 7) % 11;
  const quantities = [
    [warehouseId, offset === 5 ? 0 : averageStock + offset - 5],
    [penangId, Math.floor((averageStock * (offset % 5)) / 10)],
    [johorBahruId, Math.floor((averageStock * (offset % 4)) / 12)],
  ] as const;
  return quantities
    .filter(([location_id]) => location_id !== johorBahruId || offset % 3 !== 0)
    .map(([location_id, quantity]) => ({ variant_id: variantId, location_id, quantity }));
}

async function fillDemoStore(
  tx: Transaction,
  demoStore: { id: number; store: Store; ownerId: number; locationIds: number[] },
  { images, now }: { images: ReadonlyMap<string, string[]>; now: number },
): Promise<PurchasableProduct[]> {
  const levels: SeededLevel[] = [];
  const createdProducts: (CreatedProduct & PurchasableProduct)[] = [];
  for (const [index, product] of demoProducts.entries()) {
    // Two products are created per day, and the first product in the list is the oldest.
    const created_at = new Date(now - ((demoProducts.length - index) * dayMs) / 2);
    const paths = images.get(product.title) ?? [];
    const products = [buildNewProduct(product, index + 1, paths)];
    const productInput = { products, key: product.title, at: created_at };
    const [createdProduct] = await insertProducts(tx, demoStore.id, productInput);
    if (!createdProduct) throw new Error(`The demo has two products called ${product.title}.`);
    createdProducts.push({ ...createdProduct, product, image: paths[0] ?? null });
    const opening = { at: created_at, request_id: `demo-opening-${index + 1}` };
    const stock = createdProduct.variant_ids.flatMap((id) =>
      distributeStock(id, product.stock, demoStore.locationIds),
    );
    levels.push(...stock.map((level) => ({ ...level, ...opening })));
  }
  await createDemoCollections(tx, demoStore, createdProducts);
  await createDemoCustomers(tx, demoStore, now);
  const purchasingMovements = await createDemoPurchasing(tx, demoStore, {
    products: createdProducts,
    levels,
    now,
  });
  const history = buildStockHistory(levels, { now, zone: timezone, accountId: demoStore.ownerId });
  await insertInitialStock(tx, demoStore.id, [...history, ...purchasingMovements]);
  return createdProducts;
}

async function registerInventorySync(tx: Transaction, accountId: number, partners: DemoDeps["partners"]) {
  const { name } = demoAccounts[1];
  await createPartner(tx, { account_id: accountId, name: "Wong Apps" });
  const input = {
    name: inventorySync.name,
    handle: "inventory-sync",
    ...buildDemoAppUrls(inventorySync.defaultPort),
    embedded: true,
  };
  const account = { account_id: accountId, name };
  const { app, secret } = await partners.registerApp(tx, { account, input });
  return { handle: app.handle, client_id: app.client_id, client_secret: secret.client_secret };
}

/** The folder in which rendered images are cached. */
const imageCacheFolder = join(import.meta.dirname, "../../node_modules/.cache/souk/images");

/**
 * Create the demo at the first start: the store `demo` with three locations, products, orders and customers, three accounts,
 * and one registered app. The images are stored first, and everything else is created in one transaction. If the demo
 * already exists, only images whose files are missing are stored.
 * @returns the credentials of the registered app, which are shown only once; null if the demo already exists
 */
export async function seedDemo(database: Database, deps: DemoDeps): Promise<DemoSeed | null> {
  const isSeeded = (await database.query(findSettingSql, [settingKey])).rowCount > 0;
  if (isSeeded && (await hasImages(database, deps.storage))) return null;
  const images = await storeImages(deps.storage, demoProducts, createCachingRenderer(imageCacheFolder));
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    if ((await tx.query(findSettingSql, [settingKey])).rowCount > 0) return null;
    const [merchantAccountId, partnerAccountId] = await createAccounts(tx);
    const demoStore = await createDemoStore(tx, merchantAccountId, deps.addresses);
    const now = deps.clock.now();
    const products = await fillDemoStore(tx, demoStore, { images, now });
    await createDemoOrders(tx, demoStore, { products, now, deps: { ...deps, database } });
    const app = await registerInventorySync(tx, partnerAccountId, deps.partners);
    await tx.query("insert into settings (key, value) values ($1, $2)", [
      settingKey,
      JSON.stringify({ made: true }),
    ]);
    return { app };
  });
}
