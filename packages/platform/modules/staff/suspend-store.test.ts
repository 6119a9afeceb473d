import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { codeOf, type StaffWorld, staffWorld } from "./testing/staff-world.ts";

let world: StaffWorld;
const reason = "Its goods are forged.";

before(async () => {
  world = await staffWorld();
  await world.call("POST", `/stores/${world.shop.id}/suspend.json`, { reason });
});
after(() => world.stop());

test("a suspended store's API refuses every token on both versions, and tells apps no reason", async () => {
  for (const [method, path] of [
    ["GET", "/3.0/products.json"],
    ["GET", "/4.0/inventory_levels.json?variant_ids=1"],
    ["POST", "/3.0/webhooks.json"],
  ] as const) {
    const answer = await world.api(method, path, method === "POST" ? {} : undefined);
    assert.deepEqual([answer.status, codeOf(answer)], [403, "store_suspended"], path);
    assert.equal(answer.text.includes(reason), false);
  }
  const unknown = await world.testing.request(`${world.shop.origin}/api/3.0/products.json`, {
    token: "none",
  });
  assert.equal(codeOf(unknown), "token_invalid", "who has no token learns nothing of the store");
});

test("no code is exchanged at a suspended store", async () => {
  const { client_id, client_secret } = world.app;
  const answer = await world.testing.request(`${world.shop.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: { code: "any", client_id, client_secret },
  });
  assert.deepEqual([answer.status, codeOf(answer)], [403, "store_suspended"]);
});

test("its people sign in, read, and see that it is suspended and why", async () => {
  const { shop, testing } = world;
  const { browser } = shop.owner;
  assert.equal((await browser.call("GET", `${shop.host_url}/api/3.0/products.json`)).status, 200);
  assert.equal((await world.merchant("GET", "/apps.json")).status, 200);
  const url = `${testing.addresses.adminOrigin}/api/console/stores.json`;
  const { stores } = (await browser.call("GET", url)).json<{ stores: { suspended: { reason: string } }[] }>();
  assert.deepEqual(
    stores.map(({ suspended }) => suspended.reason),
    [reason],
  );
  const page = await browser.open(`${testing.addresses.adminOrigin}/?choose`);
  assert.ok(page.text.includes(reason), "the list of shops says it");
});

test("its people can change nothing, whichever operation it is", async () => {
  const { shop } = world;
  const writes = Object.values(operations).filter(
    ({ surface, method, caller }) =>
      method !== "GET" && caller !== "anyone" && ["3.0", "4.0", "shop_console"].includes(surface),
  );
  for (const { id, surface, method, path } of writes) {
    const filled = path.replace(/:\w+/g, "1");
    const base = surface === "shop_console" ? "console" : surface;
    const url = `${shop.host_url}/api/${base}${filled}`;
    const answer = await shop.owner.browser.call(method, url, {});
    assert.deepEqual([answer.status, codeOf(answer)], [403, "store_suspended"], id);
    assert.ok(answer.text.includes(reason), id);
  }
  assert.ok(writes.length >= 10, `only ${writes.length} were tried`);
});

test("no app is installed, opened or authorized in it by a page", async () => {
  const { shop, app } = world;
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
    const page = await shop.owner.browser.open(`${shop.host_url}${path}`);
    assert.ok(page.status >= 400, `${path}: ${page.status}`);
    assert.match(page.text, /shop is suspended/, path);
  }
});

test("when it is lifted the same tokens work and its people change things again", async () => {
  const { shop } = world;
  await world.call("POST", `/stores/${shop.id}/lift.json`, { reason: "They were genuine." });
  assert.equal((await world.api("GET", "/3.0/products.json")).status, 200);
  const level = { variant_id: shop.variants[0]?.id ?? 0, location_id: shop.locations[0]?.id ?? 0 };
  const url = `${shop.host_url}/api/4.0/inventory_levels/set.json`;
  const answer = await shop.owner.browser.call("PUT", url, { ...level, quantity: 3 });
  assert.equal(answer.status, 200, answer.text);
});
