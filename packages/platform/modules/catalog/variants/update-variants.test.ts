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
import { verifyStock } from "../../inventory/index.ts";

let db: TestDatabase;
let api: InProcessApi;
let practiceStore: PracticeStore;

interface Variant {
  id: number;
  product_id: number;
  price: string;
  sku: string;
  inventory_quantity: number;
  updated_at: string;
}

before(async () => {
  db = await testDatabase({ maxConnections: 24 });
  api = createInProcessApi(db.database);
  practiceStore = await createPracticeStore(db.database);
  await seedCatalog(db.database, practiceStore.store.id, 8);
});
after(() => db.stop());

/** Load the variants of the n-th product; products of an even number have two. */
async function loadVariants(n: number): Promise<Variant[]> {
  const text = "select id from products where store_id = $1 and handle = $2";
  const row = await db.database.one<{ id: number }>(text, [practiceStore.store.id, `seeded-${n}`]);
  const params = { product_id: row.id };
  const answer = await api.json<{ variants: Variant[] }>(operations.listVariants, practiceStore.store, {
    params,
  });
  return answer.variants;
}

async function put(product_id: number, variants: object[], app?: string): Promise<Variant[]> {
  const request = { params: { product_id }, body: { variants }, ...(app ? { app } : {}) };
  const answer = await api.json<{ variants: Variant[] }>(
    operations.updateVariants,
    practiceStore.store,
    request,
  );
  assert.ok(Check(operations.updateVariants.response, answer));
  return answer.variants;
}

async function catchErrorFields(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return [error.code, ...(error.details.fields ?? []).map(({ path }) => path)];
}

async function newEvents(work: () => Promise<unknown>) {
  const last = await db.database.one<{ id: number }>("select coalesce(max(id), 0) as id from event_inbox");
  await work();
  const text = `select topic, resource_id, payload, context, trigger_by_app from event_inbox where id > $1 order by id`;
  const rows = await db.database.many<Record<string, string | number | null>>(text, [last.id]);
  return rows;
}

test("PRD-7: stock through PUT changes the primary location only and updates the total", async () => {
  const [variant] = await loadVariants(1);
  const { id, product_id } = variant!;
  const elsewhere = { variant_id: id, location_id: practiceStore.second, quantity: 5 };
  await api.text(operations.setInventoryLevel, practiceStore.store, { body: elsewhere });
  const [changed] = await put(product_id, [{ id, inventory_quantity: 10 }]);
  assert.equal(changed?.inventory_quantity, 15);
  const levels = await db.database.many(
    "select location_id, inventory_quantity as quantity from inventory_levels where variant_id = $1 order by location_id",
    [id],
  );
  assert.deepEqual(levels, [
    { location_id: practiceStore.primary, quantity: 10 },
    { location_id: practiceStore.second, quantity: 5 },
  ]);
  assert.deepEqual(await verifyStock(db.database, practiceStore.store.id), []);
});

test("PRD-5, WHK-13: price and SKU change, with one product/update naming cause and app", async () => {
  const [one, two] = await loadVariants(2);
  const { product_id } = one!;
  const events = await newEvents(async () => {
    const changed = await put(
      product_id,
      [
        { id: two!.id, price: "19.90", sku: "TWO" },
        { id: one!.id, price: 7 },
      ],
      "price-app",
    );
    assert.deepEqual(
      changed.map(({ id, price, sku }) => [id, price, sku]),
      [
        [two!.id, "19.90", "TWO"],
        [one!.id, "7.00", one!.sku],
      ],
    );
    assert.ok(changed[0]!.updated_at > two!.updated_at);
  });
  assert.deepEqual(events, [
    {
      topic: "product/update",
      resource_id: product_id,
      payload: null,
      context: "product/update",
      trigger_by_app: "price-app",
    },
  ]);
});

test("a change of stock publishes the inventory topic per level and product/update", async () => {
  const [one, two] = await loadVariants(4);
  const { product_id } = one!;
  const events = await newEvents(() =>
    put(product_id, [
      { id: one!.id, inventory_quantity: 1 },
      { id: two!.id, inventory_quantity: 2 },
    ]),
  );
  assert.deepEqual(
    events.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "product/update"],
      ["inventory_level/inventory_quantity_update", "product/update"],
      ["product/update", "product/update"],
    ],
  );
  const payload = JSON.parse(String(events[0]?.payload)) as { adjustment: string };
  assert.equal(payload.adjustment, "SET");
});

