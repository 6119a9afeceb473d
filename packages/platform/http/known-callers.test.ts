import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createFakeClock, type FakeClock, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { issueAccessToken } from "../modules/installs/token-store.ts";
import { secureRandomText } from "../runtime/random.ts";
import { lockTable } from "./testing/lock-table.ts";
import { createStoreApi, defaultScopes, readError, type StoreApi } from "./testing/store-api.ts";

const bucketSize = 10;
const countPath = "/3.0/products/count.json";

interface Fixture {
  testPlatform: TestPlatform;
  api: StoreApi;
  clock: FakeClock;
}

async function createFixture(t: TestContext): Promise<Fixture> {
  const clock = createFakeClock();
  const testPlatform = await startTestPlatform({
    role: "api",
    hasHousekeeping: false,
    clock,
    config: { rateLimit: { bucketSize, refillPerSecond: 1 } },
  });
  t.after(() => testPlatform.stop());
  return { testPlatform, clock, api: await createStoreApi(testPlatform) };
}

async function useUpLimit({ call }: StoreApi): Promise<void> {
  for (let n = 0; n < bucketSize; n += 1) assert.equal((await call("GET", countPath)).status, 200);
}

test("an app's request beyond its rate limit is rejected without looking up its token in the database", async (t) => {
  const { testPlatform, api } = await createFixture(t);
  await useUpLimit(api);
  const unlock = await lockTable(testPlatform, "access_tokens");
  try {
    const response = await api.call("GET", countPath);
    assert.deepEqual(
      [response.status, response.headers["retry-after"], response.headers["x-ratelimit-remaining"]],
      [429, "1", "0"],
    );
  } finally {
    await unlock();
  }
});

test("after an installation has used up its rate limit, another of its tokens is authenticated only the first time", async (t) => {
  const { testPlatform, api } = await createFixture(t);
  const secondToken = await issueAccessToken(
    testPlatform.database,
    { installation_id: api.installation_id, store_id: api.store.id, scopes: defaultScopes },
    secureRandomText,
  );
  await useUpLimit(api);
  const read = async () => (await api.call("GET", countPath, { token: secondToken })).status;
  assert.equal(await read(), 429);
  const unlock = await lockTable(testPlatform, "access_tokens");
  try {
    assert.equal(await read(), 429);
  } finally {
    await unlock();
  }
});

test("a request beyond its session's rate limit is not authenticated, even if an unknown token or cookie is added", async (t) => {
  const { testPlatform, api } = await createFixture(t);
  const { browser } = api.store.owner;
  const url = `${testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  const ownCookies = browser.getCookieHeader(new URL(url).host) ?? "";
  const read = async (headers: Record<string, string> = {}) =>
    (await testPlatform.request(url, { headers: { cookie: ownCookies, ...headers } })).status;
  while ((await read()) === 200);
  const unlock = await lockTable(testPlatform, "sessions");
  try {
    assert.equal(await read({ "service-access-token": "unknown" }), 429);
    assert.equal(await read({ cookie: `__Host-souk_admin=unknown; ${ownCookies}` }), 429);
  } finally {
    await unlock();
  }
});

test("a revoked token gets 429 while its rate limit is used up, and then 401", async (t) => {
  const { api, clock } = await createFixture(t);
  await useUpLimit(api);
  const revocation = await api.store.owner.browser.call(
    "DELETE",
    `${api.store.host_url}/api/console/apps/${api.installation_id}.json`,
  );
  assert.equal(revocation.status, 200, revocation.text);
  assert.equal((await api.call("GET", countPath)).status, 429);
  clock.advance(60_000);
  const response = await api.call("GET", countPath);
  assert.deepEqual([response.status, readError(response).code], [401, "token_revoked"]);
});

test("a person beyond the rate limit in one store is not limited in another store", async (t) => {
  const { testPlatform, api } = await createFixture(t);
  const { browser } = api.store.owner;
  const { adminOrigin } = testPlatform.addresses;
  const store = { name: "Second", handle: "second" };
  const creation = await browser.call("POST", `${adminOrigin}/api/console/stores.json`, { store });
  assert.equal(creation.status, 200, creation.text);
  const secondStore = creation.json<{ store: { host_url: string } }>().store;
  const read = async ({ host_url }: { host_url: string }) =>
    (await browser.call("GET", `${host_url}/api${countPath}`)).status;
  const statuses = new Set<number>();
  for (let n = 0; n < 12 * bucketSize && !statuses.has(429); n += 1) statuses.add(await read(api.store));
  assert.deepEqual([...statuses], [200, 429]);
  assert.equal(await read(secondStore), 200);
});
