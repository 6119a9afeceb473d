import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { install } from "../installing.ts";
import { freshName, newMerchant, newPartner, stockedMerchant } from "../people.ts";
import { assertDone, assertRefused } from "../refusals.ts";
import { shopApi } from "../shop-api.ts";
import type { Product } from "../stock.ts";
import { openWorld, type World } from "../world.ts";

let world: World;

before(async () => {
  world = await openWorld();
});
after(() => world.close());

test("SVC-1: a shop is known by a hostname below the store domain suffix, and its API answers there", async () => {
  const handle = freshName("shop");
  const { shop } = await newMerchant(world, handle);
  assert.equal(shop.domain, `${handle}.${world.origins.domain}`);
  assert.equal(shop.host_url, `${world.origins.admin}/${handle}`);
  for (const version of ["3.0", "4.0"]) {
    const path = version === "3.0" ? "products.json" : "inventory_levels.json?variant_ids=1";
    const answer = await world.request(`${world.origins.shop(handle)}/api/${version}/${path}`);
    assertRefused(answer, 401, "token_missing");
  }
});

test("SVC-1: the hostname is read without regard to case, as DNS does", async () => {
  const { shop } = await newMerchant(world);
  const answer = await world.request(`${world.origins.shop(shop.handle)}/api/3.0/products.json`, {
    headers: { host: `${shop.handle.toUpperCase()}.${world.baseUrl.host.toUpperCase()}` },
  });
  assertRefused(answer, 401, "token_missing");
});

test("SVC-1: a hostname that is no shop's is answered as an unknown store, whatever it ends with", async () => {
  const { shop } = await newMerchant(world);
  const port = world.baseUrl.port === "" ? "" : `:${world.baseUrl.port}`;
  const hosts = [
    `${freshName("nobody")}.${world.baseUrl.host}`,
    `${shop.domain}.evil.test${port}`,
    `${shop.handle}.evil.test${port}`,
    `${shop.handle}${world.baseUrl.host}`,
    `a.${shop.handle}.${world.baseUrl.host}`,
    `${shop.handle}.${world.baseUrl.host}.`,
  ];
  for (const host of hosts) {
    const address = `${world.origins.shop(shop.handle)}/api/3.0/products.json`;
    const answer = await world.request(address, { headers: { host } });
    assert.equal(answer.status, 404, `${host}: ${answer.text}`);
    assert.doesNotMatch(answer.text, new RegExp(shop.name));
  }
});

test("SVC-2: one token and one header work on both versions, mixed as the app likes", async () => {
  const merchant = await stockedMerchant(world);
  const app = await registerApp(world, await newPartner(world));
  const { token } = await install(world, merchant, { app, scopes: ["read_products", "write_products"] });
  const api = shopApi(world, merchant.shop.handle, token);
  const { products } = assertDone<{ products: Product[] }>(await api.get("/3.0/products.json?limit=1"));
  const variant = products[0]?.variants[0] ?? assert.fail("the shop has no product");
  assertDone(await api.get(`/4.0/inventory_levels.json?variant_ids=${variant.id}`));
  assertDone(await api.get("/3.0/locations.json"));
  for (const name of ["Service-Access-Token", "SERVICE-ACCESS-TOKEN", "service-access-token"]) {
    const address = `${world.origins.shop(merchant.shop.handle)}/api/4.0/inventory_levels/count.json`;
    assertDone(await world.request(`${address}?variant_ids=${variant.id}`, { headers: { [name]: token } }));
  }
});
