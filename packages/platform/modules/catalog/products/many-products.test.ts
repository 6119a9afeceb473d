import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Refusal } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createPracticeApi, type PracticeApi } from "../../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../../demo/practice-shop.ts";
import type { Cause } from "../../../routing/actor.ts";
import { createSetPrimaryStock, verifyStock } from "../../inventory/index.ts";
import { type CreationKit, createProducts } from "./create-products.ts";
import type { NewProduct } from "./new-product.ts";
import { readNewProduct } from "./read-new-product.ts";
import { updateProducts } from "./update-products.ts";

let db: TestDatabase;
let shop: PracticeShop;
let kit: CreationKit;

before(async () => {
  db = await testDatabase();
  shop = await createPracticeShop(db.database);
  const { facts, documents }: PracticeApi = createPracticeApi(db.database);
  kit = { facts, documents, setPrimaryStock: createSetPrimaryStock(facts) };
});
after(() => db.stop());

const cause: Cause = { actor: { kind: "system", id: "test", scopes: new Set() }, request_id: "req_many" };

/** Runs a transaction and counts its statements. */
async function counted<T>(work: (tx: Transaction) => Promise<T>): Promise<{ result: T; statements: number }> {
  let statements = 0;
  const result = await db.database.transaction((tx) => {
    const query: Transaction["query"] = (statement, values) => {
      statements++;
      return tx.query(statement, values);
    };
    return work({ ...tx, query });
  });
  return { result, statements };
}

function product(n: number): NewProduct {
  const read = readNewProduct(
    {
      title: `Thing ${n % 50}`,
      ...(n % 3 === 0 ? { handle: `thing-${n}-sent` } : {}),
      variants: ["S", "M"].map((value) => ({
        options: [{ name: "Size", value }],
        sku: `${n}-${value}`,
        price: "5",
        inventory_quantity: n,
      })),
    },
    { exponent: 2, zone: "UTC" },
  );
  return read.ok ? read.product : assert.fail(JSON.stringify(read.fields));
}

async function topicsSince(id: number): Promise<Record<string, number>> {
  const { rows } = await db.database.query<{ topic: string; n: number }>(
    "select topic, count(*) as n from event_inbox where id > $1 group by topic order by topic",
    [id],
  );
  return Object.fromEntries(rows.map(({ topic, n }) => [topic, n]));
}

async function lastEvent(): Promise<number> {
  const { rows } = await db.database.query<{ id: number }>(
    "select coalesce(max(id), 0) as id from event_inbox",
  );
  return rows[0]?.id ?? 0;
}

test("a hundred products are made in a few statements, each told once, each opened level too", async () => {
  const last = await lastEvent();
  const products = Array.from({ length: 100 }, (_, n) => product(n));
  const { result, statements } = await counted((tx) =>
    createProducts(kit, tx, { store: shop.store, cause, products }),
  );
  assert.ok(result.every((made) => made !== null && made.variant_ids.length === 2));
  // Two for each handle that is tried for titles that several have, and six for all the rest.
  assert.ok(statements <= 10, `${statements} statements`);
  assert.deepEqual(await topicsSince(last), {
    "inventory_level/inventory_quantity_update": 198,
    "product/create": 100,
  });
  assert.deepEqual(await verifyStock(db.database, shop.store.id), []);
});

test("a handle that is taken leaves its product out and lets the others in", async () => {
  const products = [product(300), { ...product(3), handle: "thing-3-sent" }, product(301)];
  const { result } = await counted((tx) => createProducts(kit, tx, { store: shop.store, cause, products }));
  assert.deepEqual(
    result.map((made) => made !== null),
    [true, false, true],
  );
});

test("products and their variants are changed together, each that differs is told once, and nothing else", async () => {
  const { rows } = await db.database.query<{ id: number; variants: number[] }>(
    `select p.id, array_agg(v.id order by v.id) as variants from products p
     join variants v on v.store_id = p.store_id and v.product_id = p.id
     where p.store_id = $1 group by p.id order by p.id limit 60`,
    [shop.store.id],
  );
  assert.equal(rows.length, 60);
  const changes = rows.map(({ id, variants }, n) => ({
    id,
    input: n % 2 === 0 ? { brand: "New" } : {},
    variants:
      n % 3 === 0
        ? variants.map((variant) => ({ id: variant, input: { price: "6", inventory_quantity: 7 }, path: "" }))
        : [],
    path: `products.${n}.`,
  }));
  const last = await lastEvent();
  const { statements } = await counted((tx) =>
    updateProducts(kit, tx, { store: shop.store, cause, changes }),
  );
  assert.ok(statements <= 14, `${statements} statements`);
  const told = await topicsSince(last);
  assert.equal(told["product/update"], rows.filter((_, n) => n % 2 === 0 || n % 3 === 0).length);
  const again = await lastEvent();
  await counted((tx) => updateProducts(kit, tx, { store: shop.store, cause, changes }));
  assert.deepEqual(await topicsSince(again), {});
  assert.deepEqual(await verifyStock(db.database, shop.store.id), []);
});

test("one change that is wrong is named by its place, and none is made", async () => {
  const { rows } = await db.database.query<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [shop.store.id],
  );
  const [first, second] = rows.map(({ id }) => id) as [number, number];
  const change = (id: number, input: object, path: string) => ({ id, input, variants: [], path });
  const changes = [
    change(first, { vendor: "Other" }, "rows.0."),
    change(second, { title: " " }, "rows.1."),
    change(999_999, {}, "rows.2."),
  ];
  await assert.rejects(
    counted((tx) => updateProducts(kit, tx, { store: shop.store, cause, changes })),
    (error: unknown) =>
      error instanceof Refusal &&
      error.details.fields?.map(({ path }) => path).join() === "rows.1.title,rows.2.id",
  );
  const after = await db.database.query("select 1 from products where store_id = $1 and vendor = 'Other'", [
    shop.store.id,
  ]);
  assert.equal(after.rowCount, 0);
});
