import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createRowQueries, type Transaction } from "@souk/database";
import { createPracticeStore, type PracticeStore, type TestDatabase, testDatabase } from "@souk/testkit";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import { verifyStock } from "../../inventory/index.ts";
import { createProducts } from "./create-products.ts";
import type { NewProduct } from "./new-product.ts";
import { readNewProduct } from "./read-new-product.ts";
import { updateProducts } from "./update-products.ts";

let db: TestDatabase;
let practiceStore: PracticeStore;

before(async () => {
  db = await testDatabase();
  practiceStore = await createPracticeStore(db.database);
});
after(() => db.stop());

const cause: Cause = { actor: { kind: "system", id: "test", scopes: new Set() }, request_id: "req_many" };

/** Run a transaction and count its statements. */
async function counted<T>(work: (tx: Transaction) => Promise<T>): Promise<{ result: T; statements: number }> {
  let statements = 0;
  const result = await db.database.transaction((tx) => {
    const query: Transaction["query"] = (statement, values) => {
      statements++;
      return tx.query(statement, values);
    };
    return work({ ...tx, query, ...createRowQueries(query) });
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
  const rows = await db.database.many<{ topic: string; n: number }>(
    "select topic, count(*) as n from event_inbox where id > $1 group by topic order by topic",
    [id],
  );
  return Object.fromEntries(rows.map(({ topic, n }) => [topic, n]));
}

async function lastEvent(): Promise<number> {
  const row = await db.database.maybeOne<{ id: number }>(
    "select coalesce(max(id), 0) as id from event_inbox",
  );
  return row?.id ?? 0;
}

test("a hundred products are created in a few statements and published once each", async () => {
  const last = await lastEvent();
  const products = Array.from({ length: 100 }, (_, n) => product(n));
  const { result, statements } = await counted((tx) =>
    createProducts(tx, { store: practiceStore.store, cause, products }),
  );
  assert.ok(result.every((made) => made !== null && made.variant_ids.length === 2));
  // Two for each handle that is tried for titles that several have, and six for all the rest.
  assert.ok(statements <= 10, `${statements} statements`);
  assert.deepEqual(await topicsSince(last), {
    "inventory_level/inventory_quantity_update": 198,
    "product/create": 100,
  });
  assert.deepEqual(await verifyStock(db.database, practiceStore.store.id), []);
});

test("a product whose handle is not free is left out and the others are created", async () => {
  const products = [product(300), { ...product(3), handle: "thing-3-sent" }, product(301)];
  const { result } = await counted((tx) =>
    createProducts(tx, { store: practiceStore.store, cause, products }),
  );
  assert.deepEqual(
    result.map((made) => made !== null),
    [true, false, true],
  );
});

test("products and variants change together, and only changed ones are published once", async () => {
  const rows = await db.database.many<{ id: number; variants: number[] }>(
    `select p.id, array_agg(v.id order by v.id) as variants from products p
     join variants v on v.store_id = p.store_id and v.product_id = p.id
     where p.store_id = $1 group by p.id order by p.id limit 60`,
    [practiceStore.store.id],
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
    updateProducts(tx, { store: practiceStore.store, cause, changes }),
  );
  assert.ok(statements <= 14, `${statements} statements`);
  const topicCounts = await topicsSince(last);
  assert.equal(topicCounts["product/update"], rows.filter((_, n) => n % 2 === 0 || n % 3 === 0).length);
  const again = await lastEvent();
  await counted((tx) => updateProducts(tx, { store: practiceStore.store, cause, changes }));
  assert.deepEqual(await topicsSince(again), {});
  assert.deepEqual(await verifyStock(db.database, practiceStore.store.id), []);
});

test("one invalid change is named by its index, and no change is made", async () => {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [practiceStore.store.id],
  );
  const [first, second] = rows.map(({ id }) => id) as [number, number];
  const change = (id: number, input: object, path: string) => ({ id, input, variants: [], path });
  const changes = [
    change(first, { vendor: "Other" }, "rows.0."),
    change(second, { title: " " }, "rows.1."),
    change(999_999, {}, "rows.2."),
  ];
  await assert.rejects(
    counted((tx) => updateProducts(tx, { store: practiceStore.store, cause, changes })),
    (error: unknown) =>
      error instanceof ApiError &&
      error.details.fields?.map(({ path }) => path).join() === "rows.1.title,rows.2.id",
  );
  const after = await db.database.query("select 1 from products where store_id = $1 and vendor = 'Other'", [
    practiceStore.store.id,
  ]);
  assert.equal(after.rowCount, 0);
});
