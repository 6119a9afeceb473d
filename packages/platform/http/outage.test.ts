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
import { errorOf, type ShopApi, shopApi } from "./testing/shop-api.ts";

let line: DatabaseLine;
let testing: TestPlatform;
let api: ShopApi;

before(async () => {
  line = await databaseLine(await testDatabase());
  testing = await testPlatform({ on: line.storage, toleratesErrors: true });
  api = await shopApi(testing);
});

after(async () => {
  await testing.stop();
  await line.stop();
  await line.storage.stop();
});

function requireUnavailable(answer: Answer): void {
  assert.deepEqual([answer.status, errorOf(answer).code], [503, "unavailable"]);
  assert.ok(Number(answer.headers["retry-after"]) >= 1);
  assert.doesNotMatch(answer.text, /database|ECONN|ENOENT|postgres/i);
}

const path = "/4.0/inventory_levels/adjust.json";

test("while the database is away every operation answers 503 with Retry-After, and is itself again after", async () => {
  const begin = await api.quantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  await line.cut();
  requireUnavailable(await api.call("GET", "/3.0/products.json"));
  requireUnavailable(await api.call("PUT", path, { json }));
  requireUnavailable(await api.call("PUT", path, { json, headers: { "idempotency-key": "during" } }));
  requireUnavailable(await api.call("GET", "/3.0/products.json", { token: "" }));
  requireUnavailable(await api.shop.owner.browser.call("GET", `${api.shop.host_url}/api/console/apps.json`));
  const page = await api.shop.owner.browser.open(`${testing.addresses.adminOrigin}/`);
  assert.deepEqual([page.status, page.headers["retry-after"]], [503, "2"]);
  assert.match(page.text, /away for a moment/);
  const probes = ["live", "ready"].map((name) => testing.request(`${api.shop.origin}/health/${name}`));
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

test("a change that is under way when the database goes is answered 503", async () => {
  const begin = await api.quantity();
  const json = { ...api.level, adjustment_quantity: 1 };
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  // Held over a connection of its own, which the cut does not touch.
  const holder = line.storage.database.transaction(async (tx) => {
    const text = "select 1 from inventory_levels where store_id = $1 and variant_id = $2 for update";
    await tx.query(text, [api.shop.id, api.level.variant_id]);
    hold();
    await freed;
  });
  await held;
  const waiting = api.call("PUT", path, { json });
  await lockAwaited(line.storage.database);
  await line.cut();
  requireUnavailable(await waiting);
  free();
  await holder;
  await line.mend();
  await eventually(async () => (await api.call("GET", "/3.0/products/count.json")).status === 200);
  // Cut before its COMMIT: PostgreSQL finds nobody to answer to and rolls it back, or it was one statement and is made.
  assert.ok((await api.quantity()) - begin <= 1);
});
