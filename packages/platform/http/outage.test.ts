import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Answer,
  eventually,
  lockAwaited,
  type TestPlatform,
  testDatabase,
  testPlatform,
} from "@souk/testkit";
import { type DatabaseLine, databaseLine } from "./testing/database-line.ts";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

let line: DatabaseLine;
let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  line = await databaseLine(await testDatabase());
  testing = await testPlatform({ on: line.storage, toleratesErrors: true });
  api = await createStoreApi(testing);
});

after(async () => {
  await testing.stop();
  await line.stop();
  await line.storage.stop();
});

function assertUnavailable(answer: Answer): void {
  assert.deepEqual([answer.status, readError(answer).code], [503, "unavailable"]);
  assert.ok(Number(answer.headers["retry-after"]) >= 1);
  assert.doesNotMatch(answer.text, /database|ECONN|ENOENT|postgres/i);
}

const path = "/4.0/inventory_levels/adjust.json";

test("in an outage every operation responds 503 with Retry-After, and then recovers", async () => {
  const begin = await api.quantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  await line.disconnect();
  assertUnavailable(await api.call("GET", "/3.0/products.json"));
  assertUnavailable(await api.call("PUT", path, { json }));
  assertUnavailable(await api.call("PUT", path, { json, headers: { "idempotency-key": "during" } }));
  assertUnavailable(await api.call("GET", "/3.0/products.json", { token: "" }));
  assertUnavailable(await api.store.owner.browser.call("GET", `${api.store.host_url}/api/console/apps.json`));
  const page = await api.store.owner.browser.open(`${testing.addresses.adminOrigin}/`);
  assert.deepEqual([page.status, page.headers["retry-after"]], [503, "2"]);
  assert.match(page.text, /The service is temporarily unavailable\. Retry later\./);
  const probes = ["live", "ready"].map((name) => testing.request(`${api.store.origin}/health/${name}`));
  assert.deepEqual(
    (await Promise.all(probes)).map(({ status }) => status),
    [200, 503],
  );
  await line.mend();
  const back = await eventually(async () => {
    const answer = await api.call("PUT", path, { json, headers: { "idempotency-key": "during" } });
    return answer.status === 200 && answer;
  });
  assert.equal(back.headers["idempotent-replay"], undefined, "nothing was kept of what failed");
  assert.equal(await api.quantity(), begin + 1);
  const bugs = testing.log.lines.filter(({ message }) => message === "A request failed.");
  assert.deepEqual(bugs, [], "an outage is no bug of ours");
});

test("a change in progress when the database fails gets 503", async () => {
  const begin = await api.quantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hold } = Promise.withResolvers<void>();
  // Held over a connection of its own, which the cut does not touch.
  const holder = line.storage.database.transaction(async (tx) => {
    const text = "select 1 from inventory_levels where store_id = $1 and variant_id = $2 for update";
    await tx.query(text, [api.store.id, api.level.variant_id]);
    hold();
    await freed;
  });
  await locked;
  const waiting = api.call("PUT", path, { json });
  await lockAwaited(line.storage.database);
  await line.disconnect();
  assertUnavailable(await waiting);
  free();
  await holder;
  await line.mend();
  await eventually(async () => (await api.call("GET", "/3.0/products/count.json")).status === 200);
  // Cut before COMMIT: PostgreSQL finds no client and rolls back, or it was one statement and is committed.
  assert.ok((await api.quantity()) - begin <= 1);
});
