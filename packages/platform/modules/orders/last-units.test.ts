import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { verifyStock } from "../inventory/index.ts";

const buyerCount = 64;
const unitCount = 10;

let firstPlatform: TestPlatform;
let secondPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  firstPlatform = await startTestPlatform();
  secondPlatform = await startTestPlatform({ testDatabase: firstPlatform.testDatabase, role: "api" });
  api = await createStoreApi(firstPlatform, {
    scopes: ["read_products", "write_products", "read_orders", "write_orders"],
  });
});
after(async () => {
  await secondPlatform.stop();
  await firstPlatform.stop();
});

test("P36: of 64 simultaneous buyers, exactly 10 get the last 10 units", async () => {
  const { store, token, level } = api;
  const { variant_id } = level;
  for (const { id: location_id } of store.locations) {
    const quantity = location_id === level.location_id ? unitCount : 0;
    const json = { variant_id, location_id, quantity };
    const response = await api.call("PUT", "/4.0/inventory_levels/set.json", { json });
    assert.equal(response.status, 200, response.text);
  }
  const responses = await Promise.all(
    Array.from({ length: buyerCount }, (_, buyer) =>
      (buyer % 2 === 0 ? firstPlatform : secondPlatform).request(`${store.origin}/api/3.0/orders.json`, {
        method: "POST",
        token,
        json: { order: { line_items: [{ variant_id, quantity: 1 }] } },
      }),
    ),
  );
  const countByStatus = (status: number) => responses.filter((response) => response.status === status).length;
  assert.deepEqual([countByStatus(200), countByStatus(422)], [unitCount, buyerCount - unitCount]);
  assert.equal(await api.loadQuantity(), 0);
  assert.deepEqual(await verifyStock(firstPlatform.database, store.id), []);
});
