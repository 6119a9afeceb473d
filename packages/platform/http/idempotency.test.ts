import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { acceptsIdempotencyKey, operations } from "@souk/contract";
import {
  callConsole,
  createFakeClock,
  type FakeClock,
  type HttpResponse,
  installApp,
  loadInstallationId,
  registerApp,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
let api: StoreApi;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  api = await createStoreApi(testPlatform);
});

after(() => testPlatform.stop());

const path = "/4.0/inventory_levels/adjust.json";
let keyCount = 0;
const createKey = () => `key ${++keyCount}`;

function adjust(key: string, json: object, storeApi: StoreApi = api): Promise<HttpResponse> {
  return storeApi.call("PUT", path, { json, headers: { "idempotency-key": key } });
}

function buildAdjustment(adjustment_quantity: number, storeApi: StoreApi = api): object {
  return { ...storeApi.level, adjustment_quantity };
}

async function countStoredResponses(): Promise<number> {
  const row = await testPlatform.database.one<{ n: number }>("select count(*) as n from idempotency_keys");
  return row.n;
}

test("a request with a repeated idempotency key gets the first response without being run again", async () => {
  const initialQuantity = await api.loadQuantity();
  const key = createKey();
  const firstResponse = await adjust(key, buildAdjustment(3));
  const repeatedResponse = await adjust(key, buildAdjustment(3));
  assert.equal(await api.loadQuantity(), initialQuantity + 3);
  assert.deepEqual([firstResponse.status, firstResponse.headers["idempotent-replay"]], [200, undefined]);
  assert.deepEqual([repeatedResponse.status, repeatedResponse.headers["idempotent-replay"]], [200, "true"]);
  assert.equal(repeatedResponse.text, firstResponse.text);
  assert.notEqual(repeatedResponse.headers["x-request-id"], firstResponse.headers["x-request-id"]);
  const row = await testPlatform.database.one<{ n: number }>(
    "select count(*) as n from inventory_movements where store_id = $1 and request_id = $2",
    [api.store.id, repeatedResponse.headers["x-request-id"]],
  );
  assert.equal(row.n, 0);
});

test("an idempotency key reused with another body, path or method is rejected with 422", async () => {
  const key = createKey();
  await adjust(key, buildAdjustment(1));
  const initialQuantity = await api.loadQuantity();
  const headers = { "idempotency-key": key };
  const responses = [
    await adjust(key, buildAdjustment(2)),
    await adjust(key, { inventory_level: buildAdjustment(1) }),
    await api.call("PUT", "/4.0/inventory_levels/set.json", { json: { ...api.level, quantity: 1 }, headers }),
    await api.call("POST", "/3.0/webhooks.json", {
      json: { topic: "a", url: "http://localhost:1/" },
      headers,
    }),
  ];
  for (const response of responses) {
    assert.equal(response.status, 422);
    assert.deepEqual(
      readError(response).fields?.map((field) => field.path),
      ["Idempotency-Key"],
    );
  }
  assert.equal(await api.loadQuantity(), initialQuantity);
});

test("of concurrent duplicate requests, one runs and the others get its response or 409", async () => {
  const initialQuantity = await api.loadQuantity();
  for (let round = 1; round <= 5; round++) {
    const key = createKey();
    const concurrentResponses = await Promise.all(
      Array.from({ length: 12 }, () => adjust(key, buildAdjustment(1))),
    );
    const firstResponses = concurrentResponses.filter(
      ({ status, headers }) => status === 200 && !headers["idempotent-replay"],
    );
    assert.equal(firstResponses.length, 1);
    for (const response of concurrentResponses) {
      if (response.status === 200) assert.equal(response.text, firstResponses[0]?.text);
      else assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
    }
    assert.equal(await api.loadQuantity(), initialQuantity + round);
    assert.equal((await adjust(key, buildAdjustment(1))).headers["idempotent-replay"], "true");
  }
});

