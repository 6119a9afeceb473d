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
import { verifyStock } from "../../inventory/index.ts";

let db: TestDatabase;
let api: InProcessApi;
let testStore: TestStore;

interface Variant {
  id: number;
  product_id: number;
  price: string;
  sku: string;
  inventory_quantity: number;
  updated_at: string;
}

before(async () => {
  db = await createTestDatabase({ maxConnections: 24 });
  api = createInProcessApi(db.database);
  testStore = await createTestStore(db.database);
  await seedCatalog(db.database, testStore.store.id, 8);
});
after(() => db.stop());

/** Load the variants of the nth product. Products with an even number have two variants. */
async function loadVariants(n: number): Promise<Variant[]> {
  const text = "select id from products where store_id = $1 and handle = $2";
  const row = await db.database.one<{ id: number }>(text, [testStore.store.id, `seeded-${n}`]);
  const params = { product_id: row.id };
  const response = await api.json<{ variants: Variant[] }>(operations.listVariants, testStore.store, {
    params,
  });
  return response.variants;
}

async function updateVariants(product_id: number, variants: object[], app?: string): Promise<Variant[]> {
  const request = { params: { product_id }, body: { variants }, ...(app ? { app } : {}) };
  const response = await api.json<{ variants: Variant[] }>(
    operations.updateVariants,
    testStore.store,
    request,
  );
  assert.ok(Check(operations.updateVariants.response, response));
  return response.variants;
}

