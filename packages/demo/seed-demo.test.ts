import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { verifyStock } from "@souk/platform/modules/inventory";
import { createPasswords } from "@souk/platform/modules/people";
import { findStore } from "@souk/platform/modules/stores";
import { createInProcessApi, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { renderSvg } from "./drawings/render-image.ts";
import { demoProducts } from "./products/demo-products.ts";
import { type DemoDeps, demoAccounts, demoPassword, seedDemo } from "./seed-demo.ts";
import { storeImages } from "./store-images.ts";

let testPlatform: TestPlatform;
/** The folder of the stored images. */
let folder: string;
let deps: DemoDeps;

const passwords = createPasswords();

before(async () => {
  testPlatform = await startTestPlatform();
  const { addresses, clock, random, modules, files } = testPlatform.platform;
  deps = { addresses, clock, random, partners: modules.partners, storage: files.storage };
  folder = join(testPlatform.config.dataDir, "files/demo/products");
});
after(() => testPlatform.stop());

const countRows = async (table: string) =>
  (await testPlatform.database.one<{ n: number }>(`select count(*) as n from ${table}`)).n;

interface Product {
  title: string;
  image_url: string;
  total_quantity: number;
  min_price: string;
  images: { id: number; url: string }[];
  variants: { sku: string; name: string | null; image_id: number }[];
  collections: { id: number; title: string }[];
}

test("a failure while creating the demo leaves nothing in the database", async () => {
  const partners = { registerApp: () => assert.fail("no app was registered") };
  await assert.rejects(seedDemo(testPlatform.database, { ...deps, partners }), /no app was registered/);
  for (const table of ["accounts", "stores", "products", "settings where key = 'demo'"])
    assert.equal(await countRows(table), 0, table);
});

test("two processes that start at the same time create only one demo", async () => {
  const seeds = await Promise.all([
    seedDemo(testPlatform.database, deps),
    seedDemo(testPlatform.database, deps),
  ]);
  const [firstSeed, ...otherSeeds] = seeds.filter((seed) => seed !== null);
  assert.equal(otherSeeds.length, 0);
  assert.equal(firstSeed?.app.handle, "inventory-sync");
  assert.ok(firstSeed.app.client_id && firstSeed.app.client_secret);
  assert.equal(await seedDemo(testPlatform.database, deps), null);
  assert.equal(await countRows("accounts"), 3);
  assert.equal(await countRows("partners"), 1);
});

test("the demo store has paid, partially paid and unpaid orders and consistent stock", async () => {
  const store =
    (await findStore(testPlatform.database, "demo", testPlatform.addresses)) ??
    assert.fail("the demo has no store");
  const rows = await testPlatform.database.many<{ financial_status: string; n: number }>(
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
  assert.deepEqual(await verifyStock(testPlatform.database, store.id), []);
});

test("the demo has three accounts with the demo password, one of them for staff", async () => {
  const rows = await testPlatform.database.many<{ email: string; password_hash: string; is_staff: boolean }>(
    "select email, password_hash, is_staff from accounts order by id",
  );
  assert.deepEqual(
    rows.map(({ email, is_staff }) => ({ email, is_staff })),
    demoAccounts.map(({ email, is_staff }) => ({ email, is_staff })),
  );
  for (const { password_hash } of rows) assert.ok(await passwords.matches(demoPassword, password_hash));
});

test("the demo store has 41 products with images, options and stock at three locations", async () => {
  const api = createInProcessApi(testPlatform.database);
  const store = await findStore(testPlatform.database, "demo", testPlatform.addresses);
  assert.ok(store);
  assert.deepEqual([store.timezone, store.currency_code], ["Asia/Kuala_Lumpur", "MYR"]);
  const productPage = await api.json<{ products: Product[]; total_count: number }>(
    operations.listProducts,
    store,
    {
      query: "limit=250&sort=id.asc",
    },
  );
  assert.equal(productPage.total_count, 41);
  const skus = productPage.products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  assert.equal(new Set(skus).size, skus.length);
  for (const { title, image_url, images, variants, total_quantity, min_price } of productPage.products) {
    assert.ok(total_quantity > 0 && Number(min_price) > 0, title);
    const path = new URL(image_url).pathname;
    assert.ok(path.startsWith("/demo/products/"));
    const file = await readFile(join(testPlatform.config.dataDir, "files", path));
    assert.equal(file.subarray(1, 4).toString(), "PNG");
    assert.ok(file.length < 40_000, `${path} has ${file.length} bytes`);
    const ids = images.map(({ id }) => id);
    assert.ok(variants.every(({ image_id }) => ids.includes(image_id)));
  }
  for (const { title, collections } of productPage.products)
    assert.ok(
      collections.length < 5 && new Set(collections.map(({ id }) => id)).size === collections.length,
      title,
    );
  const mug = productPage.products.find(({ title }) => title === "Tide Mug");
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
  assert.deepEqual(await verifyStock(testPlatform.database, store.id), []);
});

test("the demo store has customers with consistent balances and a second currency", async () => {
  const store = await findStore(testPlatform.database, "demo", testPlatform.addresses);
  assert.ok(store);
  const text = `
    select (select count(*)::int from customers where store_id = $1) as customers,
      (select count(*)::int from customer_group_members where store_id = $1) as members,
      (select sum(total_credit)::text from customers where store_id = $1) as credit,
      (select array_agg(code order by code) from currencies where store_id = $1) as currencies`;
  const rows = await testPlatform.database.many(text, [store.id]);
  assert.deepEqual(rows, [{ customers: 12, members: 6, credit: "30.5000", currencies: ["MYR", "SGD"] }]);
  for await (const discrepancy of verifyStore(testPlatform.database, store.id))
    assert.fail(JSON.stringify(discrepancy));
});

test("the demo store has five collections with products, and one of the collections has a parent", async () => {
  const store = await findStore(testPlatform.database, "demo", testPlatform.addresses);
  assert.ok(store);
  const rows = await testPlatform.database.many<{
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
    assert.ok(n >= 5 && n < 41, `${title} has ${n} products`);
  }
  const row = await testPlatform.database.one<{ n: number }>(
    "select sum(delta)::int as n from resource_counts where store_id = $1 and resource = 'collects'",
    [store.id],
  );
  assert.equal(
    row.n,
    rows.reduce((sum, { n }) => sum + n, 0),
  );
});

test("the demo store's stock movements cover two weeks and none is in the future", async () => {
  const row = await testPlatform.database.maybeOne<{
    days: number;
    openings: number;
    changes: number;
    in_future: number;
  }>(
    `select count(distinct created_at::date) as days, count(distinct request_id) filter (where actor_kind = 'system') as openings,
       count(*) filter (where actor_kind = 'account') as changes, count(*) filter (where created_at > now()) as in_future
     from inventory_movements`,
  );
  assert.ok(row && row.days >= 14 && row.changes >= 50, JSON.stringify(row));
  assert.equal(row.openings, 41);
  assert.equal(row.in_future, 0);
});

test("the demo store has open purchase orders and transfers with incoming units", async () => {
  const api = createInProcessApi(testPlatform.database);
  const store = await findStore(testPlatform.database, "demo", testPlatform.addresses);
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
    const isExpectedLater = Date.parse(expected_at) > Date.now();
    assert.equal(isExpectedLater, number !== "PO-1001", number);
  }
  const [receivedOrder] = purchase_orders;
  assert.deepEqual(
    receivedOrder?.line_items.map(({ cost_price }) => cost_price),
    ["18.90", "18.90", "18.90", "17.10", "17.10", "17.10", "17.10"],
  );
  const rows = await testPlatform.database.many<{ incoming: number; negative: number }>(
    `select (select sum(incoming_inventory_quantity)::bigint from inventory_levels) as incoming,
       (select count(*) from inventory_movements where resulting_quantity < 0) as negative`,
  );
  const openLines = documents
    .filter(({ status }) => status !== "received")
    .flatMap(({ line_items }) => line_items);
  assert.deepEqual(rows, [
    { incoming: openLines.reduce((sum, { quantity }) => sum + quantity, 0), negative: 0 },
  ]);
});

test("demo images that several processes store concurrently are complete", async () => {
  await rm(folder, { recursive: true });
  const products = demoProducts.slice(0, 3);
  const [firstResult, ...otherResults] = await Promise.all(
    [1, 2, 3, 4].map(() => storeImages(deps.storage, products, renderSvg)),
  );
  assert.ok(firstResult && firstResult.size === 3);
  for (const otherResult of otherResults) assert.deepEqual(otherResult, firstResult);
  const storedPaths = (await readdir(folder)).map((name) => `/demo/products/${name}`);
  assert.deepEqual(storedPaths.sort(), [...firstResult.values()].flat().sort());
});

test("missing demo images are rendered again with the same file names", async () => {
  await rm(folder, { recursive: true });
  assert.equal(await seedDemo(testPlatform.database, deps), null);
  const rows = await testPlatform.database.many<{ path: string }>("select path from product_images");
  const productImageNames = rows.map(({ path }) => basename(path));
  assert.deepEqual((await readdir(folder)).sort(), productImageNames.sort());
});