test("a duplicate request gets 409 immediately while the first request is running", async () => {
  const key = createKey();
  const releaseRequested = Promise.withResolvers<void>();
  const levelLocked = Promise.withResolvers<void>();
  const lockHolder = testPlatform.database.transaction(async (tx) => {
    const text = "select 1 from inventory_levels where store_id = $1 and variant_id = $2 for update";
    await tx.query(text, [api.store.id, api.level.variant_id]);
    levelLocked.resolve();
    await releaseRequested.promise;
  });
  await levelLocked.promise;
  const firstResponse = adjust(key, buildAdjustment(1));
  const duplicateResponse = await adjustAfterLock(key);
  assert.equal(duplicateResponse.status, 409);
  releaseRequested.resolve();
  await lockHolder;
  assert.equal((await firstResponse).status, 200);
  assert.equal((await adjust(key, buildAdjustment(1))).headers["idempotent-replay"], "true");
});

/**
 * Send the duplicate as soon as the first request holds the lock of the key. If the duplicate were sent earlier, it could
 * become the first request.
 */
async function adjustAfterLock(key: string): Promise<HttpResponse> {
  for (;;) {
    const row = await testPlatform.database.one<{ n: number }>(
      "select count(*) as n from pg_locks where locktype = 'advisory' and granted",
    );
    if (row.n > 0) return adjust(key, buildAdjustment(1));
  }
}

test("a rejected request stores no rows and no response, and its idempotency key can be reused", async () => {
  const [initialQuantity, storedCount] = [await api.loadQuantity(), await countStoredResponses()];
  const key = createKey();
  assert.equal((await adjust(key, buildAdjustment(-1_000_000))).status, 422);
  assert.equal((await adjust(key, { ...buildAdjustment(1), variant_id: 1e9 })).status, 404);
  assert.equal((await adjust(key, {})).status, 422);
  assert.deepEqual([await api.loadQuantity(), await countStoredResponses()], [initialQuantity, storedCount]);
  const acceptedResponse = await adjust(key, buildAdjustment(1));
  assert.deepEqual(
    [acceptedResponse.status, acceptedResponse.headers["idempotent-replay"]],
    [200, undefined],
  );
});

test("a request that changes several rows changes none of them if the last one is invalid", async () => {
  const [first, last] = api.store.variants.filter(
    (variant) => variant.product_id === api.store.variants[1]?.product_id,
  );
  assert.ok(first && last && first !== last);
  const loadPrices = async () => {
    const rows = await testPlatform.database.many<{ price: string }>(
      "select price from variants where id = any($1) order by id",
      [[first.id, last.id]],
    );
    return rows.map(({ price }) => price);
  };
  const initialPrices = await loadPrices();
  const variants = [
    { id: first.id, price: "1.00" },
    { id: last.id, price: "1.001" },
  ];
  const response = await api.call("PUT", `/3.0/products/${first.product_id}/variants.json`, {
    json: { variants },
  });
  assert.equal(response.status, 422);
  assert.deepEqual(await loadPrices(), initialPrices);
});

test("an idempotency key of one store does not affect requests of another store", async () => {
  const otherStoreApi = await createStoreApi(testPlatform);
  const key = createKey();
  await adjust(key, buildAdjustment(1));
  const otherStoreResponse = await adjust(key, buildAdjustment(1, otherStoreApi), otherStoreApi);
  assert.deepEqual(
    [otherStoreResponse.status, otherStoreResponse.headers["idempotent-replay"]],
    [200, undefined],
  );
});

