import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createAddresses } from "../addresses.ts";
import { systemClock } from "../clock.ts";
import { createPrimaryLocation, verifyStock } from "../modules/inventory/index.ts";
import { createPasswords } from "../modules/people/index.ts";
import { findStore } from "../modules/stores/index.ts";
import { secureRandomText } from "../random.ts";
import { createVault } from "../secrets/vault.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { FileStorage } from "../storage/index.ts";
import { drawPictures } from "./draw-pictures.ts";
import { drawAnew } from "./picture-cache.ts";
import { createPracticeApi } from "./practice-api.ts";
import { demoProducts } from "./products/demo-products.ts";
import { type DemoParts, demoAccounts, demoPassword, seedDemo } from "./seed-demo.ts";

let db: TestDatabase;
let filesDirectory: string;
let storage: FileStorage;
let parts: DemoParts;

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const passwords = createPasswords();

before(async () => {
  db = await testDatabase();
  filesDirectory = await mkdtemp(join(tmpdir(), "souk-demo-"));
  storage = createDiskStorage(filesDirectory, systemClock);
  const house = { clock: systemClock, random: secureRandomText, addresses };
  parts = {
    storage,
    stores: { addresses, createPrimaryLocation },
    people: {
      ...house,
      passwords,
      createPartner: async () => undefined,
      createStore: async () => assert.fail("the demo makes its shop by itself"),
    },
    partners: { ...house, vault: createVault(Buffer.alloc(32, 7)), allowLoopback: true },
  };
});
after(async () => {
  await db.stop();
  await rm(filesDirectory, { recursive: true, force: true });
});

