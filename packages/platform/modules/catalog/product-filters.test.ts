import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxLowStockQuantity, operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { mergeCountRows } from "./merge-count-rows.ts";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;

interface List {
  products: { id: number; title: string }[];
  total_count: number;
  page_count: number;
}

before(async () => {
  db = await createTestDatabase();
  api = createInProcessApi(db.database);
  testStore = await createTestStore(db.database);
  const otherStore = await createTestStore(db.database, { handle: "other" });
  for (const { store } of [testStore, otherStore]) {
    await seedCatalog(db.database, store.id, 8);
    await updateProduct(
      store.id,
      1,
      "vendor = 'Sungai', brand = 'Anyam', product_type = 'Tray', tags = '{rotan,table}'",
    );
    await updateProduct(
      store.id,
      2,
      "vendor = 'Sungai, Sons', tags = '{table}', is_published = false, published_at = null",
    );
    await updateProduct(store.id, 3, "total_quantity = 0, product_type = 'tray'");
    await updateProduct(store.id, 4, "total_quantity = -2");
    await updateProduct(store.id, 7, `total_quantity = ${maxLowStockQuantity}`);
    await updateProduct(store.id, 8, `total_quantity = ${maxLowStockQuantity + 1}`);
    await updateProduct(
      store.id,
      5,
      "created_at = '2026-01-05', published_at = '2026-02-05', updated_at = '2026-03-05'",
    );
    await createCollection(store.id, 1, [1, 5, 6]);
    await createCollection(store.id, 2, [6, 7]);
  }
});
after(() => db.stop());

/** Update the product with this number (from 1) in the store. */
async function updateProduct(storeId: number, number: number, assignments: string): Promise<void> {
  await db.database.query(
    `update products set ${assignments} where store_id = $1 and id =
       (select id from products where store_id = $1 order by id offset $2 - 1 limit 1)`,
    [storeId, number],
  );
}

/** Create a collection that contains the products with these numbers (from 1) in the store. */
async function createCollection(storeId: number, number: number, productNumbers: number[]): Promise<void> {
  await db.database.query(
    `with created as (
       insert into collections (store_id, title, handle) values ($1, $2, $2) returning id)
     insert into collects (store_id, product_id, collection_id, position)
     select $1, numbered.id, created.id, numbered.n from created, (
       select id, row_number() over (order by id) as n from products where store_id = $1) numbered
     where numbered.n = any($3)`,
    [storeId, `collection-${number}`, productNumbers],
  );
}

async function loadIds(table: string): Promise<number[]> {
  const text = `select id from ${table} where store_id = $1 order by id`;
  return (await db.database.many<{ id: number }>(text, [testStore.store.id])).map(({ id }) => id);
}

/** Return the numbers (from 1) of the products that match the filters. Assert that the list and the count agree. */
async function findMatches(filters: Record<string, string>): Promise<number[]> {
  const allIds = await loadIds("products");
  const query = new URLSearchParams({ ...filters, sort: "id.asc" }).toString();
  const list = await api.json<List>(operations.listProducts, testStore.store, { query });
  const { count } = await api.json<{ count: number }>(operations.countProducts, testStore.store, {
    query,
  });
  assert.deepEqual([list.total_count, count], [list.products.length, list.products.length], query);
  return list.products.map(({ id }) => allIds.indexOf(id) + 1);
}

