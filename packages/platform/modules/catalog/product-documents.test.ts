import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, Refusal } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { Check } from "typebox/value";
import { createPracticeApi, type PracticeApi } from "../../demo/practice-api.ts";
import { createPracticeShop, type PracticeShop } from "../../demo/practice-shop.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";

let db: TestDatabase;
let api: PracticeApi;
let shop: PracticeShop;

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
  api = createPracticeApi(db.database);
  shop = await createPracticeShop(db.database);
  await seedCatalog(db.database, shop.store.id, 20);
});
after(() => db.stop());

async function ids(): Promise<number[]> {
  const text = "select id from products where store_id = $1 order by id";
  return (await db.database.query<{ id: number }>(text, [shop.store.id])).rows.map(({ id }) => id);
}

async function product(id: number): Promise<Product> {
  const params = { id };
  const answer = await api.json<{ product: Product }>(operations.getProduct, shop.store, { params });
  return answer.product;
}

async function kept(id: number) {
  const text = "select stamp, body from product_documents where store_id = $1 and product_id = $2";
  return (await db.database.query<{ stamp: string; body: string }>(text, [shop.store.id, id])).rows[0];
}

const adjust = (variant_id: number, adjustment_quantity: number) =>
  api.text(operations.adjustInventoryLevel, shop.store, {
    body: { variant_id, location_id: shop.primary, adjustment_quantity },
  });

test("a product is answered as the contract says, without a space too many", async () => {
  const [first] = await ids();
  await db.database.query(
    `insert into product_images (store_id, product_id, path, title, position, width, height)
     values ($1, $2, '/a/2.png', 'two', 2, 8, 8), ($1, $2, '/a/1.png', 'one', 1, 8, 8)`,
    [shop.store.id, first],
  );
  await db.database.query("update products set version = version + 1 where id = $1", [first]);
  const text = await api.text(operations.getProduct, shop.store, { params: { id: first } });
  assert.ok(Check(operations.getProduct.answer, JSON.parse(text)));
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

test("a text is kept, and one with the right stamp is served as it is", async () => {
  const [, , third] = await ids();
  await product(third!);
  const text = (await kept(third!))?.body;
  assert.equal(text, JSON.stringify(await product(third!)));
  await db.database.query("update product_documents set body = $2 where product_id = $1", [
    third,
    '{"id":1,"mark":"kept"}',
  ]);
  assert.deepEqual(await product(third!), { id: 1, mark: "kept" });
  const list = await api.json<{ products: object[] }>(operations.listProducts, shop.store, {
    query: `ids=${third}`,
  });
  assert.deepEqual(list.products, [{ id: 1, mark: "kept" }]);
  await adjust(
    (
      await api.json<{ variants: { id: number }[] }>(operations.listVariants, shop.store, {
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
      api.json<{ products: Product[] }>(operations.listProducts, shop.store, { query }),
    ]);
    assert.equal(one.total_quantity, expected);
    assert.equal(list.products[0]?.total_quantity, expected);
  }
});

test("under constant change no read shows less than what was committed before it began", async () => {
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

test("a store's new time zone and currency show at once in every document", async () => {
  const [first] = await ids();
  const before_ = await product(first!);
  const store = { ...shop.store, timezone: "America/New_York", currency_code: "JPY", rendition: 2 };
  const params = { id: first };
  const changed = await api.json<{ product: Product }>(operations.getProduct, store, { params });
  assert.match(changed.product.created_at, /-0[45]:00$/);
  assert.equal(Date.parse(changed.product.created_at), Date.parse(before_.created_at));
  assert.match(changed.product.min_price, /^\d+$/);
  const list = await api.json<{ products: Product[] }>(operations.listProducts, store, { query: "ids=" });
  assert.ok(list.products.every(({ created_at }) => /-0[45]:00$/.test(created_at)));
});

test("a stub renders the same bytes as GET, inside a transaction and keeping nothing", async () => {
  const [, , , , , sixth] = await ids();
  await db.database.query("delete from product_documents");
  const render = api.facts.rendererOf("product/update");
  const texts = await db.database.transaction((tx) => render!(tx, shop.store, [sixth!, 9_999_999]));
  assert.equal(texts.size, 1);
  assert.equal(await kept(sixth!), undefined);
  const text = await api.text(operations.getProduct, shop.store, { params: { id: sixth } });
  assert.equal(text, `{"product":${texts.get(sixth!)}}`);
});

test("reads of one turn answer each its own product, and what is missing is not found", async () => {
  const all = await ids();
  const answers = await Promise.all(all.map((id) => product(id)));
  assert.deepEqual(
    answers.map(({ id }) => id),
    all,
  );
  const other = await createPracticeShop(db.database, { handle: "elsewhere" });
  const foreign = api.text(operations.getProduct, other.store, { params: { id: all[0] } });
  await assert.rejects(foreign, (error) => error instanceof Refusal && error.code === "not_found");
});

test("fields keeps what is asked for and the id", async () => {
  const [first] = await ids();
  const request = { params: { id: first }, query: "fields=title,nonsense" };
  const answer = await api.json<{ product: object }>(operations.getProduct, shop.store, request);
  assert.deepEqual(Object.keys(answer.product).sort(), ["id", "title"]);
  const query = "limit=1&fields=-variants,-images";
  const list = await api.json<{ products: object[] }>(operations.listProducts, shop.store, { query });
  assert.ok(!("variants" in list.products[0]!) && "title" in list.products[0]!);
});

test("a product deleted while its document is built is still answered or not found, never an error", async () => {
  const [doomed] = (await ids()).slice(-1);
  await db.database.query("delete from product_documents where product_id = $1", [doomed]);
  const reads = Array.from({ length: 20 }, () => product(doomed!).catch((error: unknown) => error));
  await db.database.query("delete from products where store_id = $1 and id = $2", [shop.store.id, doomed]);
  for (const answer of await Promise.all(reads)) {
    assert.ok(!(answer instanceof Error) || (answer instanceof Refusal && answer.code === "not_found"));
  }
});
