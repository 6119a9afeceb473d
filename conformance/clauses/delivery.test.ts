import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import type { Merchant, Person } from "../people.ts";
import { assertDone } from "../refusals.ts";
import { isSignedBody } from "../signatures.ts";
import { adjustStock, type Level, levelsOf, type Product, setStock, type Variant } from "../stock.ts";
import { stockedApp } from "../stocked-app.ts";
import { payloadOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

const inventory = "inventory_level/inventory_quantity_update";

interface QuantityUpdate {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  adjustment: string;
  inventory_level_updated_at: string;
}

let world: World;
let partner: Person;
let merchant: Merchant;
/** An app with a webhook for each topic that fires now. */
let listener: Installed;
let product: Product;
let variant: Variant;
let primary: number;

before(async () => {
  world = await openWorld();
  ({
    installed: listener,
    partner,
    merchant,
    product,
    variant,
    primary,
  } = await stockedApp(world, "delivery"));
  for (const topic of [inventory, "product/update", "app/uninstall"]) await subscribe(listener, topic);
});
after(() => world.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(world, merchant, { app: await registerApp(world, partner), scopes });
}

/** The webhook that tells an app of a level's quantity. */
function toldOf({ app }: Installed, level: Level): Promise<ReceivedRequest> {
  return app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventory) return false;
    const { variant_id, location_id, inventory_quantity } = JSON.parse(body.toString()) as QuantityUpdate;
    return (
      variant_id === level.variant_id &&
      location_id === level.location_id &&
      inventory_quantity === level.inventory_quantity
    );
  }, 10_000);
}

/** The webhook that tells an app of a product as a check wants it. */
function toldOfProduct({ app }: Installed, check: (told: Product) => boolean): Promise<ReceivedRequest> {
  return app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const told = JSON.parse(body.toString()) as Product;
    return told.id === product.id && check(told);
  }, 10_000);
}

function change(by: Installed = listener): Promise<Level> {
  return adjustStock(by.api, variant.id, { location_id: primary, change: 1 });
}

test("WHK-4: a delivery is a POST of JSON with Service-Topic, Service-Shop-Domain and Service-Hmac-Sha256", async () => {
  const request = await toldOf(listener, await change());
  assert.equal(request.method, "POST");
  assert.equal(request.path, `/hooks/${inventory}`);
  assert.equal(request.headers["service-topic"], inventory);
  assert.equal(request.headers["service-shop-domain"], merchant.shop.domain);
  assert.equal(request.headers["content-type"], "application/json");
  assert.match(request.headers["service-hmac-sha256"] ?? "", /^[0-9a-f]{64}$/);
  assert.equal(Number(request.headers["content-length"]), request.body.length);
});

test("WHK-5: the signature is over the exact bytes that came, under this app's secret and no other's", async () => {
  const other = await installedWith(["read_products"]);
  await subscribe(other, inventory);
  const level = await change();
  for (const installed of [listener, other]) {
    const { body, headers } = await toldOf(installed, level);
    const signature = headers["service-hmac-sha256"];
    assert.ok(isSignedBody(body, signature, installed.app.client_secret));
    assert.ok(!isSignedBody(Buffer.from(`${body} `), signature, installed.app.client_secret));
    const stranger = installed === listener ? other : listener;
    assert.ok(!isSignedBody(body, signature, stranger.app.client_secret));
  }
});

test("WHK-5: bodies beyond ASCII are signed as UTF-8", async () => {
  const sku = `Café-商店-${variant.id}-£`;
  const path = `/3.0/products/${product.id}/variants.json`;
  assertDone(await listener.api.put(path, { variants: [{ id: variant.id, sku }] }));
  const { body, headers } = await toldOfProduct(listener, (told) =>
    told.variants.some((each) => each.sku === sku),
  );
  assert.ok(body.length > body.toString("utf8").length, "the body has no letter of several bytes");
  assert.ok(isSignedBody(body, headers["service-hmac-sha256"], listener.app.client_secret));
});

