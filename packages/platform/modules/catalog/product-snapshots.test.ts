import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, operations } from "@souk/contract";
import {
  createInProcessApi,
  createTestDatabase,
  createTestStore,
  type InProcessApi,
  seedCatalog,
  type TestDatabase,
  type TestStore,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { createProductRenderers } from "./snapshot-renderers.ts";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;

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
  db = await createTestDatabase({ maxConnections: 24 });
  api = createInProcessApi(db.database);
  testStore = await createTestStore(db.database);
  await seedCatalog(db.database, testStore.store.id, 20);
});
after(() => db.stop());

async function loadIds(): Promise<number[]> {
  const text = "select id from products where store_id = $1 order by id";
  return (await db.database.many<{ id: number }>(text, [testStore.store.id])).map(({ id }) => id);
}

async function loadProduct(id: number): Promise<Product> {
  const params = { id };
  const response = await api.json<{ product: Product }>(operations.getProduct, testStore.store, {
    params,
  });
  return response.product;
}

async function loadStoredRow(id: number) {
  const text = "select stamp, body from product_documents where store_id = $1 and product_id = $2";
  return await db.database.maybeOne<{ stamp: string; body: string }>(text, [testStore.store.id, id]);
}

const adjustStock = (variant_id: number, adjustment_quantity: number) =>
  api.text(operations.adjustInventoryLevel, testStore.store, {
    body: { variant_id, location_id: testStore.primaryLocationId, adjustment_quantity },
  });

