import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createAddresses } from "../addresses.ts";
import { systemClock } from "../clock.ts";
import { createPrimaryLocation, verifyStock } from "../modules/inventory/index.ts";
import { createPasswords } from "../modules/people/index.ts";
import { findStore } from "../modules/stores/index.ts";
import { secureRandomText } from "../random.ts";
import { createVault } from "../secrets/vault.ts";
import { createPracticeApi } from "./practice-api.ts";
import { type DemoParts, demoAccounts, demoPassword, seedDemo } from "./seed-demo.ts";

let db: TestDatabase;
let filesDirectory: string;
let parts: DemoParts;

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const passwords = createPasswords();

before(async () => {
  db = await testDatabase();
  filesDirectory = await mkdtemp(join(tmpdir(), "souk-demo-"));
  const house = { clock: systemClock, random: secureRandomText, addresses };
  parts = {
    filesDirectory,
    stores: { addresses, createPrimaryLocation },
    people: { ...house, passwords, createPartner: async () => undefined },
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

test("pictures that were lost are drawn again under the same names", async () => {
  const folder = join(filesDirectory, "demo/products");
  const names = await readdir(folder);
  await rm(folder, { recursive: true });
  assert.equal(await seedDemo(db.database, parts), null);
  assert.deepEqual((await readdir(folder)).sort(), names.sort());
});
