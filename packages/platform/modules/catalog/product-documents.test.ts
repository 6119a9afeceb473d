import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createPracticeStore,
  type InProcessApi,
  type PracticeStore,
  seedCatalog,
  type TestDatabase,
  testDatabase,
} from "@souk/testkit";
import { Check } from "typebox/value";

import { createProductRenderers } from "./snapshot-renderers.ts";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

interface Product {
  id: number;
  title: string;
  total_quantity: number;
  created_at: string;
  image_url: string | null;
  min_price: string;
  variants: { id: number; name: string | null; price: string; inventory_quantity: number; sku: string }[];
  images: { url: string }[];
}

before(async () => {
  db = await testDatabase({ maxConnections: 24 });
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  await seedCatalog(db.database, practiceStore.store.id, 20);
});
after(() => db.stop());

async function ids(): Promise<number[]> {
  const text = "select id from products where store_id = $1 order by id";
  return (await db.database.many<{ id: number }>(text, [practiceStore.store.id])).map(({ id }) => id);
}

async function product(id: number): Promise<Product> {
  const params = { id };
  const answer = await api.json<{ product: Product }>(operations.getProduct, practiceStore.store, { params });
  return answer.product;
}

async function kept(id: number) {
  const text = "select stamp, body from product_documents where store_id = $1 and product_id = $2";
  return await db.database.maybeOne<{ stamp: string; body: string }>(text, [practiceStore.store.id, id]);
}

const adjust = (variant_id: number, adjustment_quantity: number) =>
  api.text(operations.adjustInventoryLevel, practiceStore.store, {
    body: { variant_id, location_id: practiceStore.primary, adjustment_quantity },
  });

test("a product is returned as the contract says, without a superfluous space", async () => {
  const [first] = await ids();
  await db.database.query(
    `insert into product_images (store_id, product_id, path, title, position, width, height)
     values ($1, $2, '/a/2.png', 'two', 2, 8, 8), ($1, $2, '/a/1.png', 'one', 1, 8, 8)`,
    [practiceStore.store.id, first],
  );
  await db.database.query("update products set version = version + 1 where id = $1", [first]);
  const text = await api.text(operations.getProduct, practiceStore.store, { params: { id: first } });
  assert.ok(Check(operations.getProduct.response, JSON.parse(text)));
  assert.equal(JSON.stringify(JSON.parse(text)), text);
  const { image_url, images, min_price, variants, created_at } = JSON.parse(text).product as Product;
  assert.equal(image_url, "http://files.souk.localhost:4000/a/1.png");
  assert.deepEqual(
    images.map(({ url }) => url.slice(-5)),
    ["1.png", "2.png"],
  );
  assert.equal(min_price, variants[0]?.price);
  assert.match(min_price, /^\d+\.90$/);
  assert.match(created_at, /\+08:00$/);
});

test("a variant's name is its option values, null when it has none", async () => {
  const [first, second] = await ids();
  assert.deepEqual(
    (await product(first!)).variants.map(({ name }) => name),
    [null],
  );
  assert.deepEqual(
    (await product(second!)).variants.map(({ name }) => name),
    ["S", "M"],
  );
});

test("a stored text with the right stamp is served as it is", async () => {
  const [, , third] = await ids();
  await product(third!);
  const text = (await kept(third!))?.body;
  assert.equal(text, JSON.stringify(await product(third!)));
  await db.database.query("update product_documents set body = $2 where product_id = $1", [
    third,
    '{"id":1,"mark":"kept"}',
  ]);
  assert.deepEqual(await product(third!), { id: 1, mark: "kept" });
  const list = await api.json<{ products: object[] }>(operations.listProducts, practiceStore.store, {
    query: `ids=${third}`,
  });
  assert.deepEqual(list.products, [{ id: 1, mark: "kept" }]);
  await adjust(
    (
      await api.json<{ variants: { id: number }[] }>(operations.listVariants, practiceStore.store, {
        params: { product_id: third },
      })
    ).variants[0]!.id,
    1,
  );
  assert.equal((await product(third!)).id, third);
});