test("a product's JSON matches the contract's schema and has no extra whitespace", async () => {
  const [firstId] = await loadIds();
  await db.database.query(
    `insert into product_images (store_id, product_id, path, title, position, width, height)
     values ($1, $2, '/a/2.png', 'two', 2, 8, 8), ($1, $2, '/a/1.png', 'one', 1, 8, 8)`,
    [testStore.store.id, firstId],
  );
  await db.database.query("update products set version = version + 1 where id = $1", [firstId]);
  const text = await api.text(operations.getProduct, testStore.store, { params: { id: firstId } });
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

test("a variant's name lists its option values, or is null if it has none", async () => {
  const [firstId, secondId] = await loadIds();
  assert.deepEqual(
    (await loadProduct(firstId!)).variants.map(({ name }) => name),
    [null],
  );
  assert.deepEqual(
    (await loadProduct(secondId!)).variants.map(({ name }) => name),
    ["S", "M"],
  );
});

test("a stored product snapshot is served unchanged until the product changes", async () => {
  const [, , thirdId] = await loadIds();
  await loadProduct(thirdId!);
  const text = (await loadStoredRow(thirdId!))?.body;
  assert.equal(text, JSON.stringify(await loadProduct(thirdId!)));
  await db.database.query("update product_documents set body = $2 where product_id = $1", [
    thirdId,
    '{"id":1,"mark":"stored"}',
  ]);
  assert.deepEqual(await loadProduct(thirdId!), { id: 1, mark: "stored" });
  const list = await api.json<{ products: object[] }>(operations.listProducts, testStore.store, {
    query: `ids=${thirdId}`,
  });
  assert.deepEqual(list.products, [{ id: 1, mark: "stored" }]);
  const { variants } = await api.json<{ variants: { id: number }[] }>(
    operations.listVariants,
    testStore.store,
    { params: { product_id: thirdId } },
  );
  await adjustStock(variants[0]!.id, 1);
  assert.equal((await loadProduct(thirdId!)).id, thirdId);
});

test("a product and a product list always show a change made before the read", async () => {
  const [, , , fourthId] = await loadIds();
  let expectedQuantity = (await loadProduct(fourthId!)).total_quantity;
  const variantId = (await loadProduct(fourthId!)).variants[0]!.id;
  for (let round = 0; round < 10; round++) {
    await adjustStock(variantId, 3);
    expectedQuantity += 3;
    const query = `ids=${fourthId}`;
    const [product, list] = await Promise.all([
      loadProduct(fourthId!),
      api.json<{ products: Product[] }>(operations.listProducts, testStore.store, { query }),
    ]);
    assert.equal(product.total_quantity, expectedQuantity);
    assert.equal(list.products[0]?.total_quantity, expectedQuantity);
  }
});

test("while stock changes constantly, a product shows every change committed before the read", async () => {
  const [, , , , fifthId] = await loadIds();
  const productBefore = await loadProduct(fifthId!);
  const variantId = productBefore.variants[0]!.id;
  let committedQuantity = productBefore.total_quantity;
  let isRunning = true;
  const runWriter = async () => {
    for (let count = 0; count < 150; count++) {
      await adjustStock(variantId, 1);
      committedQuantity++;
    }
    isRunning = false;
  };
  const runReader = async () => {
    while (isRunning) {
      const minQuantity = committedQuantity;
      const readProduct = await loadProduct(fifthId!);
      assert.ok(
        readProduct.total_quantity >= minQuantity,
        `${readProduct.total_quantity} was read after ${minQuantity}`,
      );
      assert.equal(readProduct.variants[0]?.inventory_quantity, readProduct.total_quantity);
    }
  };
  await Promise.all([runWriter(), runReader(), runReader(), runReader()]);
});

test("a store's new time zone and currency apply to all of the store's products at once", async () => {
  const [firstId] = await loadIds();
  const productBefore = await loadProduct(firstId!);
  const store = {
    ...testStore.store,
    timezone: "America/New_York",
    currency_code: "JPY",
    display_version: 2,
  };
  const params = { id: firstId };
  const response = await api.json<{ product: Product }>(operations.getProduct, store, { params });
  assert.match(response.product.created_at, /-0[45]:00$/);
  assert.equal(Date.parse(response.product.created_at), Date.parse(productBefore.created_at));
  assert.match(response.product.min_price, /^\d+$/);
  const list = await api.json<{ products: Product[] }>(operations.listProducts, store, {});
  assert.ok(list.products.length > 1);
  assert.ok(list.products.every(({ created_at }) => /-0[45]:00$/.test(created_at)));
});

test("a product rendered for an event equals the product in a GET response, and no snapshot is stored", async () => {
  const [, , , , , sixthId] = await loadIds();
  await db.database.query("delete from product_documents");
  const render = createProductRenderers(api.productSnapshots)["product/update"];
  const texts = await db.database.transaction((tx) => render!(tx, testStore.store, [sixthId!, 9_999_999]));
  assert.equal(texts.size, 1);
  assert.equal(await loadStoredRow(sixthId!), undefined);
  const text = await api.text(operations.getProduct, testStore.store, { params: { id: sixthId } });
  assert.equal(text, `{"product":${texts.get(sixthId!)}}`);
});

test("each of several concurrent reads of different products returns its own product", async () => {
  const allIds = await loadIds();
  const products = await Promise.all(allIds.map((id) => loadProduct(id)));
  assert.deepEqual(
    products.map(({ id }) => id),
    allIds,
  );
});

test("another store's product is not found", async () => {
  const [firstId] = await loadIds();
  const otherStore = await createTestStore(db.database, { handle: "elsewhere" });
  const foreignRead = api.text(operations.getProduct, otherStore.store, { params: { id: firstId } });
  await assert.rejects(foreignRead, (error) => error instanceof ApiError && error.code === "not_found");
});

test("the `fields` parameter selects fields, and the id is always returned", async () => {
  const [firstId] = await loadIds();
  const request = { params: { id: firstId }, query: "fields=title,nonsense" };
  const response = await api.json<{ product: object }>(operations.getProduct, testStore.store, request);
  assert.deepEqual(Object.keys(response.product).sort(), ["id", "title"]);
  const query = "limit=1&fields=-variants,-images";
  const list = await api.json<{ products: object[] }>(operations.listProducts, testStore.store, {
    query,
  });
  assert.ok(!("variants" in list.products[0]!) && "title" in list.products[0]!);
});

test("a product that is deleted during a read is either returned or not found", async () => {
  const [deletedId] = (await loadIds()).slice(-1);
  await db.database.query("delete from product_documents where product_id = $1", [deletedId]);
  const reads = Array.from({ length: 20 }, () => loadProduct(deletedId!).catch((error: unknown) => error));
  await db.database.query("delete from products where store_id = $1 and id = $2", [
    testStore.store.id,
    deletedId,
  ]);
  for (const response of await Promise.all(reads)) {
    assert.ok(
      !(response instanceof Error) || (response instanceof ApiError && response.code === "not_found"),
    );
  }
});
