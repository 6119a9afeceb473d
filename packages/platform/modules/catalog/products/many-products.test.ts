import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createRowQueries, type Transaction } from "@souk/database";
import { createTestDatabase, createTestStore, type TestDatabase, type TestStore } from "@souk/testkit";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import { verifyStock } from "../../inventory/index.ts";
import { createProducts } from "./create-products.ts";
import type { NewProduct } from "./new-product.ts";
import { readNewProduct } from "./read-new-product.ts";
import { updateProducts } from "./update-products.ts";

let db: TestDatabase;
let testStore: TestStore;

before(async () => {
  db = await createTestDatabase();
  testStore = await createTestStore(db.database);
});
after(() => db.stop());

const cause: Cause = { actor: { kind: "system", id: "test", scopes: new Set() }, request_id: "req_many" };

/** Run work in a transaction and count its statements. */
async function countStatements<T>(
  work: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; statementCount: number }> {
  let statementCount = 0;
  const result = await db.database.transaction((tx) => {
    const query: Transaction["query"] = (statement, values) => {
      statementCount++;
      return tx.query(statement, values);
    };
    return work({ ...tx, query, ...createRowQueries(query) });
  });
  return { result, statementCount };
}

function createNewProduct(number: number): NewProduct {
  const readResult = readNewProduct(
    {
      title: `Thing ${number % 50}`,
      ...(number % 3 === 0 ? { handle: `thing-${number}-sent` } : {}),
      variants: ["S", "M"].map((value) => ({
        options: [{ name: "Size", value }],
        sku: `${number}-${value}`,
        price: "5",
        inventory_quantity: number,
      })),
    },
    { exponent: 2, zone: "UTC" },
  );
  return readResult.ok ? readResult.product : assert.fail(JSON.stringify(readResult.fields));
}

/** Count the events after the event `lastEventId`, by topic. */
async function countEventsByTopic(lastEventId: number): Promise<Record<string, number>> {
  const rows = await db.database.many<{ topic: string; count: number }>(
    "select topic, count(*) as count from event_inbox where id > $1 group by topic order by topic",
    [lastEventId],
  );
  return Object.fromEntries(rows.map(({ topic, count }) => [topic, count]));
}

async function getLastEventId(): Promise<number> {
  const row = await db.database.maybeOne<{ id: number }>(
    "select coalesce(max(id), 0) as id from event_inbox",
  );
  return row?.id ?? 0;
}

test("100 products are created in at most 10 statements, with one create event each", async () => {
  const lastEventId = await getLastEventId();
  const products = Array.from({ length: 100 }, (_, number) => createNewProduct(number));
  const { result, statementCount } = await countStatements((tx) =>
    createProducts(tx, { store: testStore.store, cause, products }),
  );
  assert.ok(result.every((product) => product !== null && product.variant_ids.length === 2));
  // Products with equal titles need several attempts for a free handle. The other work takes six statements.
  assert.ok(statementCount <= 10, `${statementCount} statements`);
  // The two variants of the first product have no stock, so 198 of the 200 variants have an event.
  assert.deepEqual(await countEventsByTopic(lastEventId), {
    "inventory_level/inventory_quantity_update": 198,
    "product/create": 100,
  });
  assert.deepEqual(await verifyStock(db.database, testStore.store.id), []);
});

test("createProducts skips a product whose handle is in use and creates the others", async () => {
  const products = [
    createNewProduct(300),
    { ...createNewProduct(3), handle: "thing-3-sent" },
    createNewProduct(301),
  ];
  const { result } = await countStatements((tx) =>
    createProducts(tx, { store: testStore.store, cause, products }),
  );
  assert.deepEqual(
    result.map((product) => product !== null),
    [true, false, true],
  );
});

test("updateProducts updates products and variants, with one event per changed product", async () => {
  const storedProducts = await db.database.many<{ id: number; variants: number[] }>(
    `select p.id, array_agg(v.id order by v.id) as variants from products p
     join variants v on v.store_id = p.store_id and v.product_id = p.id
     where p.store_id = $1 group by p.id order by p.id limit 60`,
    [testStore.store.id],
  );
  assert.equal(storedProducts.length, 60);
  const changes = storedProducts.map(({ id, variants }, index) => ({
    id,
    input: index % 2 === 0 ? { brand: "New" } : {},
    variants:
      index % 3 === 0
        ? variants.map((variant) => ({ id: variant, input: { price: "6", inventory_quantity: 7 }, path: "" }))
        : [],
    path: `products.${index}.`,
  }));
  const lastEventId = await getLastEventId();
  const { statementCount } = await countStatements((tx) =>
    updateProducts(tx, { store: testStore.store, cause, changes }),
  );
  // The number of statements does not depend on how many products and variants change.
  assert.ok(statementCount <= 14, `${statementCount} statements`);
  const topicCounts = await countEventsByTopic(lastEventId);
  const changedProducts = storedProducts.filter((_, index) => index % 2 === 0 || index % 3 === 0);
  assert.equal(topicCounts["product/update"], changedProducts.length);
  const eventIdAfterUpdate = await getLastEventId();
  await countStatements((tx) => updateProducts(tx, { store: testStore.store, cause, changes }));
  assert.deepEqual(await countEventsByTopic(eventIdAfterUpdate), {});
  assert.deepEqual(await verifyStock(db.database, testStore.store.id), []);
});

test("if some of several product changes are invalid, the error names their paths, and no product is changed", async () => {
  const rows = await db.database.many<{ id: number }>(
    "select id from products where store_id = $1 order by id limit 2",
    [testStore.store.id],
  );
  const [firstId, secondId] = rows.map(({ id }) => id) as [number, number];
  const createChange = (id: number, input: object, path: string) => ({ id, input, variants: [], path });
  const changes = [
    createChange(firstId, { vendor: "Other" }, "rows.0."),
    createChange(secondId, { title: " " }, "rows.1."),
    createChange(999_999, {}, "rows.2."),
  ];
  await assert.rejects(
    countStatements((tx) => updateProducts(tx, { store: testStore.store, cause, changes })),
    (error: unknown) =>
      error instanceof ApiError &&
      error.details.fields?.map(({ path }) => path).join() === "rows.1.title,rows.2.id",
  );
  const changedRows = await db.database.query(
    "select 1 from products where store_id = $1 and vendor = 'Other'",
    [testStore.store.id],
  );
  assert.equal(changedRows.rowCount, 0);
});
