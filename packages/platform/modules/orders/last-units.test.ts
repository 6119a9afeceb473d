import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { verifyStock } from "../inventory/index.ts";

const buyers = 64;
const units = 10;

let first: TestPlatform;
let second: TestPlatform;
let api: StoreApi;

before(async () => {
  first = await testPlatform();
  second = await testPlatform({ on: first.storage, role: "api" });
  api = await createStoreApi(first, {
    scopes: ["read_products", "write_products", "read_orders", "write_orders"],
  });
});
after(async () => {
  await second.stop();
  await first.stop();
});

test("P36: 64 buyers of the last 10 units on two platforms buy exactly 10", async () => {
  const { store, token, level } = api;
  const { variant_id } = level;
  for (const { id: location_id } of store.locations) {
    const quantity = location_id === level.location_id ? units : 0;
    const json = { variant_id, location_id, quantity };
    const set = await api.call("PUT", "/4.0/inventory_levels/set.json", { json });
    assert.equal(set.status, 200, set.text);
  }
  const responses = await Promise.all(
    Array.from({ length: buyers }, (_, buyer) =>
      (buyer % 2 === 0 ? first : second).request(`${store.origin}/api/3.0/orders.json`, {
        method: "POST",
        token,
        json: { order: { line_items: [{ variant_id, quantity: 1 }] } },
      }),
    ),
  );
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  assert.deepEqual([count(200), count(422)], [units, buyers - units]);
  assert.equal(await api.quantity(), 0);
  assert.deepEqual(await verifyStock(first.database, store.id), []);
});
