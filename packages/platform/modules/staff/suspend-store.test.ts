import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;
const reason = "Its goods are forged.";

before(async () => {
  fixture = await createStaffFixture();
  await fixture.callAsStaff("POST", `/stores/${fixture.store.id}/suspend.json`, { reason });
});
after(() => fixture.stop());

test("the API of a suspended store rejects valid tokens with `store_suspended`", async () => {
  for (const [method, path] of [
    ["GET", "/3.0/products.json"],
    ["GET", "/4.0/inventory_levels.json?variant_ids=1"],
    ["POST", "/3.0/webhooks.json"],
  ] as const) {
    const response = await fixture.callAsApp(method, path, method === "POST" ? {} : undefined);
    assert.deepEqual([response.status, getErrorCode(response)], [403, "store_suspended"], path);
    assert.equal(response.text.includes(reason), false);
  }
  const unknownTokenResponse = await fixture.testPlatform.request(
    `${fixture.store.origin}/api/3.0/products.json`,
    {
      token: "none",
    },
  );
  assert.equal(
    getErrorCode(unknownTokenResponse),
    "token_invalid",
    "without a valid token, nothing is revealed",
  );
});

test("an authorization code can't be exchanged in a suspended store", async () => {
  const { client_id, client_secret } = fixture.app;
  const response = await fixture.testPlatform.request(
    `${fixture.store.origin}/api/3.0/oauth/access_token.json`,
    {
      method: "POST",
      json: { code: "any", client_id, client_secret },
    },
  );
  assert.deepEqual([response.status, getErrorCode(response)], [403, "store_suspended"]);
});

test("members of a suspended store can sign in and read, and see the reason", async () => {
  const { store, testPlatform } = fixture;
  const { browser } = store.owner;
  assert.equal((await browser.call("GET", `${store.host_url}/api/3.0/products.json`)).status, 200);
  assert.equal((await fixture.callAsMerchant("GET", "/apps.json")).status, 200);
  const url = `${testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  const { stores } = (await browser.call("GET", url)).json<{ stores: { suspended: { reason: string } }[] }>();
  assert.deepEqual(
    stores.map(({ suspended }) => suspended.reason),
    [reason],
  );
  const page = await browser.open(`${testPlatform.addresses.adminOrigin}/?choose`);
  assert.ok(page.text.includes(reason), "the list of stores shows the reason");
});

test("every write operation by a member of a suspended store is rejected", async () => {
  const { store } = fixture;
  const writeOperations = Object.values(operations).filter(
    ({ surface, method, auth }) =>
      method !== "GET" && auth !== "anyone" && ["3.0", "4.0", "store_console"].includes(surface),
  );
  for (const { id, surface, method, path } of writeOperations) {
    const filledPath = path.replace(/:\w+/g, "1");
    const base = surface === "store_console" ? "console" : surface;
    const url = `${store.host_url}/api/${base}${filledPath}`;
    const response = await store.owner.browser.call(method, url, {});
    assert.deepEqual([response.status, getErrorCode(response)], [403, "store_suspended"], id);
    assert.ok(response.text.includes(reason), id);
  }
  assert.ok(writeOperations.length >= 10, `only ${writeOperations.length} operations were tried`);
});

test("the install, open and authorize pages reject a suspended store", async () => {
  const { store, app } = fixture;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const path of [
    `/apps/install/${app.client_id}`,
    `/apps/open/${app.client_id}`,
    `/oauth/authorize?${query}`,
  ]) {
    const page = await store.owner.browser.open(`${store.host_url}${path}`);
    assert.ok(page.status >= 400, `${path}: ${page.status}`);
    assert.match(page.text, /This store is suspended/, path);
  }
});

test("after a store's suspension is lifted, its apps' tokens work and its members can write", async () => {
  const { store } = fixture;
  await fixture.callAsStaff("POST", `/stores/${store.id}/lift.json`, { reason: "They were genuine." });
  assert.equal((await fixture.callAsApp("GET", "/3.0/products.json")).status, 200);
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  const url = `${store.host_url}/api/4.0/inventory_levels/set.json`;
  const response = await store.owner.browser.call("PUT", url, { ...level, quantity: 3 });
  assert.equal(response.status, 200, response.text);
});
