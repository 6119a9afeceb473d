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
  testing: TestPlatform;
  api: StoreApi;
  clock: FakeClock;
}

async function createFixture(t: TestContext): Promise<Fixture> {
  const clock = createFakeClock();
  const testing = await startTestPlatform({
    role: "api",
    hasHousekeeping: false,
    clock,
    config: { rateLimit: { bucketSize, refillPerSecond: 1 } },
  });
  t.after(() => testing.stop());
  return { testing, clock, api: await createStoreApi(testing) };
}

async function useUpLimit({ call }: StoreApi): Promise<void> {
  for (let n = 0; n < bucketSize; n += 1) assert.equal((await call("GET", countPath)).status, 200);
}

test("an app's request beyond its rate limit is rejected without looking up its token in the database", async (t) => {
  const { testing, api } = await createFixture(t);
  await useUpLimit(api);
  const unlock = await lockTable(testing, "access_tokens");
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

test("a second token of an installation that has used up its rate limit is authenticated at most once", async (t) => {
  const { testing, api } = await createFixture(t);
  const secondToken = await issueAccessToken(
    testing.database,
    { installation_id: api.installation_id, store_id: api.store.id, scopes: defaultScopes },
    secureRandomText,
  );
  await useUpLimit(api);
  const read = async () => (await api.call("GET", countPath, { token: secondToken })).status;
  assert.equal(await read(), 429);
  const unlock = await lockTable(testing, "access_tokens");
  try {
    assert.equal(await read(), 429);
  } finally {
    await unlock();
  }
});

test("a request beyond the rate limit is rejected unauthenticated even if it also has an unknown token or cookie", async (t) => {
  const { testing, api } = await createFixture(t);
  const { browser } = api.store.owner;
  const url = `${testing.addresses.adminOrigin}/api/console/stores.json`;
  const ownCookies = browser.getCookieHeader(new URL(url).host) ?? "";
  const read = async (headers: Record<string, string> = {}) =>
    (await testing.request(url, { headers: { cookie: ownCookies, ...headers } })).status;
  while ((await read()) === 200);
  const unlock = await lockTable(testing, "sessions");
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
  const revoked = await api.store.owner.browser.call(
    "DELETE",
    `${api.store.host_url}/api/console/apps/${api.installation_id}.json`,
  );
  assert.equal(revoked.status, 200, revoked.text);
  assert.equal((await api.call("GET", countPath)).status, 429);
  clock.advance(60_000);
  const response = await api.call("GET", countPath);
  assert.deepEqual([response.status, readError(response).code], [401, "token_revoked"]);
});

test("a person beyond the rate limit in one store is not limited in another store", async (t) => {
  const { testing, api } = await createFixture(t);
  const { browser } = api.store.owner;
  const { adminOrigin } = testing.addresses;
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
