import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createTestDatabase,
  eventually,
  type HttpResponse,
  startTestPlatform,
  type TestPlatform,
  waitForLockWaits,
} from "@souk/testkit";
import { createDatabaseProxy, type DatabaseProxy } from "./testing/database-proxy.ts";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

let proxy: DatabaseProxy;
let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  proxy = await createDatabaseProxy(await createTestDatabase());
  testPlatform = await startTestPlatform({ testDatabase: proxy.database, toleratesErrors: true });
  api = await createStoreApi(testPlatform);
});

after(async () => {
  await testPlatform.stop();
  await proxy.stop();
  await proxy.database.stop();
});

function assertUnavailable(response: HttpResponse): void {
  assert.deepEqual([response.status, readError(response).code], [503, "unavailable"]);
  assert.ok(Number(response.headers["retry-after"]) >= 1);
  assert.doesNotMatch(response.text, /database|ECONN|ENOENT|postgres/i);
}

const path = "/4.0/inventory_levels/adjust.json";

test("operations get 503 only while the database is unavailable", async () => {
  const initialQuantity = await api.loadQuantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  await proxy.disconnect();
  assertUnavailable(await api.call("GET", "/3.0/products.json"));
  assertUnavailable(await api.call("PUT", path, { json }));
  assertUnavailable(await api.call("PUT", path, { json, headers: { "idempotency-key": "during" } }));
  assertUnavailable(await api.call("GET", "/3.0/products.json", { token: "" }));
  assertUnavailable(await api.store.owner.browser.call("GET", `${api.store.host_url}/api/console/apps.json`));
  const page = await api.store.owner.browser.open(`${testPlatform.addresses.adminOrigin}/`);
  assert.deepEqual([page.status, page.headers["retry-after"]], [503, "2"]);
  assert.match(page.text, /The service is temporarily unavailable\. Retry later\./);
  const probes = ["live", "ready"].map((name) => testPlatform.request(`${api.store.origin}/health/${name}`));
  assert.deepEqual(
    (await Promise.all(probes)).map(({ status }) => status),
    [200, 503],
  );
  await proxy.reconnect();
  const recoveredResponse = await eventually(async () => {
    const response = await api.call("PUT", path, { json, headers: { "idempotency-key": "during" } });
    return response.status === 200 && response;
  });
  assert.equal(
    recoveredResponse.headers["idempotent-replay"],
    undefined,
    "the failed request stored no response",
  );
  assert.equal(await api.loadQuantity(), initialQuantity + 1);
  const bugs = testPlatform.log.lines.filter(({ message }) => message === "A request failed.");
  assert.deepEqual(bugs, [], "an outage is not logged as a bug");
});

test("a change that is in progress when the database fails gets 503", async () => {
  const initialQuantity = await api.loadQuantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  const lockRelease = Promise.withResolvers<void>();
  const rowLocked = Promise.withResolvers<void>();
  // The lock is held over a direct connection, which disconnecting the proxy does not affect.
  const lockHolder = proxy.database.database.transaction(async (tx) => {
    const text = "select 1 from inventory_levels where store_id = $1 and variant_id = $2 for update";
    await tx.query(text, [api.store.id, api.level.variant_id]);
    rowLocked.resolve();
    await lockRelease.promise;
  });
  await rowLocked.promise;
  const waitingRequest = api.call("PUT", path, { json });
  await waitForLockWaits(proxy.database.database);
  await proxy.disconnect();
  assertUnavailable(await waitingRequest);
  lockRelease.resolve();
  await lockHolder;
  await proxy.reconnect();
  await eventually(async () => (await api.call("GET", "/3.0/products/count.json")).status === 200);
  // PostgreSQL rolls back if COMMIT was not sent yet, but a single statement may have been committed already.
  assert.ok((await api.loadQuantity()) - initialQuantity <= 1);
});
