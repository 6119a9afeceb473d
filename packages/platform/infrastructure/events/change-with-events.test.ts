import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;
let token: string;

before(async () => {
  testPlatform = await startTestPlatform({ toleratesErrors: true });
  store = await seedStore(testPlatform, { products: 2, locations: 2 });
  const app = await registerApp(testPlatform, "http://127.0.0.1:9");
  token = (await installApp(testPlatform, { store, app })).token;
  // No event can be inserted from now on. A change that nevertheless succeeded would have no event.
  await testPlatform.database.query(`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$;
    create trigger refuse_event before insert on event_inbox for each statement execute function refuse_event()`);
});
after(() => testPlatform.stop());

/** Load all rows of the tables that a change of stock or price writes to, as text. */
async function loadState(): Promise<string> {
  const tables = ["products", "variants", "inventory_levels", "inventory_movements", "idempotency_keys"];
  const texts = tables.map(async (table) => {
    const row = await testPlatform.database.maybeOne<{ text: string }>(
      `select coalesce(json_agg(t order by t::text), '[]')::text as text from ${table} t where store_id = $1`,
      [store.id],
    );
    return row?.text;
  });
  return (await Promise.all(texts)).join("\n");
}

async function assertChangeRejected(path: string, json: object): Promise<void> {
  for (const headers of [{}, { "idempotency-key": `key of ${path}` }]) {
    const stateBefore = await loadState();
    const response = await testPlatform.request(`${store.origin}/api${path}`, {
      method: "PUT",
      token,
      json,
      headers,
    });
    assert.equal(response.status, 500, response.text);
    assert.equal(await loadState(), stateBefore);
  }
}

test("a change whose event cannot be stored is not committed, even with an idempotency key", async () => {
  const [variant, location] = [store.variants[0] ?? assert.fail(), store.locations[0] ?? assert.fail()];
  const levelIds = { variant_id: variant.id, location_id: location.id };
  await assertChangeRejected("/4.0/inventory_levels/adjust.json", { ...levelIds, adjustment_quantity: 1 });
  await assertChangeRejected("/4.0/inventory_levels/set.json", { ...levelIds, quantity: 77 });
  const variants = [{ id: variant.id, price: "1.05", sku: "new-sku", inventory_quantity: 78 }];
  await assertChangeRejected(`/3.0/products/${variant.product_id}/variants.json`, { variants });
  const newPrices = [{ id: variant.id, price: "1.06" }];
  await assertChangeRejected(`/3.0/products/${variant.product_id}/variants.json`, { variants: newPrices });
});
