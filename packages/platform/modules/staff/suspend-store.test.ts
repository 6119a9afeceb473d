import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;
const reason = "Its goods are forged.";

before(async () => {
  fixture = await createStaffFixture();
  await fixture.call("POST", `/stores/${fixture.store.id}/suspend.json`, { reason });
});
after(() => fixture.stop());

test("a suspended store's API rejects every token on both versions, without the reason", async () => {
  for (const [method, path] of [
    ["GET", "/3.0/products.json"],
    ["GET", "/4.0/inventory_levels.json?variant_ids=1"],
    ["POST", "/3.0/webhooks.json"],
  ] as const) {
    const answer = await fixture.api(method, path, method === "POST" ? {} : undefined);
    assert.deepEqual([answer.status, getErrorCode(answer)], [403, "store_suspended"], path);
    assert.equal(answer.text.includes(reason), false);
  }
  const unknown = await fixture.testing.request(`${fixture.store.origin}/api/3.0/products.json`, {
    token: "none",
  });
  assert.equal(getErrorCode(unknown), "token_invalid", "who has no token learns nothing of the store");
});

test("no code is exchanged at a suspended store", async () => {
  const { client_id, client_secret } = fixture.app;
  const answer = await fixture.testing.request(`${fixture.store.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: { code: "any", client_id, client_secret },
  });
  assert.deepEqual([answer.status, getErrorCode(answer)], [403, "store_suspended"]);
});

test("people of a suspended store can sign in and read, and see the reason", async () => {
  const { store, testing } = fixture;
  const { browser } = store.owner;
  assert.equal((await browser.call("GET", `${store.host_url}/api/3.0/products.json`)).status, 200);
  assert.equal((await fixture.merchant("GET", "/apps.json")).status, 200);
  const url = `${testing.addresses.adminOrigin}/api/console/stores.json`;
  const { stores } = (await browser.call("GET", url)).json<{ stores: { suspended: { reason: string } }[] }>();
  assert.deepEqual(
    stores.map(({ suspended }) => suspended.reason),
    [reason],
  );
  const page = await browser.open(`${testing.addresses.adminOrigin}/?choose`);
  assert.ok(page.text.includes(reason), "the list of stores shows the reason");
});

test("people of a suspended store can change nothing with any operation", async () => {
  const { store } = fixture;
  const writes = Object.values(operations).filter(
    ({ surface, method, auth: caller }) =>
      method !== "GET" && caller !== "anyone" && ["3.0", "4.0", "store_console"].includes(surface),
  );
  for (const { id, surface, method, path } of writes) {
    const filled = path.replace(/:\w+/g, "1");
    const base = surface === "store_console" ? "console" : surface;
    const url = `${store.host_url}/api/${base}${filled}`;
    const answer = await store.owner.browser.call(method, url, {});
    assert.deepEqual([answer.status, getErrorCode(answer)], [403, "store_suspended"], id);
    assert.ok(answer.text.includes(reason), id);
  }
  assert.ok(writes.length >= 10, `only ${writes.length} were tried`);
});

test("no page installs, opens or authorizes an app in a suspended store", async () => {
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

test("a lifted store's old tokens work and its people can change things again", async () => {
  const { store } = fixture;
  await fixture.call("POST", `/stores/${store.id}/lift.json`, { reason: "They were genuine." });
  assert.equal((await fixture.api("GET", "/3.0/products.json")).status, 200);
  const level = { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
  const url = `${store.host_url}/api/4.0/inventory_levels/set.json`;
  const answer = await store.owner.browser.call("PUT", url, { ...level, quantity: 3 });
  assert.equal(answer.status, 200, answer.text);
});