/** Expect an API error, and return its code followed by the paths of its field errors. */
async function catchCodeAndPaths(request: Promise<unknown>): Promise<string[]> {
  const error = await request.then(
    () => assert.fail("The request was not rejected."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return [error.code, ...(error.details.fields ?? []).map(({ path }) => path)];
}

/** Do the work, and return the events that it published. */
async function collectEvents(work: () => Promise<unknown>) {
  const lastEvent = await db.database.one<{ id: number }>(
    "select coalesce(max(id), 0) as id from event_inbox",
  );
  await work();
  const text = `select topic, resource_id, payload, context, trigger_by_app from event_inbox where id > $1 order by id`;
  const rows = await db.database.many<Record<string, string | number | null>>(text, [lastEvent.id]);
  return rows;
}

test("PRD-7: setting a variant's stock changes only its level at the primary location and its total stock", async () => {
  const [variant] = await loadVariants(1);
  const { id, product_id } = variant!;
  const secondLevel = { variant_id: id, location_id: testStore.secondLocationId, quantity: 5 };
  await api.text(operations.setInventoryLevel, testStore.store, { body: secondLevel });
  const [updatedVariant] = await updateVariants(product_id, [{ id, inventory_quantity: 10 }]);
  assert.equal(updatedVariant?.inventory_quantity, 15);
  const levels = await db.database.many(
    "select location_id, inventory_quantity as quantity from inventory_levels where variant_id = $1 order by location_id",
    [id],
  );
  assert.deepEqual(levels, [
    { location_id: testStore.primaryLocationId, quantity: 10 },
    { location_id: testStore.secondLocationId, quantity: 5 },
  ]);
  assert.deepEqual(await verifyStock(db.database, testStore.store.id), []);
});

test("PRD-5, WHK-13: changing prices and SKUs publishes one product/update with its context and with the app that caused it", async () => {
  const [firstVariant, secondVariant] = await loadVariants(2);
  const { product_id } = firstVariant!;
  const events = await collectEvents(async () => {
    const updatedVariants = await updateVariants(
      product_id,
      [
        { id: secondVariant!.id, price: "19.90", sku: "TWO" },
        { id: firstVariant!.id, price: 7 },
      ],
      "price-app",
    );
    assert.deepEqual(
      updatedVariants.map(({ id, price, sku }) => [id, price, sku]),
      [
        [secondVariant!.id, "19.90", "TWO"],
        [firstVariant!.id, "7.00", firstVariant!.sku],
      ],
    );
    assert.ok(updatedVariants[0]!.updated_at > secondVariant!.updated_at);
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

test("setting variants' stock publishes an event for each level, and one product/update", async () => {
  const [firstVariant, secondVariant] = await loadVariants(4);
  const { product_id } = firstVariant!;
  const events = await collectEvents(() =>
    updateVariants(product_id, [
      { id: firstVariant!.id, inventory_quantity: 1 },
      { id: secondVariant!.id, inventory_quantity: 2 },
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

test("a variant update with unchanged values keeps the product's version and publishes no event", async () => {
  const [variant] = await loadVariants(3);
  const { id, product_id, price, sku } = variant!;
  await updateVariants(product_id, [{ id, inventory_quantity: 4 }]);
  const loadVersion = () => db.database.query("select version from products where id = $1", [product_id]);
  const versionBefore = await loadVersion();
  const events = await collectEvents(() =>
    updateVariants(product_id, [{ id, price, sku, inventory_quantity: 4 }]),
  );
  assert.deepEqual(events, []);
  assert.deepEqual((await loadVersion()).rows, versionBefore.rows);
});

test("if one variant update in a request is invalid, no variant is changed", async () => {
  const [firstVariant, secondVariant] = await loadVariants(6);
  const [otherProductVariant] = await loadVariants(1);
  const { product_id } = firstVariant!;
  const validChange = { id: firstVariant!.id, price: "1.00", inventory_quantity: 77 };
  assert.deepEqual(
    await catchCodeAndPaths(
      updateVariants(product_id, [validChange, { id: secondVariant!.id }, { id: otherProductVariant!.id }]),
    ),
    ["invalid", "variants.2.id"],
  );
  assert.deepEqual(
    await catchCodeAndPaths(updateVariants(product_id, [validChange, { id: firstVariant!.id, sku: "X" }])),
    ["invalid", "variants.1.id"],
  );
  const prices = ["1.234", "-1", "abc", 0.001];
  for (const price of prices) {
    assert.deepEqual(
      await catchCodeAndPaths(updateVariants(product_id, [validChange, { id: secondVariant!.id, price }])),
      ["invalid", "variants.1.price"],
    );
  }
  assert.deepEqual(await loadVariants(6), [firstVariant, secondVariant]);
});

test("variants of an unknown product or of another store's product are not found", async () => {
  const otherStore = await createTestStore(db.database, { handle: "other" });
  const [variant] = await loadVariants(1);
  const request = { params: { product_id: variant!.product_id }, body: { variants: [{ id: variant!.id }] } };
  assert.deepEqual(await catchCodeAndPaths(api.text(operations.updateVariants, otherStore.store, request)), [
    "not_found",
  ]);
  assert.deepEqual(await catchCodeAndPaths(updateVariants(9_999_999, [{ id: variant!.id }])), ["not_found"]);
});

test("a price with decimals is rejected in a currency without decimals", async () => {
  const yenStore = await createTestStore(db.database, { handle: "yen", currency: "JPY" });
  await seedCatalog(db.database, yenStore.store.id, 1);
  const { products } = await api.json<{ products: { id: number; variants: Variant[] }[] }>(
    operations.listProducts,
    yenStore.store,
  );
  const { id, variants } = products[0]!;
  const createRequest = (price: string) => ({
    params: { product_id: id },
    body: { variants: [{ id: variants[0]!.id, price }] },
  });
  await assert.rejects(api.text(operations.updateVariants, yenStore.store, createRequest("12.5")), ApiError);
  const text = await api.text(operations.updateVariants, yenStore.store, createRequest("12"));
  assert.match(text, /"price":"12"/);
});

test("setting a variant's stock creates its missing level at the primary location", async () => {
  const [existingVariant] = await loadVariants(5);
  const newVariant = await db.database.one<{ id: number }>(
    "insert into variants (store_id, product_id) values ($1, $2) returning id",
    [testStore.store.id, existingVariant!.product_id],
  );
  const [updatedVariant] = await updateVariants(existingVariant!.product_id, [
    { id: newVariant.id, inventory_quantity: 3 },
  ]);
  assert.equal(updatedVariant?.inventory_quantity, 3);
  assert.deepEqual(await verifyStock(db.database, testStore.store.id), []);
});

test("concurrent stock adjustments and variant updates of the same products never deadlock", async () => {
  const products = await Promise.all([2, 4, 6, 8].map(loadVariants));
  // A linear congruential generator, so that every run makes the same choices.
  let seed = 42;
  const pickNumber = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const adjustRandomVariant = () => {
    const variant_id = products[pickNumber(4)]![pickNumber(2)]!.id;
    const location_id = pickNumber(2) === 0 ? testStore.primaryLocationId : testStore.secondLocationId;
    const body = { variant_id, location_id, adjustment_quantity: pickNumber(5) + 1 };
    return api.text(operations.adjustInventoryLevel, testStore.store, { body });
  };
  const updateRandomVariants = () => {
    const [first, second] = products[pickNumber(4)]!;
    const changes = [
      {
        id: second!.id,
        inventory_quantity: pickNumber(50),
        ...(pickNumber(2) ? { price: String(pickNumber(90)) } : {}),
      },
      {
        id: first!.id,
        price: String(pickNumber(90)),
        ...(pickNumber(2) ? { inventory_quantity: pickNumber(50) } : {}),
      },
    ];
    return updateVariants(first!.product_id, pickNumber(2) === 0 ? changes : changes.toReversed());
  };
  const runClient = async () => {
    for (let n = 0; n < 40; n++) await (pickNumber(3) === 0 ? updateRandomVariants() : adjustRandomVariant());
  };
  await Promise.all(Array.from({ length: 24 }, runClient));
  assert.deepEqual(await verifyStock(db.database, testStore.store.id), []);
  const rows = await db.database.many(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
});