test("an update without a change writes nothing and publishes nothing", async () => {
  const [variant] = await loadVariants(3);
  const { id, product_id, price, sku } = variant!;
  await put(product_id, [{ id, inventory_quantity: 4 }]);
  const version = () => db.database.query("select version from products where id = $1", [product_id]);
  const start = await version();
  const events = await newEvents(() => put(product_id, [{ id, price, sku, inventory_quantity: 4 }]));
  assert.deepEqual(events, []);
  assert.deepEqual((await version()).rows, start.rows);
});

test("an update is all or nothing: every wrong change is named and none is made", async () => {
  const [one, two] = await loadVariants(6);
  const [foreign] = await loadVariants(1);
  const { product_id } = one!;
  const good = { id: one!.id, price: "1.00", inventory_quantity: 77 };
  assert.deepEqual(await catchErrorFields(put(product_id, [good, { id: two!.id }, { id: foreign!.id }])), [
    "invalid",
    "variants.2.id",
  ]);
  assert.deepEqual(await catchErrorFields(put(product_id, [good, { id: one!.id, sku: "X" }])), [
    "invalid",
    "variants.1.id",
  ]);
  const prices = ["1.234", "-1", "abc", 0.001];
  for (const price of prices) {
    assert.deepEqual(await catchErrorFields(put(product_id, [good, { id: two!.id, price }])), [
      "invalid",
      "variants.1.price",
    ]);
  }
  assert.deepEqual(await loadVariants(6), [one, two]);
});

test("a product that does not exist, or another store's, is not found", async () => {
  const other = await createPracticeStore(db.database, { handle: "other" });
  const [variant] = await loadVariants(1);
  const request = { params: { product_id: variant!.product_id }, body: { variants: [{ id: variant!.id }] } };
  assert.deepEqual(await catchErrorFields(api.text(operations.updateVariants, other.store, request)), [
    "not_found",
  ]);
  assert.deepEqual(await catchErrorFields(put(9_999_999, [{ id: variant!.id }])), ["not_found"]);
});

test("a price with decimals is rejected in a currency without decimals", async () => {
  const yen = await createPracticeStore(db.database, { handle: "yen", currency: "JPY" });
  await seedCatalog(db.database, yen.store.id, 1);
  const { products } = await api.json<{ products: { id: number; variants: Variant[] }[] }>(
    operations.listProducts,
    yen.store,
  );
  const { id, variants } = products[0]!;
  const change = (price: string) => ({
    params: { product_id: id },
    body: { variants: [{ id: variants[0]!.id, price }] },
  });
  await assert.rejects(api.text(operations.updateVariants, yen.store, change("12.5")), ApiError);
  const text = await api.text(operations.updateVariants, yen.store, change("12"));
  assert.match(text, /"price":"12"/);
});

test("a variant without a level at the primary location gets one", async () => {
  const [one] = await loadVariants(5);
  const made = await db.database.one<{ id: number }>(
    "insert into variants (store_id, product_id) values ($1, $2) returning id",
    [practiceStore.store.id, one!.product_id],
  );
  const [changed] = await put(one!.product_id, [{ id: made.id, inventory_quantity: 3 }]);
  assert.equal(changed?.inventory_quantity, 3);
  assert.deepEqual(await verifyStock(db.database, practiceStore.store.id), []);
});

test("concurrent adjustments and PUTs over the same products, in any order, all end", async () => {
  const products = await Promise.all([2, 4, 6, 8].map(loadVariants));
  let seed = 42;
  const pick = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const adjustOne = () => {
    const variant_id = products[pick(4)]![pick(2)]!.id;
    const location_id = pick(2) === 0 ? practiceStore.primary : practiceStore.second;
    const body = { variant_id, location_id, adjustment_quantity: pick(5) + 1 };
    return api.text(operations.adjustInventoryLevel, practiceStore.store, { body });
  };
  const putBoth = () => {
    const [one, two] = products[pick(4)]!;
    const changes = [
      { id: two!.id, inventory_quantity: pick(50), ...(pick(2) ? { price: String(pick(90)) } : {}) },
      { id: one!.id, price: String(pick(90)), ...(pick(2) ? { inventory_quantity: pick(50) } : {}) },
    ];
    return put(one!.product_id, pick(2) === 0 ? changes : changes.toReversed());
  };
  const client = async () => {
    for (let n = 0; n < 40; n++) await (pick(3) === 0 ? putBoth() : adjustOne());
  };
  await Promise.all(Array.from({ length: 24 }, client));
  assert.deepEqual(await verifyStock(db.database, practiceStore.store.id), []);
  const rows = await db.database.many(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
});