test("after a reinstall, an idempotency key of the earlier installation counts as new (INS-19)", async () => {
  const app = await registerApp(testPlatform, "http://127.0.0.1:9/");
  const { store } = api;
  const key = createKey();
  const installAndSubscribe = async () => {
    const { token } = await installApp(testPlatform, { store, app });
    const json = { topic: "product/update", url: "http://127.0.0.1:9/hook" };
    const headers = { "idempotency-key": key };
    return testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, {
      method: "POST",
      token,
      json,
      headers,
    });
  };
  const firstResponse = await installAndSubscribe();
  const installationUrl = `${store.host_url}/api/console/apps/${await loadInstallationId(store, app)}`;
  await callConsole(store.owner.browser, ["DELETE", `${installationUrl}.json`]);
  const secondResponse = await installAndSubscribe();
  assert.deepEqual([secondResponse.status, secondResponse.headers["idempotent-replay"]], [200, undefined]);
  assert.notEqual(secondResponse.json<{ id: number }>().id, firstResponse.json<{ id: number }>().id);
});

test("a response with a secret is not stored for the request's idempotency key", async () => {
  const storedCount = await countStoredResponses();
  const admin = testPlatform.addresses.adminOrigin;
  const { browser } = api.store.owner;
  const session = await browser.call("GET", `${admin}/api/console/session.json`);
  const headers = {
    cookie: browser.getCookieHeader(new URL(admin).host) ?? "",
    "x-csrf-token": session.json<{ session: { csrf_token: string } }>().session.csrf_token,
    "sec-fetch-site": "same-origin",
    "idempotency-key": createKey(),
  };
  const url = `${api.store.host_url}/api/console/custom_apps.json`;
  const create = () =>
    testPlatform.request(url, { method: "POST", headers, json: { name: "Keyed", scopes: [] } });
  const [first, second] = [await create(), await create()];
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.notEqual(first.text, second.text);
  assert.equal(await countStoredResponses(), storedCount);
});

test("an idempotency key expires after 24 hours", async () => {
  const initialQuantity = await api.loadQuantity();
  const key = createKey();
  await adjust(key, buildAdjustment(1));
  clock.advance(86_400_000 - 60_000);
  assert.equal((await adjust(key, buildAdjustment(1))).headers["idempotent-replay"], "true");
  clock.advance(120_000);
  const expiredKeyResponse = await adjust(key, buildAdjustment(1));
  assert.deepEqual(
    [expiredKeyResponse.status, expiredKeyResponse.headers["idempotent-replay"]],
    [200, undefined],
  );
  assert.equal(await api.loadQuantity(), initialQuantity + 2);
});

test("an idempotency key must have 1 to 255 visible characters", async () => {
  for (const key of ["", "x".repeat(256), "\u00e9"]) {
    const response = await adjust(key, buildAdjustment(1));
    assert.deepEqual([response.status, readError(response).fields?.[0]?.path], [422, "Idempotency-Key"], key);
  }
  assert.equal((await adjust("x".repeat(255), buildAdjustment(1))).status, 200);
});

test("an idempotency key on a GET or DELETE is ignored", async () => {
  const headers = { "idempotency-key": "x".repeat(300) };
  assert.equal((await api.call("GET", "/3.0/products/count.json", { headers })).status, 200);
  const json = { topic: "product/update", url: "http://localhost:1/hook" };
  const { id } = (await api.call("POST", "/3.0/webhooks.json", { json })).json<{ id: number }>();
  assert.equal((await api.call("DELETE", `/3.0/webhooks/${id}.json`, { headers })).status, 200);
});

test("every POST and PUT of the API except the token exchange accepts an idempotency key", () => {
  const writes = Object.values(operations).filter(
    ({ surface, method }) =>
      (surface === "3.0" || surface === "4.0") && (method === "POST" || method === "PUT"),
  );
  const operationsWithoutKey = writes.filter((operation) => !acceptsIdempotencyKey(operation));
  assert.deepEqual(
    operationsWithoutKey.map(({ id }) => id),
    ["oauth.access_token"],
  );
  const readOperations = testPlatform.platform.modules.routes.filter(
    ({ kind, operation }) => kind === "read" && writes.some(({ id }) => id === operation.id),
  );
  assert.deepEqual(
    readOperations.map(({ operation }) => operation.id),
    ["oauth.access_token"],
  );
});