test("a change between two reads is always seen, alone and in a list", async () => {
  const [, , , fourth] = await ids();
  let expected = (await product(fourth!)).total_quantity;
  const variantId = (await product(fourth!)).variants[0]!.id;
  for (let round = 0; round < 10; round++) {
    await adjust(variantId, 3);
    expected += 3;
    const query = `ids=${fourth}`;
    const [one, list] = await Promise.all([
      product(fourth!),
      api.json<{ products: Product[] }>(operations.listProducts, practiceStore.store, { query }),
    ]);
    assert.equal(one.total_quantity, expected);
    assert.equal(list.products[0]?.total_quantity, expected);
  }
});

test("under constant change no read is older than the last commit before it", async () => {
  const [, , , , fifth] = await ids();
  const start = await product(fifth!);
  const variantId = start.variants[0]!.id;
  let committed = start.total_quantity;
  let running = true;
  const writer = async () => {
    for (let n = 0; n < 150; n++) {
      await adjust(variantId, 1);
      committed++;
    }
    running = false;
  };
  const reader = async () => {
    while (running) {
      const least = committed;
      const seen = await product(fifth!);
      assert.ok(seen.total_quantity >= least, `${seen.total_quantity} was read after ${least}`);
      assert.equal(seen.variants[0]?.inventory_quantity, seen.total_quantity);
    }
  };
  await Promise.all([writer(), reader(), reader(), reader()]);
});

test("a store's new time zone and currency show at once in every snapshot", async () => {
  const [first] = await ids();
  const before_ = await product(first!);
  const store = {
    ...practiceStore.store,
    timezone: "America/New_York",
    currency_code: "JPY",
    display_version: 2,
  };
  const params = { id: first };
  const changed = await api.json<{ product: Product }>(operations.getProduct, store, { params });
  assert.match(changed.product.created_at, /-0[45]:00$/);
  assert.equal(Date.parse(changed.product.created_at), Date.parse(before_.created_at));
  assert.match(changed.product.min_price, /^\d+$/);
  const list = await api.json<{ products: Product[] }>(operations.listProducts, store, { query: "ids=" });
  assert.ok(list.products.every(({ created_at }) => /-0[45]:00$/.test(created_at)));
});

test("a stub renders the same bytes as GET, in a transaction, and stores nothing", async () => {
  const [, , , , , sixth] = await ids();
  await db.database.query("delete from product_documents");
  const render = createProductRenderers(api.documents)["product/update"];
  const texts = await db.database.transaction((tx) => render!(tx, practiceStore.store, [sixth!, 9_999_999]));
  assert.equal(texts.size, 1);
  assert.equal(await kept(sixth!), undefined);
  const text = await api.text(operations.getProduct, practiceStore.store, { params: { id: sixth } });
  assert.equal(text, `{"product":${texts.get(sixth!)}}`);
});

test("reads of one turn each return their own product, and a missing one is not found", async () => {
  const all = await ids();
  const answers = await Promise.all(all.map((id) => product(id)));
  assert.deepEqual(
    answers.map(({ id }) => id),
    all,
  );
  const other = await createPracticeStore(db.database, { handle: "elsewhere" });
  const foreign = api.text(operations.getProduct, other.store, { params: { id: all[0] } });
  await assert.rejects(foreign, (error) => error instanceof ApiError && error.code === "not_found");
});

test("fields keeps the requested fields and the id", async () => {
  const [first] = await ids();
  const request = { params: { id: first }, query: "fields=title,nonsense" };
  const answer = await api.json<{ product: object }>(operations.getProduct, practiceStore.store, request);
  assert.deepEqual(Object.keys(answer.product).sort(), ["id", "title"]);
  const query = "limit=1&fields=-variants,-images";
  const list = await api.json<{ products: object[] }>(operations.listProducts, practiceStore.store, {
    query,
  });
  assert.ok(!("variants" in list.products[0]!) && "title" in list.products[0]!);
});

test("a product deleted while its snapshot is built is returned or not found", async () => {
  const [doomed] = (await ids()).slice(-1);
  await db.database.query("delete from product_documents where product_id = $1", [doomed]);
  const reads = Array.from({ length: 20 }, () => product(doomed!).catch((error: unknown) => error));
  await db.database.query("delete from products where store_id = $1 and id = $2", [
    practiceStore.store.id,
    doomed,
  ]);
  for (const answer of await Promise.all(reads)) {
    assert.ok(!(answer instanceof Error) || (answer instanceof ApiError && answer.code === "not_found"));
  }
});
