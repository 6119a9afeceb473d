import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

let testing: TestPlatform;
let store: SeededStore;
let token: string;

before(async () => {
  testing = await testPlatform({ toleratesErrors: true });
  store = await seedStore(testing, { products: 2, locations: 2 });
  const app = await registerApp(testing, "http://127.0.0.1:9");
  token = (await installApp(testing, { store, app })).token;
  // Events can no longer be written: a change that is still made is made without its event.
  await testing.database.query(`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$;
    create trigger refuse_event before insert on event_inbox for each statement execute function refuse_event()`);
});
after(() => testing.stop());

/** Read all that a change of stock or price touches, as text. */
async function state(): Promise<string> {
  const tables = ["products", "variants", "inventory_levels", "inventory_movements", "idempotency_keys"];
  const texts = tables.map(async (table) => {
    const row = await testing.database.maybeOne<{ text: string }>(
      `select coalesce(json_agg(t order by t::text), '[]')::text as text from ${table} t where store_id = $1`,
      [store.id],
    );
    return row?.text;
  });
  return (await Promise.all(texts)).join("\n");
}

async function assertNotMade(path: string, json: object): Promise<void> {
  for (const headers of [{}, { "idempotency-key": `key of ${path}` }]) {
    const begin = await state();
    const answer = await testing.request(`${store.origin}/api${path}`, {
      method: "PUT",
      token,
      json,
      headers,
    });
    assert.equal(answer.status, 500, answer.text);
    assert.equal(await state(), begin);
  }
}

test("a change whose event cannot be written is not made, with a key or without", async () => {
  const [variant, location] = [store.variants[0] ?? assert.fail(), store.locations[0] ?? assert.fail()];
  const place = { variant_id: variant.id, location_id: location.id };
  await assertNotMade("/4.0/inventory_levels/adjust.json", { ...place, adjustment_quantity: 1 });
  await assertNotMade("/4.0/inventory_levels/set.json", { ...place, quantity: 77 });
  const variants = [{ id: variant.id, price: "1.05", sku: "untold", inventory_quantity: 78 }];
  await assertNotMade(`/3.0/products/${variant.product_id}/variants.json`, { variants });
  const priced = [{ id: variant.id, price: "1.06" }];
  await assertNotMade(`/3.0/products/${variant.product_id}/variants.json`, { variants: priced });
});
