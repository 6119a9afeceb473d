import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lowStock, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { foldCounts } from "./fold-counts.ts";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

interface List {
  products: { id: number; title: string }[];
  total_count: number;
  page_count: number;
}

before(async () => {
  db = await testDatabase();
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  const other = await createPracticeStore(db.database, { handle: "other" });
  for (const { store } of [practiceStore, other]) {
    await seedCatalog(db.database, store.id, 8);
    await change(
      store.id,
      1,
      "vendor = 'Sungai', brand = 'Anyam', product_type = 'Tray', tags = '{rotan,table}'",
    );
    await change(
      store.id,
      2,
      "vendor = 'Sungai, Sons', tags = '{table}', is_published = false, published_at = null",
    );
    await change(store.id, 3, "total_quantity = 0, product_type = 'tray'");
    await change(store.id, 4, "total_quantity = -2");
    await change(store.id, 7, `total_quantity = ${lowStock}`);
    await change(store.id, 8, `total_quantity = ${lowStock + 1}`);
    await change(
      store.id,
      5,
      "created_at = '2026-01-05', published_at = '2026-02-05', updated_at = '2026-03-05'",
    );
    await collect(store.id, 1, [1, 5, 6]);
    await collect(store.id, 2, [6, 7]);
  }
});
after(() => db.stop());

async function change(storeId: number, nth: number, to: string): Promise<void> {
  await db.database.query(
    `update products set ${to} where store_id = $1 and id =
       (select id from products where store_id = $1 order by id offset $2 - 1 limit 1)`,
    [storeId, nth],
  );
}

/** Create a collection of these products. */
async function collect(storeId: number, nth: number, products: number[]): Promise<void> {
  await db.database.query(
    `with made as (
       insert into collections (store_id, title, handle) values ($1, $2, $2) returning id)
     insert into collects (store_id, product_id, collection_id, position)
     select $1, own.id, made.id, own.n from made, (
       select id, row_number() over (order by id) as n from products where store_id = $1) own
     where own.n = any($3)`,
    [storeId, `collection-${nth}`, products],
  );
}

async function loadIds(table: string): Promise<number[]> {
  const text = `select id from ${table} where store_id = $1 order by id`;
  return (await db.database.many<{ id: number }>(text, [practiceStore.store.id])).map(({ id }) => id);
}

/** Return the indexes of the products that filters match; list and count must agree. */
async function through(filters: Record<string, string>): Promise<number[]> {
  const all = await loadIds("products");
  const query = new URLSearchParams({ ...filters, sort: "id.asc" }).toString();
  const list = await api.json<List>(operations.listProducts, practiceStore.store, { query });
  const { count } = await api.json<{ count: number }>(operations.countProducts, practiceStore.store, {
    query,
  });
  assert.deepEqual([list.total_count, count], [list.products.length, list.products.length], query);
  return list.products.map(({ id }) => all.indexOf(id) + 1);
}

test("each filter matches the products that meet it, and no other store's", async () => {
  const ids = await loadIds("products");
  const [first, second] = await loadIds("collections");
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
    [{ collection_ids: `${first}` }, [1, 5, 6]],
    [{ collection_ids: `${first},${second}` }, [1, 5, 6, 7]],
    [{ collection_ids: "999999" }, []],
    [{ ids: `${ids[6]},${ids[1]},999999` }, [2, 7]],
    [{ since_id: `${ids[5]}` }, [6, 7, 8]],
    [{ since_id: "9007199254740991" }, []],
    [{ created_at_max: "2026-01-05T00:00:00Z" }, [5]],
    [{ published_at_max: "2026-02-05T00:00:00Z" }, [5]],
    [{ published_at_min: "2026-02-06" }, [1, 3, 4, 6, 7, 8]],
    [{ updated_at_max: "2026-03-05T08:00:00" }, [5]],
  ];
  for (const [filters, expected] of cases)
    assert.deepEqual(await through(filters), expected, JSON.stringify(filters));
});

test("a product must meet every filter that is sent", async () => {
  const [first] = await loadIds("collections");
  assert.deepEqual(await through({ tags: "table", visibility: "published" }), [1]);
  assert.deepEqual(await through({ collection_ids: `${first}`, stock: "in", query: "seeded" }), [1, 5, 6]);
  assert.deepEqual(await through({ collection_ids: `${first}`, created_at_max: "2026-01-06" }), [5]);
  assert.deepEqual(await through({ vendor: "Sungai", brand: "Anyam", product_type: "tray" }), []);
});

test("titles are sorted in lower case, ties by id, in both directions", async () => {
  const titles = ["banana", "Apple", "apple", "Éclair", "10", "Banana", "apple", "zebra"];
  for (const [at, title] of titles.entries())
    await change(practiceStore.store.id, at + 1, `title = '${title}'`);
  const all = await loadIds("products");
  const sorted = async (direction: string) => {
    const query = `sort=title.${direction}`;
    const { products } = await api.json<List>(operations.listProducts, practiceStore.store, { query });
    return products.map(({ id }) => all.indexOf(id) + 1);
  };
  assert.deepEqual(await sorted("asc"), [5, 2, 3, 7, 1, 6, 8, 4]);
  assert.deepEqual(await sorted("desc"), [5, 2, 3, 7, 1, 6, 8, 4].reverse());
});

test("since_id counts are exact across bucket borders, folded or not", async () => {
  const big = await createPracticeStore(db.database, { handle: "big" });
  // Sparse ids, as in a database that several stores share.
  const insert = `insert into products (store_id, id, handle, title)
    select $1, 100000 + n * 7, 'sparse-' || n, 'Sparse' from generate_series($2::int, $2 + 299) n`;
  for (let from = 1; from < 1200; from += 300) await db.database.query(insert, [big.store.id, from]);
  const remove = "delete from products where store_id = $1 and id % 5 = 0";
  await db.database.query(remove, [big.store.id]);
  const text = "select id from products where store_id = $1 order by id";
  const ids = (await db.database.many<{ id: number }>(text, [big.store.id])).map(({ id }) => id);
  const buckets = [...new Set(ids.map((id) => id >> 11))];
  assert.ok(buckets.length >= 3);
  const edges = buckets.flatMap((bucket) => [(bucket << 11) - 1, bucket << 11, (bucket << 11) + 1]);
  for (const folded of [false, true]) {
    if (folded) await foldCounts(db.database);
    for (const from of [0, 1, ...edges, ids[1000] ?? 0, ids.at(-1) ?? 0, (ids.at(-1) ?? 0) + 1]) {
      const query = `since_id=${from}&limit=1`;
      const { total_count } = await api.json<List>(operations.listProducts, big.store, { query });
      assert.equal(total_count, ids.filter((id) => id >= from).length, query);
    }
  }
});