test("WHK-6: product/update and inventory topics carry what caused them, other topics do not", async () => {
  const level = await change();
  const stock = await toldOf(listener, level);
  assert.equal(stock.headers["service-webhook-context"], "inventory_level/update");
  const total = await toldOfProduct(
    listener,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  assert.ok(total.headers["service-webhook-context"]);
  const price = [{ id: variant.id, price: "77.10" }];
  assertDone(await listener.api.put(`/3.0/products/${product.id}/variants.json`, { variants: price }));
  const edited = await toldOfProduct(listener, ({ variants }) =>
    variants.some(({ id, price }) => id === variant.id && price === "77.10"),
  );
  assert.equal(edited.headers["service-webhook-context"], "product/update");
  const leaving = await installedWith(["read_products"]);
  await subscribe(leaving, "app/uninstall");
  assertDone(await uninstall(leaving));
  const notice = await leaving.app.receiver.received(({ method }) => method === "POST", 10_000);
  assert.equal(notice.headers["service-webhook-context"], undefined);
  assert.equal(notice.headers["service-webhook-trigger-by-app"], undefined);
});

test("WHK-6: the app that caused a change of stock is named by its handle", async () => {
  const other = await installedWith(["write_products"]);
  const mine = await toldOf(listener, await change());
  assert.equal(mine.headers["service-webhook-trigger-by-app"], listener.app.handle);
  const theirs = await toldOf(listener, await change(other));
  assert.equal(theirs.headers["service-webhook-trigger-by-app"], other.app.handle);
});

test("WHK-8: webhooks are sent only while the app is enabled in the store", async () => {
  const quiet = await installedWith(["read_products"]);
  await subscribe(quiet, inventory);
  await toldOf(quiet, await change());
  assertDone(await merchant.inShop("POST", `/apps/${quiet.id}/disable.json`));
  const untold = await change();
  await toldOf(listener, untold);
  assertDone(await merchant.inShop("POST", `/apps/${quiet.id}/enable.json`));
  await toldOf(quiet, await change());
  const told = quiet.app.receiver.requests
    .filter(({ method }) => method === "POST")
    .map((request) => ({ id: request.headers["service-webhook-id"], ...payloadOf<QuantityUpdate>(request) }))
    .filter(({ variant_id }) => variant_id === variant.id);
  // A delivery whose acknowledgement met the disabling may come once more: it has the same id.
  assert.equal(new Set(told.map(({ id }) => id)).size, 2);
  assert.ok(told.every(({ inventory_quantity }) => inventory_quantity !== untold.inventory_quantity));
});

test("WHK-10: the inventory topic sends exactly its five fields, with SET, INCREASE or DECREASE", async () => {
  const base = (await levelsOf(listener.api, variant.id)).find(({ location_id }) => location_id === primary);
  const start = (base?.inventory_quantity ?? 0) + 1_000;
  const steps: [adjustment: string, act: () => Promise<Level>][] = [
    ["SET", () => setStock(listener.api, variant.id, { location_id: primary, quantity: start })],
    ["INCREASE", () => adjustStock(listener.api, variant.id, { location_id: primary, change: 17 })],
    ["DECREASE", () => adjustStock(listener.api, variant.id, { location_id: primary, change: -4 })],
  ];
  let last = 0;
  for (const [adjustment, act] of steps) {
    const level = await act();
    const told = payloadOf<QuantityUpdate>(await toldOf(listener, level));
    assert.deepEqual(told, {
      variant_id: variant.id,
      location_id: primary,
      inventory_quantity: level.inventory_quantity,
      adjustment,
      inventory_level_updated_at: level.updated_at,
    });
    assert.ok(Date.parse(told.inventory_level_updated_at) > last, "the time did not grow");
    last = Date.parse(told.inventory_level_updated_at);
  }
});

test("WHK-10: product topics send the product's fields directly, the same as the API answers", async () => {
  const level = await change();
  const request = await toldOfProduct(
    listener,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  const told = payloadOf<Product>(request);
  const answer = await listener.api.get(`/3.0/products/${product.id}.json`);
  const { product: now } = assertDone<{ product: Product }>(answer);
  assert.deepEqual(Object.keys(told).sort(), Object.keys(now).sort());
  assert.equal(told.title, now.title);
  assert.equal(request.headers["service-topic"], "product/update");
});

test("WHK-10: without the topic's read scope a payload holds no more than ids, status and times", async () => {
  const blind = await installedWith(["write_products"]);
  await subscribe(blind, "product/update");
  await change();
  const request = await blind.app.receiver.received(({ method }) => method === "POST", 10_000);
  const told = payloadOf<Record<string, unknown>>(request);
  assert.ok(!("title" in told) && !("variants" in told), JSON.stringify(told));
  assert.equal(typeof told["id"], "number");
  assert.ok(isSignedBody(request.body, request.headers["service-hmac-sha256"], blind.app.client_secret));
});

test("WHK-13: product/update fires on a change of its variants and of their stock, each told with the new values", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  assertDone(await listener.api.put(path, { variants: [{ id: variant.id, price: "88.30" }] }));
  await toldOfProduct(listener, ({ variants }) =>
    variants.some(({ id, price }) => id === variant.id && price === "88.30"),
  );
  const level = await setStock(listener.api, variant.id, { location_id: primary, quantity: 4_321 });
  const others = (await levelsOf(listener.api, variant.id)).filter(
    ({ location_id }) => location_id !== primary,
  );
  const total = others.reduce(
    (sum, { inventory_quantity }) => sum + inventory_quantity,
    level.inventory_quantity,
  );
  const told = await toldOfProduct(listener, ({ variants }) =>
    variants.some(({ id, inventory_quantity }) => id === variant.id && inventory_quantity === total),
  );
  const { variants, total_quantity } = payloadOf<Product>(told);
  assert.equal(
    total_quantity,
    variants.reduce((sum, each) => sum + each.inventory_quantity, 0),
  );
});

test("WHK-13: a change that changes nothing tells nobody", async () => {
  const level = await setStock(listener.api, variant.id, { location_id: primary, quantity: 77 });
  await toldOf(listener, level);
  assert.deepEqual(await setStock(listener.api, variant.id, { location_id: primary, quantity: 77 }), level);
  await toldOf(listener, await change());
  const same = listener.app.receiver.requests.filter((request) => {
    if (request.headers["service-topic"] !== inventory) return false;
    const { variant_id, inventory_quantity } = payloadOf<QuantityUpdate>(request);
    return variant_id === variant.id && inventory_quantity === 77;
  });
  assert.equal(same.length, 1);
});