test("each product filter matches the right products, and none of another store", async () => {
  const ids = await loadIds("products");
  const [firstCollectionId, secondCollectionId] = await loadIds("collections");
  const cases: [Record<string, string>, number[]][] = [
    [{ vendor: "Sungai" }, [1]],
    [{ vendor: "Sungai, Sons" }, [2]],
    [{ brand: "Anyam" }, [1]],
    [{ product_type: "Tray" }, [1]],
    [{ product_type: "tray" }, [3]],
    [{ tags: "table" }, [1, 2]],
    [{ tags: "rotan,nowhere" }, [1]],
    [{ tags: "nowhere" }, []],
    [{ handle: "seeded-4" }, [4]],
    [{ skus: "SKU-4-2, SKU-5-1,SKU-X" }, [4, 5]],
    [{ stock: "out" }, [3, 4]],
    [{ stock: "low" }, [7]],
    [{ stock: "in" }, [1, 2, 5, 6, 7, 8]],
    [{ visibility: "unpublished" }, [2]],
    [{ visibility: "published" }, [1, 3, 4, 5, 6, 7, 8]],
    [{ collection_ids: `${firstCollectionId}` }, [1, 5, 6]],
    [{ collection_ids: `${firstCollectionId},${secondCollectionId}` }, [1, 5, 6, 7]],
    [{ collection_ids: "999999" }, []],
    [{ ids: `${ids[6]},${ids[1]},999999` }, [2, 7]],
    [{ since_id: `${ids[5]}` }, [6, 7, 8]],
    [{ since_id: "9007199254740991" }, []],
    [{ created_at_max: "2026-01-05T00:00:00Z" }, [5]],
    [{ published_at_max: "2026-02-05T00:00:00Z" }, [5]],
    [{ published_at_min: "2026-02-06" }, [1, 3, 4, 6, 7, 8]],
    [{ updated_at_max: "2026-03-05T08:00:00" }, [5]],
  ];
  for (const [filters, expectedNumbers] of cases)
    assert.deepEqual(await findMatches(filters), expectedNumbers, JSON.stringify(filters));
});

test("several product filters match only the products that meet all of them", async () => {
  const [firstCollectionId] = await loadIds("collections");
  assert.deepEqual(await findMatches({ tags: "table", visibility: "published" }), [1]);
  assert.deepEqual(
    await findMatches({ collection_ids: `${firstCollectionId}`, stock: "in", query: "seeded" }),
    [1, 5, 6],
  );
  assert.deepEqual(
    await findMatches({ collection_ids: `${firstCollectionId}`, created_at_max: "2026-01-06" }),
    [5],
  );
  assert.deepEqual(await findMatches({ vendor: "Sungai", brand: "Anyam", product_type: "tray" }), []);
});

test("a product list sorted by title ignores case and breaks ties by id, in both directions", async () => {
  const titles = ["banana", "Apple", "apple", "Éclair", "10", "Banana", "apple", "zebra"];
  for (const [index, title] of titles.entries())
    await updateProduct(testStore.store.id, index + 1, `title = '${title}'`);
  const allIds = await loadIds("products");
  const listSortedByTitle = async (direction: string) => {
    const query = `sort=title.${direction}`;
    const { products } = await api.json<List>(operations.listProducts, testStore.store, { query });
    return products.map(({ id }) => allIds.indexOf(id) + 1);
  };
  assert.deepEqual(await listSortedByTitle("asc"), [5, 2, 3, 7, 1, 6, 8, 4]);
  assert.deepEqual(await listSortedByTitle("desc"), [5, 2, 3, 7, 1, 6, 8, 4].reverse());
});

test("product counts with since_id are exact, before and after stored counts are merged", async () => {
  const bigStore = await createTestStore(db.database, { handle: "big" });
  // Sparse ids, as in a database that several stores share.
  const insertText = `insert into products (store_id, id, handle, title)
    select $1, 100000 + n * 7, 'sparse-' || n, 'Sparse' from generate_series($2::int, $2 + 299) n`;
  for (let firstNumber = 1; firstNumber < 1200; firstNumber += 300)
    await db.database.query(insertText, [bigStore.store.id, firstNumber]);
  const deleteText = "delete from products where store_id = $1 and id % 5 = 0";
  await db.database.query(deleteText, [bigStore.store.id]);
  const text = "select id from products where store_id = $1 order by id";
  const ids = (await db.database.many<{ id: number }>(text, [bigStore.store.id])).map(({ id }) => id);
  // Ids are counted in buckets of 2,048, which is 1 << 11.
  const buckets = [...new Set(ids.map((id) => id >> 11))];
  assert.ok(buckets.length >= 3);
  const bucketEdges = buckets.flatMap((bucket) => [(bucket << 11) - 1, bucket << 11, (bucket << 11) + 1]);
  for (const isMerged of [false, true]) {
    if (isMerged) await mergeCountRows(db.database);
    for (const sinceId of [0, 1, ...bucketEdges, ids[1000] ?? 0, ids.at(-1) ?? 0, (ids.at(-1) ?? 0) + 1]) {
      const query = `since_id=${sinceId}&limit=1`;
      const { total_count } = await api.json<List>(operations.listProducts, bigStore.store, { query });
      assert.equal(total_count, ids.filter((id) => id >= sinceId).length, query);
    }
  }
});