const count = async (table: string) =>
  (await db.database.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n;

interface Product {
  title: string;
  image_url: string;
  total_quantity: number;
  min_price: string;
  images: { id: number; url: string }[];
  variants: { sku: string; name: string | null; image_id: number }[];
  collections: { id: number; title: string }[];
}

test("a failure in the middle leaves no half of a demo", async () => {
  const failing = { ...parts.partners, random: () => assert.fail("out of chance") };
  await assert.rejects(seedDemo(db.database, { ...parts, partners: failing }), /out of chance/);
  for (const table of ["accounts", "stores", "products", "settings"])
    assert.equal(await count(table), 0, table);
});

test("two processes that start at once make one demo", async () => {
  const seeds = await Promise.all([seedDemo(db.database, parts), seedDemo(db.database, parts)]);
  const [made, ...none] = seeds.filter((seed) => seed !== null);
  assert.equal(none.length, 0);
  assert.equal(made?.app.handle, "inventory-sync");
  assert.ok(made.app.client_id && made.app.client_secret);
  assert.equal(await seedDemo(db.database, parts), null);
  assert.equal(await count("accounts"), 3);
  assert.equal(await count("partners"), 1);
});

test("the demo shop has orders of its customers, paid in full, in part and not at all, and their units are committed", async () => {
  const store = (await findStore(db.database, "demo", addresses)) ?? assert.fail("the demo has no shop");
  const { rows } = await db.database.query<{ financial_status: string; n: number }>(
    "select financial_status, count(*) as n from orders where store_id = $1 group by 1 order by 1",
    [store.id],
  );
  assert.deepEqual(
    rows.map(({ financial_status, n }) => [financial_status, n]),
    [
      ["paid", 4],
      ["partially_paid", 1],
      ["unpaid", 2],
    ],
  );
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("the three accounts have the password, and staff is staff", async () => {
  const { rows } = await db.database.query<{ email: string; password_hash: string; is_staff: boolean }>(
    "select email, password_hash, is_staff from accounts order by id",
  );
  assert.deepEqual(
    rows.map(({ email, is_staff }) => ({ email, is_staff })),
    demoAccounts.map(({ email, is_staff }) => ({ email, is_staff })),
  );
  for (const { password_hash } of rows) assert.ok(await passwords.matches(demoPassword, password_hash));
});

test("the shop sells some forty products with pictures, options and stock at three locations", async () => {
  const api = createPracticeApi(db.database);
  const store = await findStore(db.database, "demo", addresses);
  assert.ok(store);
  assert.deepEqual([store.timezone, store.currency_code], ["Asia/Kuala_Lumpur", "MYR"]);
  const list = await api.json<{ products: Product[]; total_count: number }>(operations.listProducts, store, {
    query: "limit=250&sort=id.asc",
  });
  assert.equal(list.total_count, 41);
  const skus = list.products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  assert.equal(new Set(skus).size, skus.length);
  for (const { title, image_url, images, variants, total_quantity, min_price } of list.products) {
    assert.ok(total_quantity > 0 && Number(min_price) > 0, title);
    const path = new URL(image_url).pathname;
    assert.ok(image_url.startsWith(`${addresses.filesOrigin}/demo/products/`));
    const file = await readFile(join(filesDirectory, path));
    assert.equal(file.subarray(1, 4).toString(), "PNG");
    assert.ok(file.length < 40_000, `${path} has ${file.length} bytes`);
    const ids = images.map(({ id }) => id);
    assert.ok(variants.every(({ image_id }) => ids.includes(image_id)));
  }
  for (const { title, collections } of list.products)
    assert.ok(
      collections.length < 5 && new Set(collections.map(({ id }) => id)).size === collections.length,
      title,
    );
  const mug = list.products.find(({ title }) => title === "Tide Mug");
  assert.deepEqual(
    mug?.variants.map(({ name, sku }) => [name, sku]),
    [
      ["Moss", "TAB01-MOSS"],
      ["Clay", "TAB01-CLAY"],
      ["Dusk", "TAB01-DUSK"],
    ],
  );
  const locations = await api.json<{ locations: { code: string; is_primary: boolean }[] }>(
    operations.listLocations,
    store,
  );
  assert.deepEqual(
    locations.locations.map(({ code, is_primary }) => [code, is_primary]),
    [
      ["KL", true],
      ["PG", false],
      ["JB", false],
    ],
  );
  assert.deepEqual(await verifyStock(db.database, store.id), []);
});

test("the shop has customers in groups, whose credit and points add up, and a second currency", async () => {
  const store = await findStore(db.database, "demo", addresses);
  assert.ok(store);
  const text = `
    select (select count(*)::int from customers where store_id = $1) as customers,
      (select count(*)::int from customer_group_members where store_id = $1) as members,
      (select sum(total_credit)::text from customers where store_id = $1) as credit,
      (select array_agg(code order by code) from currencies where store_id = $1) as currencies`;
  const { rows } = await db.database.query(text, [store.id]);
  assert.deepEqual(rows, [{ customers: 12, members: 6, credit: "30.5000", currencies: ["MYR", "SGD"] }]);
  for await (const difference of verifyStore(db.database, store.id)) assert.fail(JSON.stringify(difference));
});

test("the shop has five collections with pictures and products, one of them in another", async () => {
  const store = await findStore(db.database, "demo", addresses);
  assert.ok(store);
  const { rows } = await db.database.query<{
    title: string;
    parent: string | null;
    image_url: string;
    n: number;
  }>(
    `select c.title, p.title as parent, c.image_url, (
       select count(*) from collects m where m.store_id = c.store_id and m.collection_id = c.id) as n
     from collections c left join collections p on p.store_id = c.store_id and p.id = c.parent_id
     where c.store_id = $1 order by c.position`,
    [store.id],
  );
  assert.deepEqual(
    rows.map(({ title, parent }) => [title, parent]),
    [
      ["Table and kitchen", null],
      ["Coffee and tea", null],
      ["Wear and carry", null],
      ["Gifts", null],
      ["Gifts under RM 50", "Gifts"],
    ],
  );
  for (const { title, image_url, n } of rows) {
    assert.match(image_url, /^\/demo\/products\/.+\.png$/, title);
    assert.ok(n >= 5 && n < 41, `${title} holds ${n}`);
  }
  const { rows: kept } = await db.database.query<{ n: number }>(
    "select sum(delta)::int as n from resource_counts where store_id = $1 and resource = 'collects'",
    [store.id],
  );
  assert.equal(
    kept[0]?.n,
    rows.reduce((sum, { n }) => sum + n, 0),
  );
});

test("the ledger of the shop reaches back for two weeks and more, and nothing in it lies in the future", async () => {
  const { rows } = await db.database.query<{
    days: number;
    openings: number;
    changes: number;
    ahead: number;
  }>(
    `select count(distinct created_at::date) as days, count(distinct request_id) filter (where actor_kind = 'system') as openings,
       count(*) filter (where actor_kind = 'account') as changes, count(*) filter (where created_at > now()) as ahead
     from inventory_movements`,
  );
  const [ledger] = rows;
  assert.ok(ledger && ledger.days >= 14 && ledger.changes >= 50, JSON.stringify(ledger));
  assert.equal(ledger.openings, 41);
  assert.equal(ledger.ahead, 0);
});

test("the shop has an order on its way, one that came and a transfer on its way, and their units are incoming", async () => {
  const api = createPracticeApi(db.database);
  const store = await findStore(db.database, "demo", addresses);
  assert.ok(store);
  interface Document {
    number: string;
    status: string;
    line_items: { quantity: number; cost_price?: string }[];
    created_at: string;
    expected_at: string;
  }
  const { purchase_orders } = await api.json<{ purchase_orders: Document[] }>(
    operations.listPurchaseOrders,
    store,
  );
  const { transfers } = await api.json<{ transfers: Document[] }>(operations.listTransfers, store);
  const documents = [...purchase_orders, ...transfers];
  assert.deepEqual(
    documents.map(({ number, status, line_items }) => [number, status, line_items.length]),
    [
      ["PO-1001", "received", 7],
      ["PO-1002", "ordered", 3],
      ["TR-1001", "in_transit", 5],
    ],
  );
  for (const { number, created_at, expected_at } of documents) {
    assert.ok(Date.parse(created_at) < Date.now(), number);
    assert.ok(Date.parse(expected_at) > Date.now() === (number !== "PO-1001"), number);
  }
  const [came] = purchase_orders;
  assert.deepEqual(
    came?.line_items.map(({ cost_price }) => cost_price),
    ["18.90", "18.90", "18.90", "17.10", "17.10", "17.10", "17.10"],
  );
  const { rows } = await db.database.query<{ incoming: number; below: number }>(
    `select (select sum(incoming_inventory_quantity)::bigint from inventory_levels) as incoming,
       (select count(*) from inventory_movements where resulting_quantity < 0) as below`,
  );
  const open = documents
    .filter(({ status }) => status !== "received")
    .flatMap(({ line_items }) => line_items);
  assert.deepEqual(rows, [{ incoming: open.reduce((sum, { quantity }) => sum + quantity, 0), below: 0 }]);
});

test("pictures that several processes draw at once are whole, and no part is left over", async () => {
  const directory = await mkdtemp(join(tmpdir(), "souk-pictures-"));
  const some = demoProducts.slice(0, 3);
  const [first, ...others] = await Promise.all(
    [1, 2, 3, 4].map(() => drawPictures(createDiskStorage(directory, systemClock), some, drawAnew)),
  );
  assert.ok(first && first.size === 3);
  for (const other of others) assert.deepEqual(other, first);
  const kept = (await readdir(join(directory, "demo/products"))).map((name) => `/demo/products/${name}`);
  assert.deepEqual(kept.sort(), [...first.values()].flat().sort());
  await rm(directory, { recursive: true });
});

test("pictures that were lost are drawn again under the same names", async () => {
  const folder = join(filesDirectory, "demo/products");
  const names = await readdir(folder);
  await rm(folder, { recursive: true });
  assert.equal(await seedDemo(db.database, parts), null);
  assert.deepEqual((await readdir(folder)).sort(), names.sort());
});
