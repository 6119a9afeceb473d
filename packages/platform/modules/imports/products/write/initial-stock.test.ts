import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, createTestStore, type TestDatabase, type TestStore } from "@souk/testkit";
import { verifyStock } from "../../../inventory/index.ts";
import type { PlannedStock, ProductPlan } from "../plan/product-plan.ts";
import { noImages } from "./fetch-images.ts";
import { writePlans } from "./write-plans.ts";

let db: TestDatabase;
let seededStore: TestStore;

before(async () => {
  db = await createTestDatabase();
  seededStore = await createTestStore(db.database);
});
after(() => db.stop());

function createPlan(handle: string, variantStocks: PlannedStock[][]): ProductPlan {
  const draft = {
    handle,
    firstRowNumber: 2,
    fields: {},
    option_names: ["Size"],
    image_urls: [],
    variants: [],
  };
  const variants = variantStocks.map((stock, index) => ({
    rowNumber: index + 2,
    fields: { price: "5" },
    options: [{ name: "Size", value: `${index}` }],
    stock,
  }));
  return { kind: "create", draft, fields: { title: handle }, variants, image_urls: [] };
}

async function writeAllPlans(plans: ProductPlan[]): Promise<void> {
  const actor = { kind: "system", id: "test", scopes: new Set<string>() } as const;
  const cause = { actor, request_id: "req_import" };
  await db.database.transaction((tx) =>
    writePlans(tx, seededStore.store, { plans, images: noImages, cause }),
  );
}

interface StoredStock {
  total: number;
  variants: number[];
  levels: string[];
  movements: number[];
  event_count: number;
}

async function loadStock(handle: string): Promise<StoredStock | undefined> {
  const text = `
    select p.total_quantity as total,
      array(select v.inventory_quantity::int from variants v where v.product_id = p.id order by v.id) as variants,
      array(select l.location_id || ': ' || l.inventory_quantity from inventory_levels l
        join variants v on v.id = l.variant_id where v.product_id = p.id order by v.id, l.location_id) as levels,
      array(select m.resulting_quantity::int from inventory_movements m
        join variants v on v.id = m.variant_id where v.product_id = p.id order by v.id, m.location_id) as movements,
      (select count(*)::int from event_inbox e join inventory_levels l on l.id = e.resource_id
        join variants v on v.id = l.variant_id
        where v.product_id = p.id and e.topic = 'inventory_level/inventory_quantity_update') as event_count
    from products p where p.store_id = $1 and p.handle = $2`;
  return await db.database.maybeOne<StoredStock>(text, [seededStore.store.id, handle]);
}

test("imported products get inventory levels, movements, totals and events that match their stock", async () => {
  const { primaryLocationId, secondLocationId } = seededStore;
  const stock = [
    [
      { location_id: secondLocationId, quantity: 3 },
      { location_id: primaryLocationId, quantity: 4 },
    ],
    [{ location_id: primaryLocationId, quantity: 5 }],
    [],
  ];
  await writeAllPlans([createPlan("with-stock", stock), createPlan("without-stock", [[], []])]);
  assert.deepEqual(await loadStock("with-stock"), {
    total: 12,
    variants: [7, 5, 0],
    levels: [`${primaryLocationId}: 4`, `${secondLocationId}: 3`, `${primaryLocationId}: 5`],
    movements: [4, 3, 5],
    event_count: 3,
  });
  assert.deepEqual(await loadStock("without-stock"), {
    total: 0,
    variants: [0, 0],
    levels: [],
    movements: [],
    event_count: 0,
  });
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});

test("an import ignores stock at a location that no longer exists", async () => {
  const missingLocationId = 999_999;
  const stock = [
    [
      { location_id: seededStore.primaryLocationId, quantity: 2 },
      { location_id: missingLocationId, quantity: 40 },
    ],
  ];
  await writeAllPlans([createPlan("deleted-location", stock)]);
  const storedStock = await loadStock("deleted-location");
  assert.deepEqual([storedStock?.total, storedStock?.levels], [2, [`${seededStore.primaryLocationId}: 2`]]);
  assert.deepEqual(await verifyStock(db.database, seededStore.store.id), []);
});
