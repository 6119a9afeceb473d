import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import type { Merchant, Person } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import { adjustStock, type Level, loadLevels, type Product, setStock, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";

interface QuantityUpdate {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  adjustment: string;
  inventory_level_updated_at: string;
}

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
/** An app with a webhook for each topic that fires now. */
let listener: Installed;
let product: Product;
let variant: Variant;
let primary: number;

before(async () => {
  fixture = await createConformanceFixture();
  ({
    installed: listener,
    partner,
    merchant,
    product,
    variant,
    primary,
  } = await installStockedApp(fixture, "delivery"));
  for (const topic of [inventory, "product/update", "app/uninstall"]) await subscribe(listener, topic);
});
after(() => fixture.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

/** Return the webhook that an app received about a level's quantity. */
function waitForLevel({ app }: Installed, level: Level): Promise<ReceivedRequest> {
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

/** Return the webhook that an app received about a product that passes a check. */
function waitForProduct({ app }: Installed, check: (received: Product) => boolean): Promise<ReceivedRequest> {
  return app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const received = JSON.parse(body.toString()) as Product;
    return received.id === product.id && check(received);
  }, 10_000);
}

function change(by: Installed = listener): Promise<Level> {
  return adjustStock(by.api, variant.id, { location_id: primary, change: 1 });
}

test("WHK-4: a delivery is a JSON POST with the service's topic, domain and HMAC headers", async () => {
  const request = await waitForLevel(listener, await change());
  assert.equal(request.method, "POST");
  assert.equal(request.path, `/hooks/${inventory}`);
  assert.equal(request.headers["service-topic"], inventory);
  assert.equal(request.headers["service-shop-domain"], merchant.store.domain);
  assert.equal(request.headers["content-type"], "application/json");
  assert.match(request.headers["service-hmac-sha256"] ?? "", /^[0-9a-f]{64}$/);
  assert.equal(Number(request.headers["content-length"]), request.body.length);
});

test("WHK-5: the signature covers the exact bytes received, under this app's secret only", async () => {
  const other = await installedWith(["read_products"]);
  await subscribe(other, inventory);
  const level = await change();
  for (const installed of [listener, other]) {
    const { body, headers } = await waitForLevel(installed, level);
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
  const { body, headers } = await waitForProduct(listener, (received) =>
    received.variants.some((candidate) => candidate.sku === sku),
  );
  assert.ok(body.length > body.toString("utf8").length, "the body has no letter of several bytes");
  assert.ok(isSignedBody(body, headers["service-hmac-sha256"], listener.app.client_secret));
});

test("WHK-6: product/update and inventory topics carry their cause, other topics do not", async () => {
  const level = await change();
  const stock = await waitForLevel(listener, level);
  assert.equal(stock.headers["service-webhook-context"], "inventory_level/update");
  const total = await waitForProduct(
    listener,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  assert.ok(total.headers["service-webhook-context"]);
  const price = [{ id: variant.id, price: "77.10" }];
  assertDone(await listener.api.put(`/3.0/products/${product.id}/variants.json`, { variants: price }));
  const edited = await waitForProduct(listener, ({ variants }) =>
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
  const mine = await waitForLevel(listener, await change());
  assert.equal(mine.headers["service-webhook-trigger-by-app"], listener.app.handle);
  const theirs = await waitForLevel(listener, await change(other));
  assert.equal(theirs.headers["service-webhook-trigger-by-app"], other.app.handle);
});

test("WHK-8: webhooks are sent only while the app is enabled in the store", async () => {
  const quiet = await installedWith(["read_products"]);
  await subscribe(quiet, inventory);
  await waitForLevel(quiet, await change());
  assertDone(await merchant.callStore("POST", `/apps/${quiet.id}/disable.json`));
  const untold = await change();
  await waitForLevel(listener, untold);
  assertDone(await merchant.callStore("POST", `/apps/${quiet.id}/enable.json`));
  await waitForLevel(quiet, await change());
  const updates = quiet.app.receiver.requests
    .filter(({ method }) => method === "POST")
    .map((request) => ({
      id: request.headers["service-webhook-id"],
      ...parsePayload<QuantityUpdate>(request),
    }))
    .filter(({ variant_id }) => variant_id === variant.id);
  // A delivery whose acknowledgement met the disabling may come once more: it has the same id.
  assert.equal(new Set(updates.map(({ id }) => id)).size, 2);
  assert.ok(updates.every(({ inventory_quantity }) => inventory_quantity !== untold.inventory_quantity));
});

test("WHK-10: the inventory topic sends exactly five fields, with SET, INCREASE or DECREASE", async () => {
  const base = (await loadLevels(listener.api, variant.id)).find(
    ({ location_id }) => location_id === primary,
  );
  const start = (base?.inventory_quantity ?? 0) + 1_000;
  const steps: [adjustment: string, act: () => Promise<Level>][] = [
    ["SET", () => setStock(listener.api, variant.id, { location_id: primary, quantity: start })],
    ["INCREASE", () => adjustStock(listener.api, variant.id, { location_id: primary, change: 17 })],
    ["DECREASE", () => adjustStock(listener.api, variant.id, { location_id: primary, change: -4 })],
  ];
  let last = 0;
  for (const [adjustment, act] of steps) {
    const level = await act();
    const update = parsePayload<QuantityUpdate>(await waitForLevel(listener, level));
    assert.deepEqual(update, {
      variant_id: variant.id,
      location_id: primary,
      inventory_quantity: level.inventory_quantity,
      adjustment,
      inventory_level_updated_at: level.updated_at,
    });
    assert.ok(Date.parse(update.inventory_level_updated_at) > last, "the time did not grow");
    last = Date.parse(update.inventory_level_updated_at);
  }
});

test("WHK-10: product topics send the product's fields directly, equal to the API's response", async () => {
  const level = await change();
  const request = await waitForProduct(
    listener,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  const payload = parsePayload<Product>(request);
  const answer = await listener.api.get(`/3.0/products/${product.id}.json`);
  const { product: now } = assertDone<{ product: Product }>(answer);
  assert.deepEqual(Object.keys(payload).sort(), Object.keys(now).sort());
  assert.equal(payload.title, now.title);
  assert.equal(request.headers["service-topic"], "product/update");
});

test("WHK-10: without the topic's read scope a payload holds only ids, status and times", async () => {
  const blind = await installedWith(["write_products"]);
  await subscribe(blind, "product/update");
  await change();
  const request = await blind.app.receiver.received(({ method }) => method === "POST", 10_000);
  const payload = parsePayload<Record<string, unknown>>(request);
  assert.ok(!("title" in payload) && !("variants" in payload), JSON.stringify(payload));
  assert.equal(typeof payload["id"], "number");
  assert.ok(isSignedBody(request.body, request.headers["service-hmac-sha256"], blind.app.client_secret));
});

test("WHK-13: product/update fires with the new values when its variants or their stock change", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  assertDone(await listener.api.put(path, { variants: [{ id: variant.id, price: "88.30" }] }));
  await waitForProduct(listener, ({ variants }) =>
    variants.some(({ id, price }) => id === variant.id && price === "88.30"),
  );
  const level = await setStock(listener.api, variant.id, { location_id: primary, quantity: 4_321 });
  const others = (await loadLevels(listener.api, variant.id)).filter(
    ({ location_id }) => location_id !== primary,
  );
  const total = others.reduce(
    (sum, { inventory_quantity }) => sum + inventory_quantity,
    level.inventory_quantity,
  );
  const request = await waitForProduct(listener, ({ variants }) =>
    variants.some(({ id, inventory_quantity }) => id === variant.id && inventory_quantity === total),
  );
  const { variants, total_quantity } = parsePayload<Product>(request);
  assert.equal(
    total_quantity,
    variants.reduce((sum, each) => sum + each.inventory_quantity, 0),
  );
});

test("WHK-13: a change without effect sends no webhook", async () => {
  const level = await setStock(listener.api, variant.id, { location_id: primary, quantity: 77 });
  await waitForLevel(listener, level);
  assert.deepEqual(await setStock(listener.api, variant.id, { location_id: primary, quantity: 77 }), level);
  await waitForLevel(listener, await change());
  const same = listener.app.receiver.requests.filter((request) => {
    if (request.headers["service-topic"] !== inventory) return false;
    const { variant_id, inventory_quantity } = parsePayload<QuantityUpdate>(request);
    return variant_id === variant.id && inventory_quantity === 77;
  });
  assert.equal(same.length, 1);
});
